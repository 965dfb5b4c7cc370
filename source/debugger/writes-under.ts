import type {Ledger} from '../kernel/ledger.js';
import {getOrInsert} from '../kernel/get-or-insert.js';
import {RecentMap} from '../kernel/memoised.js';
import {firstIndex} from '../kernel/search.js';

/** The viewed part of a recording. */
interface Recorded {
	readonly kernel: {readonly ledger: Pick<Ledger, 'changes'>};
}

interface Index {
	/** The number of scanned changes of the ledger. */
	known: number;
	/** The step of each write below the prefix. */
	readonly steps: number[];
}

const indexes = new WeakMap<Recorded, Map<string, Index>>();

/**
The number of writes below a prefix up to a step. Two steps with equal numbers show the same state there, so a frame can reuse results of the previous one.
*/
export const writesUnder = (recording: Recorded, prefix: string, step: number): number => {
	const byPrefix = getOrInsert(indexes, recording, () => new Map<string, Index>());
	const index = getOrInsert(byPrefix, prefix, (): Index => ({known: 0, steps: []}));
	const {changes} = recording.kernel.ledger;
	for (; index.known < changes.length; index.known++) {
		const change = changes[index.known];
		if (change?.key.startsWith(prefix)) {
			index.steps.push(change.step);
		}
	}

	return firstIndex(index.steps, (at) => at <= step);
};

/** The number of answers kept per recording: those of a frame. */
const remembered = 8;

/**
Remembers the last answers for the keys below a prefix, per recording, until a write there.

@param more other values on which the answer depends
*/
export const whileUnwritten = <Answer>(): ((
	recording: Recorded,
	prefix: string,
	step: number,
	more: string,
	make: () => Answer,
) => Answer) => {
	const answers = new WeakMap<Recorded, RecentMap<string, {readonly writes: number; readonly answer: Answer}>>();
	return (recording, prefix, step, more, make) => {
		const mine = getOrInsert(answers, recording, () => new RecentMap(remembered));
		const key = `${prefix} ${more}`;
		const writes = writesUnder(recording, prefix, step);
		const known = mine.get(key);
		if (known?.writes === writes) {
			return known.answer;
		}

		const answer = make();
		mine.set(key, {writes, answer});
		return answer;
	};
};
