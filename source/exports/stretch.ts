import type {ClusterRecording} from '../cluster.js';
import type {Stop} from '../kernel/stop.js';
import {matchesKey} from '../classroom/place.js';
import {printable} from '../scenario/mistake.js';
import type {Language} from '../stages/language.js';
import {inputWords} from '../screen/state/input-words.js';
import {formatTime} from './stop-line.js';
import {screenWords} from '../screen/words/words.js';
import {exportWords, type ExportWords} from './words/words.js';

/** A part of a run, for an export. */
export interface Stretch {
	readonly recording: ClusterRecording;
	/** The first step and the last one. */
	readonly first: number;
	readonly last: number;
	/** The time from which shown times count, in virtual milliseconds. */
	readonly fromMs: number;
	/** Only stops about these objects: a glob of ledger keys, as `keyGlob` makes it. */
	readonly followed?: string;
	/** The language in which stops are described. */
	readonly language: Language;
	/** The address of the live program with this run; a stop is appended to it. */
	readonly live?: string | undefined;
}

/** Whether a stop or its frame is about an object. */
const isAbout = (stop: Stop, glob: string): boolean => {
	if (stop.object !== undefined && matchesKey(glob, stop.object)) {
		return true;
	}

	for (let frame = stop.frame; frame; frame = frame.parent) {
		if (frame.object !== undefined && matchesKey(glob, frame.object)) {
			return true;
		}
	}

	return false;
};

/** The stops of a stretch in their order, without periodic work. */
export function* stopsOf({recording, first, last, followed}: Stretch): Generator<Stop, void> {
	for (let step = Math.max(0, first); step <= last; step++) {
		const stop = recording.stops.get(step);
		if (stop && !stop.periodic && (followed === undefined || isAbout(stop, followed))) {
			yield stop;
		}
	}
}

/** The part of a stretch that a format has room for. */
interface Clipped {
	readonly stretch: Stretch;
	/** The number of its stops. */
	readonly count: number;
	/** The omitted part, in words. */
	readonly omitted?: string;
}

const counted = (count: number): string => count.toLocaleString('en-US');

/** The note about an omission where only the first of many are kept. @param note `firstStops` or `firstMessages` of the words of exports */
export const omission = (kept: number, all: number, note: ExportWords['firstStops']): string | undefined =>
	kept >= all ? undefined : note(counted(kept), counted(all));

/** The first stops of a stretch. @param most how many */
export const clipped = (stretch: Stretch, most: number): Clipped => {
	let all = 0;
	let {last} = stretch;
	for (const {step} of stopsOf(stretch)) {
		all++;
		if (all === most) {
			last = step;
		}
	}

	const omitted = omission(Math.min(all, most), all, exportWords(stretch.language).firstStops);
	return omitted === undefined
		? {stretch, count: all}
		: {stretch: {...stretch, last}, count: Math.min(all, most), omitted};
};

/** The title of a stretch, in a line: the user's inputs until its end, as typed. */
export const titleOf = ({recording, last, language}: Stretch): string => {
	const done = recording.inputs
		.filter(({step, input}) => step <= last && !('client' in input))
		.map(({input}) => inputWords(input, screenWords(language).lists.futures));
	return printable(done.length === 0 ? exportWords(language).aRun : done.join('; ')).replaceAll(/\s*[\n\t]\s*/g, ' ');
};

/** The place of a stretch: `#2124 to #2370, +0.000 to +4.297 s`. */
export const extentOf = ({recording, first, last, fromMs, language}: Stretch): string => {
	const time = (step: number): string => formatTime((recording.stops.get(step)?.timeMs ?? fromMs) - fromMs);
	return exportWords(language).extent(first, last, time(first), time(last));
};
