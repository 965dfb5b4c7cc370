import {firstIndex} from './search.js';

/** One value of a key, from `step` on; `undefined` if it was deleted. */
export interface Version {
	readonly step: number;
	readonly value: unknown;
}

/** One write, in the order of all writes. */
export interface Change {
	readonly step: number;
	readonly key: string;
	readonly before: unknown;
	readonly after: unknown;
}

/** A write is the version that it makes: one object serves as both. */
export class Write implements Version, Change {
	constructor(
		readonly step: number,
		readonly key: string,
		readonly before: unknown,
		readonly value: unknown,
	) {}

	get after(): unknown {
		return this.value;
	}
}

/** Marks a history without its oldest writes, in place of the value before them. `writes` counts the forgotten ones. */
export class Forgotten {
	constructor(readonly writes: number) {}
}

/** A write whose values were forgotten; reading them restores them. */
export class ForgottenWrite implements Change {
	constructor(
		readonly step: number,
		readonly key: string,
		private readonly index: number,
		private readonly remembered: (index: number) => Change | undefined,
	) {}

	get before(): unknown {
		return this.remembered(this.index)?.before;
	}

	get after(): unknown {
		return this.remembered(this.index)?.after;
	}
}

/** All writes of one key, oldest first: there is at least one. */
export type History = Write[];

const forgottenOf = (history: readonly Write[]): number => {
	const before = history[0]?.before;
	return before instanceof Forgotten ? before.writes : 0;
};

/** Whether the oldest writes of a key were forgotten. @param step counts only writes in force after it */
export const isForgotten = (history: readonly Write[], step = Number.NEGATIVE_INFINITY): boolean =>
	history[0]?.before instanceof Forgotten && step < history[0].step;

/** A history without the writes that were no longer in force at a step; the same history if it has none. */
export const shortened = (history: History, step: number): History => {
	const past = writesUntil(history, step) - 1;
	const last = history[past];
	return past > 0 && last
		? [
				new Write(last.step, last.key, new Forgotten(forgottenOf(history) + past), last.value),
				...history.slice(past + 1),
			]
		: history;
};

/** A shortened history with its oldest writes restored. @param whole the history with all writes */
export const lengthened = (history: History, whole: readonly Write[]): History => {
	const past = whole.slice(0, forgottenOf(history));
	const [first, ...rest] = history;
	return first && past.length > 0
		? [...past, new Write(first.step, first.key, past.at(-1)?.value, first.value), ...rest]
		: history;
};

/** Histories are mostly shorter: a Pod's in the cache of an informer has six writes. */
const short = 12;

/** The history with one more write: the same array, or a longer one. An array that grows item by item reserves room for 17 at once, which most keys never need. */
export const grown = (history: History, write: Write): History => {
	if (history.length < short) {
		return history.concat([write]);
	}

	history.push(write);
	return history;
};

/** The number of a key's writes up to the step. */
export const writesUntil = (history: readonly Write[], step: number): number =>
	firstIndex(history, (write) => write.step <= step);

/** The value that is in force after the step; `undefined` if it is not written yet or deleted. */
export const valueAt = (history: readonly Write[], step: number): unknown => {
	const last = history.at(-1);
	// Most reads are at the end of the tape, or of keys that have not changed since.
	return last !== undefined && last.step <= step ? last.value : history[writesUntil(history, step) - 1]?.value;
};

/** Sorted keys. They are added in random order, and sorted at the first search for a prefix. */
export class KeyOrder {
	#ordered: readonly string[] = [];
	#added: string[] = [];
	#stale = false;

	/** @param isKept whether a key still has a history. */
	constructor(private readonly isKept: (key: string) => boolean) {}

	/** Adds a key that has had no history so far, or whose history was forgotten. */
	add(key: string): void {
		this.#added.push(key);
	}

	/**
	Removes keys without a history.

	@param alive the number of keys with one.
	*/
	forget(alive: number): void {
		this.#stale = true;
		// Without a reader of a prefix, keys that were added and removed must not pile up.
		if (this.#added.length > 2 * alive + 64) {
			this.#added = [...new Set(this.#added)].filter(this.isKept);
		}
	}

	/** All keys, in order. */
	all(): readonly string[] {
		if (this.#stale) {
			this.#ordered = this.#ordered.filter(this.isKept);
			// A forgotten key may have been added again.
			const known = new Set(this.#ordered);
			this.#added = [...new Set(this.#added)].filter((key) => !known.has(key) && this.isKept(key));
			this.#stale = false;
		}

		if (this.#added.length > 0) {
			this.#ordered = merged(
				this.#ordered,
				this.#added.sort((a, b) => (a < b ? -1 : 1)),
			);
			this.#added = [];
		}

		return this.#ordered;
	}

	/** All keys under a prefix, in order. */
	under(prefix: string): readonly string[] {
		const ordered = this.all();
		const start = firstIndex(ordered, (key) => key < prefix);
		return ordered.slice(start, endOf(ordered, prefix, start));
	}
}

/** The index behind the keys under a prefix. */
export const endOf = (ordered: readonly string[], prefix: string, from = 0): number =>
	firstIndex(ordered, (key) => key < prefix || key.startsWith(prefix), from);

/** The number of keys up to which new keys are inserted between blocks that are copied as a whole. */
const few = 256;

const merged = (ordered: readonly string[], added: readonly string[]): readonly string[] => {
	if (added.length <= few) {
		let from = 0;
		const parts = added.flatMap((key) => {
			const end = firstIndex(ordered, (other) => other < key, from);
			const stretch = ordered.slice(from, end);
			from = end;
			return [stretch, [key]];
		});
		return parts.shift()?.concat(...parts, ordered.slice(from)) ?? ordered;
	}

	const result: string[] = [];
	let next = 0;
	for (const key of added) {
		const end = firstIndex(ordered, (other) => other < key, next);
		for (; next < end; next++) {
			const known = ordered[next];
			if (known !== undefined) {
				result.push(known);
			}
		}

		result.push(key);
	}

	return result.concat(ordered.slice(next));
};
