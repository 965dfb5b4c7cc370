import {progressIn, type Progress} from '../classroom/progress.js';
import {hashes} from '../kernel/hash.js';
import {isRecord} from '../kernel/record.js';
import {Mistake, printable} from '../scenario/mistake.js';
import type {CommandWords} from './words/words.js';

/** The contents of a handed-in file: a name, and the progress of each lesson and drill. */
export interface HandedIn {
	readonly learner: string;
	readonly progress: Progress;
}

/** The fingerprint of a name and a progress: the first 16 digits of their SHA-256, in the order of the names. */
const fingerprintOf = ({learner, progress}: HandedIn): string => {
	const sorted = Object.entries(progress)
		.toSorted(([one], [other]) => (one < other ? -1 : 1))
		.map(([name, {done, index, missed = []}]) => [name, done, index, missed]);
	return hashes.sha256(JSON.stringify([learner, sorted])).slice(0, 16);
};

/** The text of a file to hand in. */
export const progressFile = (handedIn: HandedIn): string =>
	`${JSON.stringify({...handedIn, fingerprint: fingerprintOf(handedIn)}, undefined, '\t')}\n`;

/** Reads a file that a learner handed in. @throws {Mistake} when it is another file, or has been changed since the program wrote it. */
export const readHandedIn = (text: string, file: string): HandedIn => {
	const value = parsed(text);
	if (!isRecord(value) || typeof value['learner'] !== 'string' || typeof value['fingerprint'] !== 'string') {
		throw new Mistake("this is not a learner's progress", {file}, '`progress export` writes such a file');
	}

	const handedIn = {learner: value['learner'], progress: progressIn(value['progress'])};
	if (fingerprintOf(handedIn) !== value['fingerprint']) {
		throw new Mistake('this progress was changed after its export', {file}, 'ask the learner to export it again');
	}

	return handedIn;
};

const parsed = (text: string): unknown => {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
};

/** A name from a file on one line of a terminal, without control characters. */
const onOneLine = (name: string): string => printable(name.replaceAll(/\s+/g, ' '));

/** One line about a learner: the number of lessons and drills that are done, and the lessons with questions to repeat. */
export const progressLine = ({learner, progress}: HandedIn, words: CommandWords['progress']): string => {
	const done = Object.values(progress).filter((kept) => kept.done).length;
	const missing = Object.entries(progress).flatMap(([name, {missed = []}]) =>
		missed.length > 0 ? [`${onOneLine(name)} (${missed.length})`] : [],
	);
	return `${onOneLine(learner)}  ${words(done, missing)}`;
};
