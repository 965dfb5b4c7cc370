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

/** Keys in order, and beside them what each has been: who walks through thousands of them need not look each up. */
interface Order {
	readonly keys: readonly string[];
	readonly versions: ReadonlyArray<readonly Version[]>;
	/** The step from which on a key has had a value; `neverMind` where it was deleted once, and its versions must be looked at. */
	readonly since: readonly number[];
}

const neverMind = -2;

const merged = (
	order: Pick<Order, 'keys' | 'versions'>,
	added: ReadonlyArray<readonly [string, readonly Version[]]>,
): Pick<Order, 'keys' | 'versions'> => {
	const keys: string[] = [];
	const versions: Array<readonly Version[]> = [];
	let next = 0;
	for (const [index, key] of order.keys.entries()) {
		for (; next < added.length && added[next]![0] < key; next++) {
			keys.push(added[next]![0]);
			versions.push(added[next]![1]);
		}

		keys.push(key);
		versions.push(order.versions[index]!);
	}

	for (; next < added.length; next++) {
		keys.push(added[next]![0]);
		versions.push(added[next]![1]);
	}

	return {keys, versions};
};

/** The first index, from one on, at which the keys are not `before` any more. */
const firstIndex = (keys: readonly string[], before: (key: string) => boolean, from = 0): number => {
	let low = from;
	let high = keys.length;
	while (low < high) {
		const middle = (low + high) >>> 1;
		if (before(keys[middle]!)) {
			low = middle + 1;
		} else {
			high = middle;
		}
	}

	return low;
};

const startOf = (keys: readonly string[], prefix: string): number => firstIndex(keys, (key) => key < prefix);

const endOf = (keys: readonly string[], prefix: string, from = 0): number =>
	firstIndex(keys, (key) => key < prefix || key.startsWith(prefix), from);

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
Histories share structure, so a version costs what changed and not the whole. A ledger that keeps no history knows the present
step and the one before: what runs for days and is never looked back at stays small.
*/
export class Ledger {
	readonly #versions = new Map<string, Write[]>();
	/** Keys that ever had a value, in order, and those that came since the order was last made: it waits until somebody looks for a prefix. */
	#ordered: Order = {keys: [], versions: [], since: []};
	/** Keys that were deleted once. */
	readonly #deleted = new Set<string>();
	#deletedKnown = 0;
	#added: string[] = [];
	/** Whether keys have been forgotten since the order was last made. */
	#forgot = false;
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
		if (!this.keepsHistory && this.#changes.length > 0) {
			this.#forget(step - 1);
		}
	}

	/** Drops what only tells of the time before `step`. */
	#forget(step: number): void {
		const first = this.#firstChange(step);
		for (const {key} of this.#changes.splice(0, first)) {
			const versions = this.#versions.get(key);
			if (!versions) {
				continue;
			}

			const inForce = this.#indexAt(versions, step - 1);
			if (inForce === versions.length - 1 && versions[inForce]!.value === undefined) {
				this.#versions.delete(key);
				this.#deleted.delete(key);
				this.#forgot = true;
			} else if (inForce > 0) {
				versions.splice(0, inForce);
			}
		}

		if (this.#added.length > 2 * this.#versions.size + 64) {
			this.#added = this.#stillThere(this.#added);
		}
	}

	#stillThere(keys: readonly string[]): string[] {
		return [...new Set(keys)].filter((key) => this.#versions.has(key));
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

		if (value === undefined) {
			this.#deleted.add(key);
		}

		// All writes of a key share one text.
		const version = new Write(this.#step, versions?.[0]?.key ?? key, before, value);
		if (versions) {
			versions.push(version);
		} else {
			this.#added.push(key);
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
		const {keys, versions, since} = this.#inOrder();
		const end = endOf(keys, prefix);
		const found: string[] = [];
		for (let index = startOf(keys, prefix); index < end; index++) {
			const from = since[index]!;
			if (from === neverMind ? this.#valueAt(versions[index]!, step) !== undefined : from <= step) {
				found.push(keys[index]!);
			}
		}

		return found;
	}

	/** The same with their values. */
	entries<T = unknown>(prefix: string, step = Number.POSITIVE_INFINITY): Array<readonly [key: string, value: T]> {
		const {keys, versions} = this.#inOrder();
		const end = endOf(keys, prefix);
		const found: Array<readonly [string, T]> = [];
		for (let index = startOf(keys, prefix); index < end; index++) {
			const value = this.#valueAt(versions[index]!, step);
			if (value !== undefined) {
				found.push([keys[index]!, value as T]);
			}
		}

		return found;
	}

	/** Keys under a prefix that ever had a value, sorted. */
	everyKey(prefix: string): readonly string[] {
		const {keys} = this.#inOrder();
		return keys.slice(startOf(keys, prefix), endOf(keys, prefix));
	}

	/** What lies right below a prefix that ends with a slash, and has ever had something below it: `deployment` of `/components/controller-manager/`. */
	folders(prefix: string): string[] {
		const {keys} = this.#inOrder();
		const end = endOf(keys, prefix);
		const found: string[] = [];
		for (let index = startOf(keys, prefix); index < end;) {
			const key = keys[index]!;
			const slash = key.indexOf('/', prefix.length);
			if (slash === -1) {
				index++;
			} else {
				found.push(key.slice(prefix.length, slash));
				index = endOf(keys, key.slice(0, slash + 1), index);
			}
		}

		return found;
	}

	#valueAt(versions: readonly Version[], step: number): unknown {
		const last = versions.at(-1)!;
		// Most looks are at the end of the tape, or at keys that have not changed since.
		return last.step <= step ? last.value : versions[this.#indexAt(versions, step)]?.value;
	}

	#inOrder(): Order {
		if (this.#forgot) {
			const kept = [...this.#ordered.keys.keys()].filter(
				(index) => this.#versions.get(this.#ordered.keys[index]!) === this.#ordered.versions[index],
			);
			this.#ordered = {
				keys: kept.map((index) => this.#ordered.keys[index]!),
				versions: kept.map((index) => this.#ordered.versions[index]!),
				since: kept.map((index) => this.#ordered.since[index]!),
			};
			this.#added = this.#stillThere(this.#added);
			this.#forgot = false;
			// A key that is gone was a deleted one that is not to be looked for any more.
			this.#deletedKnown = -1;
		}

		if (this.#added.length > 0 || this.#deletedKnown !== this.#deleted.size) {
			const {keys, versions} = merged(
				this.#ordered,
				this.#added.sort().map((key) => [key, this.#versions.get(key)!] as const),
			);
			const since = keys.map((key, index) => (this.#deleted.has(key) ? neverMind : versions[index]![0]!.step));
			this.#ordered = {keys, versions, since};
			this.#added = [];
			this.#deletedKnown = this.#deleted.size;
		}

		return this.#ordered;
	}

	/** Every write so far, oldest first; without history those of the present step and the one before. */
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
