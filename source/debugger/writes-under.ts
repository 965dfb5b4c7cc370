import type {Ledger} from '../kernel/ledger.js';
import {getOrInsert} from '../kernel/get-or-insert.js';
import {RecentMap} from '../kernel/memoised.js';
import {firstIndex} from '../kernel/search.js';

/** The part of a recording that is looked at. */
interface Recorded {
	readonly kernel: {readonly ledger: Pick<Ledger, 'changes'>};
}

interface Index {
	/** How many changes of the ledger were looked at. */
	known: number;
	/** The step of each write below the prefix. */
	readonly steps: number[];
}

const indexes = new WeakMap<Recorded, Map<string, Index>>();

/**
How often something below a prefix was written until a step.

Two steps with the same number show the same there: what a frame has computed from it is good for the next one.
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

/** So many answers are remembered of a recording: those of a frame. */
const remembered = 8;

/**
Remembers of each recording the last answers about what is below a prefix, for as long as nothing is written there.

@param more what else the answer depends on
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
