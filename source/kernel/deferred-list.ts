const mark = Symbol('deferred list');

interface Marked {
	readonly [mark]: unknown;
}

const isMarked = (value: unknown): value is Marked => Array.isArray(value) && mark in value;

/**
A frozen list whose items are computed when its length or an item is first read.

For values that are costly to compute, present in most objects, and rarely read. Copying the object that contains the list,
or comparing the list by identity, does not count as reading. Such a list is never empty; it cannot be cloned structurally.
*/
export abstract class DeferredList<T extends object> implements ProxyHandler<T[]> {
	/** The list for its readers. */
	readonly list: readonly T[];
	readonly #items: T[] = [];

	constructor() {
		this.list = new Proxy(this.#items, this);
	}

	/** Makes the items: at least one, all deeply frozen. They must not depend on the time of the call. */
	protected abstract make(): readonly T[];

	/** Whether no item has been read so far. */
	get isOpen(): boolean {
		return this.#items.length === 0;
	}

	/** The items themselves, for code that reads many of them; computed if necessary. */
	get items(): readonly T[] {
		return this.#made();
	}

	#made(): T[] {
		const items = this.#items;
		if (items.length === 0) {
			for (const item of this.make()) {
				items.push(item);
			}

			Object.freeze(items);
		}

		return items;
	}

	has(_: T[], key: string | symbol): boolean {
		return key === mark || Reflect.has(this.#made(), key);
	}

	get(_: T[], key: string | symbol): unknown {
		return key === mark ? this : Reflect.get(this.#made(), key);
	}

	ownKeys(): Array<string | symbol> {
		return Reflect.ownKeys(this.#made());
	}

	getOwnPropertyDescriptor(_: T[], key: string | symbol): PropertyDescriptor | undefined {
		return Reflect.getOwnPropertyDescriptor(this.#made(), key);
	}

	// A caller that tries to change it gets the error of a frozen list.
	set(_: T[], key: string | symbol, value: unknown): boolean {
		return Reflect.set(this.#made(), key, value);
	}

	defineProperty(_: T[], key: string | symbol, descriptor: PropertyDescriptor): boolean {
		return Reflect.defineProperty(this.#made(), key, descriptor);
	}

	deleteProperty(_: T[], key: string | symbol): boolean {
		return Reflect.deleteProperty(this.#made(), key);
	}

	preventExtensions(): boolean {
		return Object.isFrozen(this.#made());
	}
}

/** The deferral behind a list; `undefined` for any other value. */
export const deferralOf = (value: unknown): DeferredList<object> | undefined => {
	const found = isMarked(value) ? value[mark] : undefined;
	return found instanceof DeferredList ? found : undefined;
};

/** Whether a value is a deferred list of which no item has been read. */
export const isDeferred = (value: unknown): boolean => deferralOf(value)?.isOpen === true;
