import {getOrInsert} from './get-or-insert.js';

/**
A map that forgets: between half of `limit` and `limit` entries are kept, including the most recently read or written ones. For caches with
keys from clients, so that no client can make memory grow without bound.
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
The same function with its most recent results cached. It must be pure: equal keys have equal answers.

@param answer computes the answer for a key; errors are not cached.

@param limit the most cached answers.
*/
export const memoised = <Key, Answer extends NonNullable<unknown> | null>(
	answer: (key: Key) => Answer,
	limit: number,
): ((key: Key) => Answer) => {
	const known = new RecentMap<Key, Answer>(limit);
	return (key) => getOrInsert(known, key, answer);
};
