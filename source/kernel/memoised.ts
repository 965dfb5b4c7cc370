import {getOrInsert} from './get-or-insert.js';

/**
A map that forgets: between half of `limit` and `limit` entries are kept, those read or written most recently among them.

For caches whose keys are from clients: no client can make the memory grow without bound with ever new keys.
*/
export class RecentMap<Key, Value extends NonNullable<unknown> | null> {
	// Two generations: when the young one is full it becomes the old one, and unread entries are forgotten.
	#young = new Map<Key, Value>();
	#old = new Map<Key, Value>();
	readonly #generation: number;

	constructor(limit: number) {
		this.#generation = Math.max(1, Math.floor(limit / 2));
	}

	get(key: Key): Value | undefined {
		const recent = this.#young.get(key);
		if (recent !== undefined) {
			return recent;
		}

		const earlier = this.#old.get(key);
		if (earlier !== undefined) {
			this.set(key, earlier);
		}

		return earlier;
	}

	set(key: Key, value: Value): void {
		if (this.#young.size >= this.#generation) {
			this.#old = this.#young;
			this.#young = new Map();
		}

		this.#young.set(key, value);
	}
}

/**
The same function with its most recent results cached. It must be pure: the same key always leads to the same answer.

@param answer Computes the answer for a key. An error it throws is not remembered.
@param limit The number of answers kept at most.
*/
export const memoised = <Key, Answer extends NonNullable<unknown> | null>(
	answer: (key: Key) => Answer,
	limit: number,
): ((key: Key) => Answer) => {
	const known = new RecentMap<Key, Answer>(limit);
	return (key) => getOrInsert(known, key, answer);
};
