import {differingRange} from '../kernel/equality.js';

/** The part of a list from `start` (inclusive) to `end` (exclusive). */
export interface Part {
	readonly start: number;
	readonly end: number;
}

/**
Frozen lists that were valid, found by their first item: in the next version of such a list, only the changed part must be checked. A match
only saves time: without it, the whole list is read, with the same result.
*/
export class AlikeLists {
	readonly #byFirst = new WeakMap<object, readonly unknown[]>();

	/**
	The part of the list that differs from the known list with the same beginning.

	@param isGood whether that list is valid for the present question; by default, every added list is.
	*/
	unknownPart(list: readonly unknown[], isGood: (before: readonly unknown[]) => boolean = always): Part {
		const [first] = list;
		const before = isObject(first) ? this.#byFirst.get(first) : undefined;
		if (!before || !isGood(before)) {
			return {start: 0, end: list.length};
		}

		const {start, otherEnd} = differingRange(before, list);
		return {start, end: otherEnd};
	}

	/** Adds a valid list; mutable lists and items are not kept. @param looked the part that was read. */
	add(list: readonly unknown[], {start, end}: Part): void {
		const [first] = list;
		if (!isObject(first) || !Object.isFrozen(list)) {
			return;
		}

		for (let index = start; index < end; index++) {
			if (!Object.isFrozen(list[index])) {
				return;
			}
		}

		this.#byFirst.set(first, list);
	}
}

const always = () => true;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
