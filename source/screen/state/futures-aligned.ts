import type {ClusterRecording} from '../../cluster.js';
import {lineEdits} from '../../kernel/line-diff.js';
import type {Stop} from '../../kernel/stop.js';
import {sentenceOf} from '../../stages/sentence.js';
import {withoutChance, withoutEndings} from './without-chance.js';

/** A stop in both futures, or in only one of them. */
export interface AlignedStop {
	/** The step in this future … */
	readonly here?: number;
	/** … and in the other. */
	readonly there?: number;
	/** Whether it is in both futures, with the same words and outcome. */
	readonly alike: boolean;
}

/** A difference at the ends of two futures. */
export interface DifferentEnd {
	/** `pods/web`, `deployments/web spec.replicas`, `requests lost by client-1`, `pods/web-* Ready at`. */
	readonly what: string;
	readonly here: string;
	readonly there: string;
}

/** The most stops of each future that are aligned. */
const most = 1500;

/** The meaning of a stop: without its number, its time, and random parts of names. */
const meaning = ({process, stage, object = ''}: Stop): string =>
	[process.replace(/^kubectl\/\d+/, 'kubectl'), stage, object.replace(/^\/terminal\/\d+/, '/terminal')]
		.map((text) => withoutEndings(text))
		.join(' ');

const says = (stop: Stop): string => withoutChance(sentenceOf(stop, 'en'));

const stopsFrom = ({stops}: ClusterRecording, from: number): readonly Stop[] => {
	const found: Stop[] = [];
	for (let step = from; step < stops.length && found.length < most; step++) {
		const stop = stops.get(step);
		if (stop && !stop.periodic) {
			found.push(stop);
		}
	}

	return found;
};

/** The first step at which two recordings of one scenario differ; if one is the beginning of the other, the first additional step; `undefined` if they are equal. */
export const firstDifference = (a: ClusterRecording, b: ClusterRecording): number | undefined => {
	const length = Math.min(a.stops.length, b.stops.length);
	let low = 0;
	let high = length;
	while (low < high) {
		const middle = (low + high) >>> 1;
		// The fingerprint rolls: once different, always different.
		if (a.fingerprintAt(middle) === b.fingerprintAt(middle)) {
			low = middle + 1;
		} else {
			high = middle;
		}
	}

	return low === length && a.stops.length === b.stops.length ? undefined : low;
};

/**
Two futures side by side from a step on, aligned by events and objects, regardless of step number and time. Routine is left out.

@param from the first step at which they may differ
*/
export const alignFutures = (here: ClusterRecording, there: ClusterRecording, from: number): readonly AlignedStop[] => {
	const [mine, other] = [stopsFrom(here, from), stopsFrom(there, from)];
	return lineEdits(
		mine.map((stop) => meaning(stop)),
		other.map((stop) => meaning(stop)),
	).map(({mark, before, after}): AlignedStop => {
		const [one, two] = [mine[before], other[after]];
		if (mark === '-') {
			return {...(one ? {here: one.step} : {}), alike: false};
		}

		if (mark === '+') {
			return {...(two ? {there: two.step} : {}), alike: false};
		}

		return {
			here: one?.step,
			there: two?.step,
			alike: one === two || (one?.outcome === two?.outcome && !!one && !!two && says(one) === says(two)),
		};
	});
};
