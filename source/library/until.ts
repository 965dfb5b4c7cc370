import {compileCondition, holds, matchesBreakpoint, parseBreakpoint} from '../debugger/breakpoint.js';
import {isRecord} from '../kernel/record.js';
import type {Stop} from '../kernel/stop.js';
import {checkText, wrong} from './given.js';
import {breakpointLine, keyGlob, keyLater, keyNow, matchesKey} from '../classroom/place.js';
import type {AnyRecording} from '../debugger/recording.js';

/** An object that meets a condition in CEL over `object`: `{object: 'pod/web', cel: 'object.status.phase == "Running"'}`. */
export interface Condition {
	/** `pod/web`, `deploy/shop/web`; without a namespace, any matches. */
	readonly object: string;
	readonly cel: string;
}

/** The target of a run: words of a breakpoint, an object that satisfies a condition, or a deleted one. */
export type Until = string | Condition | {readonly gone: string};

/** A question about each stop, and about the current run. */
export interface Search {
	/** Whether the condition already holds. */
	readonly now: () => boolean;
	readonly matches: (stop: Stop) => boolean;
	/** The awaited state, for an error. */
	readonly words: string;
}

const ofWords = (recording: AnyRecording, words: string): Search => {
	const {hitCount = 1, ...breakpoint} = parseBreakpoint(breakpointLine(words, recording.kernel.now, recording), 1);
	let hits = 0;
	return {
		now: () => false,
		matches: (stop) => matchesBreakpoint(recording, breakpoint, stop) && ++hits >= hitCount,
		words,
	};
};

const ofCondition = (recording: AnyRecording, {object, cel}: Condition): Search => {
	compileCondition(cel);
	const glob = keyGlob(object, recording);
	const {ledger} = recording.kernel;
	return {
		now() {
			const last = recording.stops.at(-1);
			const key = last && keyNow(recording, object, last.step);
			return last !== undefined && key !== undefined && holds(recording, last, cel, key);
		},
		matches: (stop) =>
			ledger.changesAt(stop.step).some(({key}) => matchesKey(glob, key) && holds(recording, stop, cel, key)),
		words: `${object}: ${cel}`,
	};
};

const ofAbsence = (recording: AnyRecording, object: string): Search => {
	const {ledger} = recording.kernel;
	const key = keyLater(recording, object);
	return {
		now: () => ledger.read(key) === undefined,
		matches: () => ledger.read(key) === undefined,
		words: `${object} is gone`,
	};
};

/** @throws {TypeError} when it is neither words, an object with a condition, nor an object to be deleted. */
export const checkUntil = (until: unknown): void => {
	if (typeof until === 'string') {
		return;
	}

	const isObject = isRecord(until);
	if (isObject && 'gone' in until) {
		checkText('runUntil', 'gone', 'text such as "pod/web"', until['gone']);
	} else if (isObject && ('object' in until || 'cel' in until)) {
		checkText('runUntil', 'object', 'text such as "pod/web"', until['object']);
		checkText('runUntil', 'cel', 'text such as "object.status.readyReplicas == 3"', until['cel']);
	} else {
		throw wrong('runUntil', 'until', 'words of a breakpoint, {object, cel} or {gone}', until);
	}
};

/** @throws {Error} saying which word, object or expression cannot be read. */
export const searchOf = (recording: AnyRecording, until: Until): Search => {
	if (typeof until === 'string') {
		return ofWords(recording, until);
	}

	if ('gone' in until) {
		return ofAbsence(recording, until.gone);
	}

	return ofCondition(recording, until);
};
