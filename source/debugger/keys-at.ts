import type {Ledger} from '../kernel/ledger.js';
import {firstIndex} from '../kernel/search.js';

interface Known {
	/** The number of the ledger's changes for which these keys are valid. */
	readonly changes: number;
	readonly keys: readonly string[];
}

/** The number of writes after which all keys are looked up again. */
const mostWrites = 500;

const known = new WeakMap<Ledger, Known>();

/** The keys of the changes between two numbers of changes, whichever is larger; `undefined` for too many. */
export const writtenBetween = ({changes}: Ledger, one: number, other: number): ReadonlySet<string> | undefined =>
	Math.abs(one - other) > mostWrites
		? undefined
		: new Set(changes.slice(Math.min(one, other), Math.max(one, other)).map(({key}) => key));

/** The keys with additions and removals; the array itself if it does not change. */
const changedKeys = (ledger: Ledger, {keys}: Known, written: ReadonlySet<string>, step: number): readonly string[] => {
	const changed = [...written].filter((key) => {
		const had = keys[firstIndex(keys, (other) => other < key)] === key;
		return had !== (ledger.readAt(key, step) !== undefined);
	});
	if (changed.length === 0) {
		return keys;
	}

	const result = [...keys];
	for (const key of changed) {
		const at = firstIndex(result, (other) => other < key);
		result.splice(at, result[at] === key ? 1 : 0, ...(result[at] === key ? [] : [key]));
	}

	return result;
};

/**
All keys that have a value after a step, sorted, as `ledger.keys('/', step)` returns them.

Most frames show a step near the previous frame's: only keys written between the two are read again.
*/
export const keysAt = (ledger: Ledger, step: number): readonly string[] => {
	const before = known.get(ledger);
	const changes = firstIndex(ledger.changes, (change) => change.step <= step);
	const written = before && writtenBetween(ledger, before.changes, changes);
	const keys = before && written ? changedKeys(ledger, before, written, step) : ledger.keys('/', step);
	known.set(ledger, {changes, keys});
	return keys;
};
