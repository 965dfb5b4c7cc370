import type {ClusterRecording} from '../../cluster.js';
import {lineEdits} from '../../kernel/line-diff.js';
import type {Stop} from '../../kernel/stop.js';

/** What happens in both futures, or in one of them only. */
export interface AlignedStop {
	/** The step in this future … */
	readonly here?: number;
	/** … and in the other. */
	readonly there?: number;
	/** It happens in both, and ends the same way. */
	readonly alike: boolean;
}

/** How many stops of each future are laid side by side. */
const most = 1500;

/** Generated endings of names differ from future to future, and numbers of commands: they do not matter to what happens. */
const meaning = ({process, stage, object = ''}: Stop): string =>
	[process.replace(/^kubectl\/\d+/, 'kubectl'), stage, object.replaceAll(/-[a-z\d]{5}(?=\/|$)/g, '-*')].join(' ');

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

/**
Two futures side by side from a step on, aligned by what happens to which object, whatever its step number and time. Routine is left out.

@param from the first step at which they may differ
*/
export const alignFutures = (here: ClusterRecording, there: ClusterRecording, from: number): readonly AlignedStop[] => {
	const [mine, other] = [stopsFrom(here, from), stopsFrom(there, from)];
	return lineEdits(
		mine.map((stop) => meaning(stop)),
		other.map((stop) => meaning(stop)),
	).map(({mark, before, after}): AlignedStop => {
		const [one, two] = [mine[before], other[after]];
		return mark === '-'
			? {...(one ? {here: one.step} : {}), alike: false}
			: mark === '+'
				? {...(two ? {there: two.step} : {}), alike: false}
				: {here: one?.step, there: two?.step, alike: one?.outcome === two?.outcome};
	});
};
