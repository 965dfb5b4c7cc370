/** Stretches no longer than this are sorted by insertion. */
const longestInsertion = 12;

/** The length from which a pivot is the median of medians, and a nearly sorted range is repaired. */
const longStretch = 50;

/** The most pairs in the wrong order in a nearly sorted range. */
const mostMended = 5;

/** The most swaps in a choice among nine: then all of them are in descending order. */
const allDescending = 12;

const bitLength = (length: number): number => 32 - Math.clz32(length);

/** Marsaglia's generator of 64 bits, which Go's sort seeds with a length: its draws are the same everywhere. */
const drawsFor = (length: number): (() => number) => {
	let state = BigInt(length);
	const mask = BigInt(2 ** bitLength(length) - 1);
	return () => {
		state ^= BigInt.asUintN(64, state << 13n);
		state ^= state >> 7n;
		state ^= BigInt.asUintN(64, state << 17n);
		const drawn = Number(state & mask);
		return drawn >= length ? drawn - length : drawn;
	};
};

/** Sorts its items in place; stretches are given by their first place and the place behind their last. */
class PatternDefeatingQuicksort<T> {
	constructor(
		readonly items: T[],
		readonly less: (a: T, b: T) => boolean,
	) {}

	/** @param limit the number of tolerated bad pivots. */
	sort(from: number, end: number, limit: number): void {
		let balanced = true;
		let partitioned = true;
		while (end - from > longestInsertion) {
			if (limit === 0) {
				this.#sortByHeap(from, end);
				return;
			}

			if (!balanced) {
				this.#scatter(from, end);
				limit--;
			}

			let {pivot, order} = this.#choosePivot(from, end);
			if (order === 'descending') {
				this.#reverse(from, end);
				pivot = end - 1 - (pivot - from);
				order = 'ascending';
			}

			if (balanced && partitioned && order === 'ascending' && this.#mend(from, end)) {
				return;
			}

			if (from > 0 && !this.#less(from - 1, pivot)) {
				from = this.#partitionEqual(from, end, pivot);
				continue;
			}

			const {middle, already} = this.#partition(from, end, pivot);
			partitioned = already;
			const [left, right] = [middle - from, end - middle];
			balanced = Math.min(left, right) >= Math.floor((end - from) / 8);
			if (left < right) {
				this.sort(from, middle, limit);
				from = middle + 1;
			} else {
				this.sort(middle + 1, end, limit);
				end = middle;
			}
		}

		this.#insert(from, end);
	}

	#less(a: number, b: number): boolean {
		return this.less(this.#at(a), this.#at(b));
	}

	#at(place: number): T {
		const item = this.items[place];
		if (item === undefined) {
			throw new RangeError(`nothing to compare at ${place}`);
		}

		return item;
	}

	#swap(a: number, b: number): void {
		const item = this.#at(a);
		this.items[a] = this.#at(b);
		this.items[b] = item;
	}

	#insert(from: number, end: number): void {
		for (let next = from + 1; next < end; next++) {
			for (let place = next; place > from && this.#less(place, place - 1); place--) {
				this.#swap(place, place - 1);
			}
		}
	}

	#sortByHeap(from: number, end: number): void {
		const length = end - from;
		for (let root = Math.floor((length - 1) / 2); root >= 0; root--) {
			this.#siftDown(root, length, from);
		}

		for (let last = length - 1; last >= 0; last--) {
			this.#swap(from, from + last);
			this.#siftDown(0, last, from);
		}
	}

	#siftDown(root: number, length: number, from: number): void {
		for (let child = 2 * root + 1; child < length; child = 2 * root + 1) {
			if (child + 1 < length && this.#less(from + child, from + child + 1)) {
				child++;
			}

			if (!this.#less(from + root, from + child)) {
				return;
			}

			this.#swap(from + root, from + child);
			root = child;
		}
	}

	/** Scatters items to break patterns that cause bad pivots. */
	#scatter(from: number, end: number): void {
		const length = end - from;
		const middle = from + Math.floor(length / 4) * 2;
		const draw = drawsFor(length);
		for (const place of [middle - 1, middle, middle + 1]) {
			this.#swap(place, from + draw());
		}
	}

	#choosePivot(
		from: number,
		end: number,
	): {readonly pivot: number; readonly order: 'ascending' | 'descending' | undefined} {
		let swaps = 0;
		const ordered = (a: number, b: number): readonly [number, number] => {
			if (this.#less(b, a)) {
				swaps++;
				return [b, a];
			}

			return [a, b];
		};
		const median = (a: number, b: number, c: number): number => {
			const [low, high] = ordered(a, b);
			const [middle] = ordered(high, c);
			return ordered(low, middle)[1];
		};
		const length = end - from;
		const quarter = Math.floor(length / 4);
		const candidate = (place: number): number => (length >= longStretch ? median(place - 1, place, place + 1) : place);
		const pivot = median(candidate(from + quarter), candidate(from + quarter * 2), candidate(from + quarter * 3));
		const swapped = swaps === allDescending ? 'descending' : undefined;
		return {pivot, order: swaps === 0 ? 'ascending' : swapped};
	}

	#reverse(from: number, end: number): void {
		for (let last = end - 1; from < last; from++, last--) {
			this.#swap(from, last);
		}
	}

	/** Sorts a few items of a nearly sorted range. @returns whether all items are in order. */
	#mend(from: number, end: number): boolean {
		let next = from + 1;
		for (let mended = 0; mended < mostMended; mended++) {
			while (next < end && !this.#less(next, next - 1)) {
				next++;
			}

			if (next === end) {
				return true;
			}

			if (end - from < longStretch) {
				return false;
			}

			this.#swap(next, next - 1);
			if (next - from >= 2) {
				for (let place = next - 1; place >= 1 && this.#less(place, place - 1); place--) {
					this.#swap(place, place - 1);
				}
			}

			for (let place = next + 1; place < end && this.#less(place, place - 1); place++) {
				this.#swap(place, place - 1);
			}
		}

		return false;
	}

	/** @returns the final place of the pivot, and whether nothing moved. */
	#partition(from: number, end: number, pivot: number): {readonly middle: number; readonly already: boolean} {
		this.#swap(from, pivot);
		let [low, high] = [from + 1, end - 1];
		for (let already = true; ; already = false) {
			while (low <= high && this.#less(low, from)) {
				low++;
			}

			while (low <= high && !this.#less(high, from)) {
				high--;
			}

			if (low > high) {
				this.#swap(high, from);
				return {middle: high, already};
			}

			this.#swap(low++, high--);
		}
	}

	/** Gathers values equal to the pivot at the front. @returns the beginning of the greater values. */
	#partitionEqual(from: number, end: number, pivot: number): number {
		this.#swap(from, pivot);
		let [low, high] = [from + 1, end - 1];
		for (;;) {
			while (low <= high && !this.#less(from, low)) {
				low++;
			}

			while (low <= high && this.#less(from, high)) {
				high--;
			}

			if (low > high) {
				return low;
			}

			this.#swap(low++, high--);
		}
	}
}

/**
Sorts as Go's `sort.Sort` and `sort.Slice` do: not stably, but deterministically, so that equal items have the same order as in a Go program.

@param less need not be a consistent order.
@returns a new list.
@see https://pkg.go.dev/sort#Sort
*/
export const sortLikeGo = <T extends object>(items: readonly T[], less: (a: T, b: T) => boolean): T[] => {
	const sorted = [...items];
	new PatternDefeatingQuicksort(sorted, less).sort(0, sorted.length, bitLength(sorted.length));
	return sorted;
};
