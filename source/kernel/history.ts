import {firstIndex} from './search.js';

/** One value a key has had, from `step` on; `undefined`: deleted. */
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

/** All writes of one key, oldest first: there is at least one. */
export type History = [first: Write, ...later: Write[]];

/** How many writes of a key had happened after the step. */
export const writesUntil = (history: readonly Write[], step: number): number =>
	firstIndex(history, (write) => write.step <= step);

/** The value that is in force after the step; `undefined`: none yet, or deleted. */
export const valueAt = (history: readonly Write[], step: number): unknown => {
	const last = history.at(-1);
	// Most looks are at the end of the tape, or at keys that have not changed since.
	return last !== undefined && last.step <= step ? last.value : history[writesUntil(history, step) - 1]?.value;
};

/** Histories in the order of their keys. Keys come at random, so the order is made when somebody looks for a prefix. */
export class KeyOrder {
	#ordered: readonly History[] = [];
	#added: History[] = [];
	#stale = false;

	/** @param isKept whether a history is still to be found. */
	constructor(private readonly isKept: (history: History) => boolean) {}

	/** Takes in the history of a key that has none here. */
	add(history: History): void {
		this.#added.push(history);
	}

	/**
	Some histories are not to be found any more.

	@param alive how many are.
	*/
	forget(alive: number): void {
		this.#stale = true;
		// Where nobody looks for a prefix, what came and went must not pile up.
		if (this.#added.length > 2 * alive + 64) {
			this.#added = this.#added.filter(this.isKept);
		}
	}

	/** All histories, in order. */
	all(): readonly History[] {
		if (this.#stale) {
			this.#ordered = this.#ordered.filter(this.isKept);
			this.#added = this.#added.filter(this.isKept);
			this.#stale = false;
		}

		if (this.#added.length > 0) {
			this.#ordered = merged(
				this.#ordered,
				this.#added.sort((a, b) => (a[0].key < b[0].key ? -1 : 1)),
			);
			this.#added = [];
		}

		return this.#ordered;
	}

	/** The histories of all keys under a prefix, in order. */
	under(prefix: string): readonly History[] {
		const ordered = this.all();
		const start = firstIndex(ordered, ([{key}]) => key < prefix);
		return ordered.slice(start, endOf(ordered, prefix, start));
	}
}

/** The index behind the keys under a prefix. */
export const endOf = (ordered: readonly History[], prefix: string, from = 0): number =>
	firstIndex(ordered, ([{key}]) => key < prefix || key.startsWith(prefix), from);

/** So few are put in between stretches that are copied as a whole. */
const few = 256;

const merged = (ordered: readonly History[], added: readonly History[]): readonly History[] => {
	if (added.length <= few) {
		let from = 0;
		const parts = added.flatMap((history) => {
			const end = firstIndex(ordered, ([{key}]) => key < history[0].key, from);
			const stretch = ordered.slice(from, end);
			from = end;
			return [stretch, [history]];
		});
		return parts.shift()?.concat(...parts, ordered.slice(from)) ?? ordered;
	}

	const result: History[] = [];
	let next = 0;
	for (const history of added) {
		const end = firstIndex(ordered, ([{key}]) => key < history[0].key, next);
		for (; next < end; next++) {
			const known = ordered[next];
			if (known) {
				result.push(known);
			}
		}

		result.push(history);
	}

	return result.concat(ordered.slice(next));
};
