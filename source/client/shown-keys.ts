const shownKeys = 100;

// The tape keeps every state of every queue, and most of these states are almost empty.
const none: readonly string[] = Object.freeze([]);
const nothing: Readonly<Record<string, number>> = Object.freeze({});

const firstOf = (keys: Iterable<string>): readonly string[] => {
	const first: string[] = [];
	for (const key of keys) {
		if (first.length === shownKeys) {
			break;
		}

		first.push(key);
	}

	// A copy has no room for more.
	return [...first];
};

/** Keys in the order of arrival, with the array that the ledger shows, which stays the same until a shown key changes. */
export class ShownKeys {
	readonly #keys = new Set<string>();
	#shown: readonly string[] | undefined = none;

	get size(): number {
		return this.#keys.size;
	}

	has(key: string): boolean {
		return this.#keys.has(key);
	}

	add(key: string): void {
		if (this.#keys.size < shownKeys) {
			this.#shown = undefined;
		}

		this.#keys.add(key);
	}

	/** @returns true if the key existed. */
	delete(key: string): boolean {
		const was = this.#keys.delete(key);
		if (was) {
			this.#shown = this.#keys.size === 0 ? none : undefined;
		}

		return was;
	}

	/** The first hundred. */
	get shown(): readonly string[] {
		this.#shown ??= firstOf(this.#keys);
		return this.#shown;
	}
}

/** Values by key, with a number for each in the ledger's record, which stays the same until a shown number changes. */
export class ShownNumbers<T> {
	readonly #items = new Map<string, T>();
	#shown: Readonly<Record<string, number>> | undefined = nothing;

	constructor(readonly numberOf: (item: T) => number) {}

	get(key: string): T | undefined {
		return this.#items.get(key);
	}

	values(): Iterable<T> {
		return this.#items.values();
	}

	set(key: string, item: T): void {
		if (this.#items.size < shownKeys || this.#items.has(key)) {
			this.#shown = undefined;
		}

		this.#items.set(key, item);
	}

	/** @returns true if the key existed. */
	delete(key: string): boolean {
		const was = this.#items.delete(key);
		if (was) {
			this.#shown = this.#items.size === 0 ? nothing : undefined;
		}

		return was;
	}

	/** The numbers of the first hundred keys. */
	get shown(): Readonly<Record<string, number>> {
		if (!this.#shown) {
			const shown: Record<string, number> = {};
			let count = 0;
			for (const [key, item] of this.#items) {
				if (count++ === shownKeys) {
					break;
				}

				shown[key] = this.numberOf(item);
			}

			this.#shown = shown;
		}

		return this.#shown;
	}
}
