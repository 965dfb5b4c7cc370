import type {EndpointAddress} from '../../objects/kubernetes.generated.js';

/** An address with its place in the order. */
export interface Placed {
	readonly address: EndpointAddress;
	/** Addresses are in the order of these texts, equal ones in that of `order`. */
	readonly key: string;
	readonly order: number;
}

const isBefore = (one: Placed, other: Placed): boolean =>
	one.key === other.key ? one.order < other.order : one.key < other.key;

/** Addresses in order, which change one by one. */
export class SortedAddresses {
	readonly #items: Placed[] = [];
	/** The addresses of the items: a list of them is a copy. */
	readonly #addresses: EndpointAddress[] = [];
	#shown: readonly EndpointAddress[] = Object.freeze([]);
	#isStale = false;

	get size(): number {
		return this.#items.length;
	}

	add(item: Placed): void {
		const place = this.#placeOf(item);
		this.#items.splice(place, 0, item);
		this.#addresses.splice(place, 0, item.address);
		this.#isStale = true;
	}

	delete(item: Placed): void {
		const place = this.#placeOf(item);
		if (this.#items[place] === item) {
			this.#items.splice(place, 1);
			this.#addresses.splice(place, 1);
			this.#isStale = true;
		}
	}

	clear(): void {
		this.#items.length = 0;
		this.#addresses.length = 0;
		this.#isStale = true;
	}

	/** The first addresses, at most `limit`, frozen: the same list as before if its addresses are unchanged. */
	first(limit: number): readonly EndpointAddress[] {
		const length = Math.min(limit, this.#items.length);
		if (!this.#isStale && this.#shown.length === length) {
			return this.#shown;
		}

		this.#isStale = false;
		let isSame = this.#shown.length === length;
		for (let index = 0; index < length && isSame; index++) {
			isSame = this.#addresses[index] === this.#shown[index];
		}

		if (!isSame) {
			this.#shown = Object.freeze(this.#addresses.slice(0, length));
		}

		return this.#shown;
	}

	/** The place of the item, or the place where it belongs. */
	#placeOf(item: Placed): number {
		let low = 0;
		let high = this.#items.length;
		while (low < high) {
			const middle = (low + high) >> 1;
			const other = this.#items[middle];
			if (other && isBefore(other, item)) {
				low = middle + 1;
			} else {
				high = middle;
			}
		}

		return low;
	}
}
