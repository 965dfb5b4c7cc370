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
class Write implements Version, Change {
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

/** Freezes what is inside first: the engine knows the fields of an object by heart until it is frozen. */
const freeze = (value: unknown): unknown => {
	if (typeof value !== 'object' || value === null || Object.isFrozen(value)) {
		return value;
	}

	if (Array.isArray(value)) {
		for (let index = 0; index < value.length; index++) {
			freeze(value[index]);
		}
	} else {
		for (const key in value) {
			freeze((value as Record<string, unknown>)[key]);
		}
	}

	return Object.freeze(value);
};

/**
Everything a learner may look at: key → versions, values frozen on the way in, readable as of any step.

`/registry/…` is etcd, `/nodes/<name>/…` is node-local, `/components/<name>/…` a component's own, `/network/…` DNS, ingress, mesh and traffic.
Histories share structure, so a version costs what changed and not the whole. A ledger that keeps no history has the present
values and the writes of the present step: what runs for days and is never looked back at stays small.
*/
export class Ledger {
	readonly #versions = new Map<string, Version[]>();
	/** Keys that ever had a value, in order, and those that came since the order was last made: it waits until somebody looks for a prefix. */
	#ordered: string[] = [];
	#added: string[] = [];
	#changes: Change[] = [];
	#step = 0;
	#writes = 0;

	constructor(readonly keepsHistory = true) {}

	/** The step that the next write belongs to. The kernel moves it on. */
	get step(): number {
		return this.#step;
	}

	set step(step: number) {
		this.#step = step;
		if (!this.keepsHistory) {
			this.#changes = [];
		}
	}

	/** How many writes there were. */
	get writes(): number {
		return this.#writes;
	}

	/** Sets a key; the value is frozen, deeply. */
	write(key: string, value: unknown): void {
		this.#put(key, freeze(value));
	}

	/** Deletes a key; its history stays. */
	delete(key: string): void {
		this.#put(key, undefined);
	}

	#put(key: string, value: unknown): void {
		const versions = this.#versions.get(key);
		const before = versions?.at(-1)?.value;
		if (before === value) {
			return;
		}

		const version = new Write(this.#step, key, before, value);
		if (versions && this.keepsHistory) {
			versions.push(version);
		} else if (value === undefined && !this.keepsHistory) {
			this.#versions.delete(key);
		} else {
			if (!versions && this.keepsHistory) {
				this.#added.push(key);
			}

			this.#versions.set(key, [version]);
		}

		this.#writes++;
		this.#changes.push(version);
	}

	/** The present value, or `undefined`. */
	read<T = unknown>(key: string): T | undefined {
		return this.#versions.get(key)?.at(-1)?.value as T | undefined;
	}

	/** The value after the step `step`, or `undefined`. */
	readAt<T = unknown>(key: string, step: number): T | undefined {
		const versions = this.#versions.get(key);
		return versions?.[this.#indexAt(versions, step)]?.value as T | undefined;
	}

	/** Index of the version that is in force after `step`; −1: none yet. */
	#indexAt(versions: readonly Version[], step: number): number {
		let low = 0;
		let high = versions.length;
		while (low < high) {
			const middle = (low + high) >>> 1;
			if (versions[middle]!.step <= step) {
				low = middle + 1;
			} else {
				high = middle;
			}
		}

		return low - 1;
	}

	/** All versions of a key, oldest first. */
	versions(key: string): readonly Version[] {
		return this.#versions.get(key) ?? [];
	}

	/** Keys under a prefix that have a value after `step` (default: now), sorted. */
	keys(prefix: string, step = Number.POSITIVE_INFINITY): string[] {
		const ordered = this.#inOrder();
		let low = 0;
		let high = ordered.length;
		while (low < high) {
			const middle = (low + high) >>> 1;
			if (ordered[middle]! < prefix) {
				low = middle + 1;
			} else {
				high = middle;
			}
		}

		const keys: string[] = [];
		for (let index = low; index < ordered.length; index++) {
			const key = ordered[index]!;
			if (!key.startsWith(prefix)) {
				break;
			}

			const versions = this.#versions.get(key);
			if (versions?.[this.#indexAt(versions, step)]?.value !== undefined) {
				keys.push(key);
			}
		}

		return keys;
	}

	#inOrder(): readonly string[] {
		if (!this.keepsHistory) {
			return [...this.#versions.keys()].sort();
		}

		if (this.#added.length > 0) {
			this.#ordered = [...this.#ordered, ...this.#added].sort();
			this.#added = [];
		}

		return this.#ordered;
	}

	/** Every write so far, oldest first; without history those of the present step. */
	get changes(): readonly Change[] {
		return this.#changes;
	}

	/** The writes that belong to the step. */
	changesAt(step: number): readonly Change[] {
		const first = this.#firstChange(step);
		let end = first;
		while (this.#changes[end]?.step === step) {
			end++;
		}

		return this.#changes.slice(first, end);
	}

	#firstChange(step: number): number {
		let low = 0;
		let high = this.#changes.length;
		while (low < high) {
			const middle = (low + high) >>> 1;
			if (this.#changes[middle]!.step < step) {
				low = middle + 1;
			} else {
				high = middle;
			}
		}

		return low;
	}
}
