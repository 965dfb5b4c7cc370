import {matchesBreakpoint} from '../debugger/breakpoint.js';
import {seek} from '../debugger/seek.js';
import type {FormatName} from '../exports/format-names.js';
import {formats} from '../exports/formats.js';
import {stopsOf, type Stretch} from '../exports/stretch.js';
import {errorText} from '../kernel/error-text.js';
import {keyGlob} from '../classroom/place.js';
import {Mistake} from '../scenario/mistake.js';
import {writeTextFile} from './text-file.js';
import {readBreakpoint} from './trace.js';

/** The exported part of a run, in the user's words. */
export interface StretchWords {
	/** Breakpoint words of the place it begins at … */
	readonly from?: string | undefined;
	/** … and of its last stop. */
	readonly until?: string | undefined;
	/** An object: `pod/web`. */
	readonly follow?: string | undefined;
}

/** How far beyond the recorded end a place is searched, in virtual milliseconds. */
const limitMs = 600_000;

/** The first step at a place, from `begin` on; times count like the shown ones. @throws {Mistake} when the run does not reach this place. */
const stepAt = ({recording, fromMs}: Stretch, words: string, flag: string, begin: number): number => {
	const {timeMs, hitCount = 1, ...rest} = readBreakpoint(words, 1);
	const place = {...rest, timeMs: timeMs === undefined ? undefined : timeMs + fromMs};
	let hits = 0;
	const {stop} = seek(recording, begin - 1, 1, (at) => matchesBreakpoint(recording, place, at) && ++hits >= hitCount, {
		untilMs: recording.kernel.now + limitMs,
		pastRest: timeMs !== undefined,
	});
	if (!stop) {
		throw new Mistake(
			`${flag} "${words}": the run does not reach this place${begin > 0 ? ` after #${begin}` : ''}`,
			{},
			'trace prints every stop with its stage and object',
		);
	}

	return stop.step;
};

/** Checks the words of a stretch before the simulation starts. @throws {Mistake} */
export const checkStretch = ({from, until, follow}: StretchWords): void => {
	for (const words of [from, until]) {
		if (words !== undefined) {
			readBreakpoint(words, 1);
		}
	}

	if (follow !== undefined) {
		try {
			keyGlob(follow);
		} catch (error) {
			throw new Mistake(`--follow "${follow}": ${errorText(error)}`, {}, 'write it like pod/web');
		}
	}
};

/** The requested part of a stretch. @throws {Mistake} when the run does not reach a place, or has nothing about the object. */
export const narrowed = (whole: Stretch, {from, until, follow}: StretchWords): Stretch => {
	const first = from === undefined ? whole.first : stepAt(whole, from, '--from', whole.first);
	const last = until === undefined ? whole.last : stepAt(whole, until, '--until', first);
	const narrow = {...whole, first, last, ...(follow === undefined ? {} : {followed: keyGlob(follow, whole.recording)})};
	if (stopsOf(narrow).next().done) {
		throw new Mistake(
			`this stretch has no stops ${follow === undefined ? 'except those of periodic work' : `about ${follow}`}`,
			{},
			'trace shows all stops',
		);
	}

	return narrow;
};

/** The output of an export. */
export interface Destination {
	/** A file; without one, `write` receives the parts. */
	readonly to?: string | undefined;
	readonly write: (text: string) => void;
	/** Reports the omitted parts. */
	readonly tell: (text: string) => void;
}

/** Writes a stretch in a format. */
export const writeExport = (stretch: Stretch, format: FormatName, {to, write, tell}: Destination): void => {
	const {chunks, omitted} = formats[format](stretch);
	if (to === undefined) {
		for (const chunk of chunks()) {
			write(chunk);
		}
	} else {
		writeTextFile(to, chunks());
	}

	if (omitted !== undefined) {
		tell(omitted);
	}
};
