import type {ClusterRecording} from '../../cluster.js';
import {compare} from '../../debugger/compare.js';
import type {Stop} from '../../kernel/stop.js';
import {shuffled} from '../question.js';
import {isStopOf} from '../../stages/stop-of.js';
import {processWord} from '../../stages/writers/process-word.js';
import {mainChange, meaningOf, pathInWords} from '../changed-fields.js';
import {objectName, shortName} from '../../objects/object-name.js';

/** The questions in the language of the reader. */
export interface GuessWords {
	readonly guessNode: (step: number) => string;
	readonly guessPrinted: (step: number) => string;
	readonly guessField: (object: string, step: number) => string;
	readonly guessProcess: (step: number) => string;
}

/** A question about a hidden stop; one option is right. */
export interface Question {
	readonly about: 'node' | 'printed' | 'field' | 'process';
	readonly text: string;
	/** The user's place when it is asked, and the hidden stop. */
	readonly from: number;
	readonly step: number;
	readonly stage: string;
	/** Two to four, all different. */
	readonly options: readonly string[];
	readonly right: string;
}

/** The range around the hidden stop in which wrong options are searched, in steps. */
const nearby = 400;
const mostWrong = 3;

/** The recorded stops around a step, the nearest first; of two as near, the earlier. */
const around = function* ({stops}: ClusterRecording, step: number): Generator<Stop> {
	for (let distance = 1; distance <= nearby; distance++) {
		for (const at of [step - distance, step + distance]) {
			const stop = stops.get(at);
			if (stop) {
				yield stop;
			}
		}
	}
};

/** A question and its possible answers: wrong options as they are found, the best first. */
interface Draft extends Pick<Question, 'about' | 'text' | 'right'> {
	readonly wrong: Iterable<string | undefined>;
}

const firstRow = (text: string): string => text.split('\n', 1)[0] ?? '';

const printedAt = (stop: Stop): string =>
	isStopOf(stop, 'kubectl.print') && stop.facts.case === 'output'
		? firstRow(stop.facts.stdout === '' ? stop.facts.stderr : stop.facts.stdout)
		: '';

const aboutNode = ({kernel}: ClusterRecording, stop: Stop, words: GuessWords): Draft | undefined =>
	isStopOf(stop, 'scheduler.select')
		? {
				about: 'node',
				text: words.guessNode(stop.step),
				right: stop.facts.node,
				wrong: kernel.ledger.keys('/registry/minions/', stop.step).map((key) => objectName(key)?.name),
			}
		: undefined;

const aboutPrinted = (recording: ClusterRecording, stop: Stop, words: GuessWords): Draft | undefined => {
	const right = printedAt(stop);
	return right === ''
		? undefined
		: {
				about: 'printed',
				text: words.guessPrinted(stop.step),
				right,
				wrong: [...around(recording, stop.step)].map((other) => printedAt(other)),
			};
};

/** The place where a field is decided or written; other stops, such as a watch's, only report it. */
const changes = /^(?:apiserver\.(?:default|bind|admit\.mutate\..*)|etcd\.txn)$/;

/** The object before and after a stop, in the request or in the ledger. */
const versions = (
	{kernel: {ledger}}: ClusterRecording,
	{object, facts, step, stage}: Stop,
): readonly [before: unknown, after: unknown] => {
	if (object === undefined || !changes.test(stage)) {
		return [undefined, undefined];
	}

	if (facts?.after === undefined) {
		return [ledger.readAt(object, step - 1), ledger.readAt(object, step)];
	}

	return [facts.before, facts.after];
};

/** The most meaningful field that a stop changes; `undefined` if it creates or deletes the object. */
const fieldAt = (recording: ClusterRecording, stop: Stop): string | undefined => {
	if (!stop.object?.startsWith('/registry/')) {
		return undefined;
	}

	const [before, after] = versions(recording, stop);
	const change = mainChange(before, after);
	return change && meaningOf(change.path) !== 'bookkeeping'
		? pathInWords(change.path, change.kind === 'removed' ? before : after)
		: undefined;
};

const resource = (key = ''): string | undefined => objectName(key)?.resource;

const isWithin = (path: string, other: string): boolean =>
	path === other || path.startsWith(`${other}.`) || path.startsWith(`${other}[`);

const aboutField = (recording: ClusterRecording, stop: Stop, words: GuessWords): Draft | undefined => {
	const right = fieldAt(recording, stop);
	if (right === undefined || stop.object === undefined) {
		return undefined;
	}

	const [before, after] = versions(recording, stop);
	const also = compare(before, after).flatMap(({path}) => [pathInWords(path, before), pathInWords(path, after)]);
	const wrong = [...around(recording, stop.step)]
		.filter(({object}) => resource(object) === resource(stop.object))
		.map((other) => fieldAt(recording, other))
		// An option that also changes here, in whole or in part, is not wrong.
		.filter((path) => path !== undefined && also.every((one) => !isWithin(path, one) && !isWithin(one, path)));
	return {
		about: 'field',
		text: words.guessField(shortName(stop.object), stop.step),
		right,
		wrong,
	};
};

const aboutProcess = (recording: ClusterRecording, stop: Stop, words: GuessWords, from: number): Draft | undefined => {
	const right = processWord(stop.process);
	const here = recording.stops.get(from);
	return here && processWord(here.process) === right
		? undefined
		: {
				about: 'process',
				text: words.guessProcess(stop.step),
				right,
				wrong: [...around(recording, stop.step)].map(({process}) => processWord(process)),
			};
};

/**
A question about a hidden stop, made from its facts; wrong options are from the same run. `undefined` where the run has no wrong options.

@param from the user's place.
@param step the hidden stop, which is recorded.
@param words the question in the language of the reader.
@param place decides the order of the options, with the seed of the run.
*/
export const questionAt = (
	recording: ClusterRecording,
	from: number,
	step: number,
	words: GuessWords,
	place = step,
): Question | undefined => {
	const stop = recording.stops.get(step);
	if (!stop) {
		return undefined;
	}

	for (const draftOf of [aboutNode, aboutPrinted, aboutField, aboutProcess]) {
		const draft = draftOf(recording, stop, words, from);
		const wrong = new Set(draft?.wrong ?? []);
		const options = [...wrong].filter(
			(option): option is string => option !== undefined && option !== '' && option !== draft?.right,
		);
		if (draft && options.length > 0) {
			const {about, text, right} = draft;
			// Sorted first: their order must not reveal which is right.
			const sorted = [right, ...options.slice(0, mostWrong)].sort();
			const all = shuffled(sorted, recording.scenario.seed, `guess ${place}`);
			return {about, text, from, step, stage: stop.stage, options: all, right};
		}
	}

	return undefined;
};
