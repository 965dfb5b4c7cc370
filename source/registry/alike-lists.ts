import {differingRange} from '../kernel/equality.js';

/** The part of a list from `start` up to, not including, `end`. */
export interface Part {
	readonly start: number;
	readonly end: number;
}

/**
Frozen lists that were valid, found again by their first item: in the next version of such a list, only the changed part has to be
checked. A find does not change the result: without it, the whole list is read, with the same outcome.
*/
export class AlikeLists {
	readonly #byFirst = new WeakMap<object, readonly unknown[]>();

	/**
	The part of the list that is not in the list that began alike.

	@param isGood whether that list is good enough for the present question; by default every list is that was added.
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

	/** Everything in the list is right. Lists and items that can still change are not kept. @param looked the part that was read. */
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
