import {isDeferred} from '../kernel/deferred-list.js';
import {differingRange} from '../kernel/equality.js';
import {isRecord} from '../kernel/record.js';

/** The bound of all items of a list. */
interface Sum {
	readonly list: readonly unknown[];
	readonly bytes: number;
}

/** Frozen long lists, by their first items: the next version of such a list differs in a few items. */
const sums = new WeakMap<object, Sum>();

/** The shortest length of a list whose sum is cached. */
const long = 16;

const boundOfPart = (list: readonly unknown[], start: number, end: number): number => {
	let bytes = 0;
	for (let index = start; index < end; index++) {
		bytes += sizeBound(list[index]);
	}

	return bytes;
};

const isFrozenPart = (list: readonly unknown[], start: number, end: number): boolean => {
	for (let index = start; index < end; index++) {
		if (!Object.isFrozen(list[index])) {
			return false;
		}
	}

	return Object.isFrozen(list);
};

/** The bound of a long list's items. If a known list begins equally, only the differences are read. */
const boundOfLong = (list: readonly unknown[]): number => {
	const [first] = list;
	if (!isRecord(first)) {
		return boundOfPart(list, 0, list.length);
	}

	const before = sums.get(first);
	if (before?.list === list) {
		return before.bytes;
	}

	const {start, end, otherEnd} = before ? differingRange(before.list, list) : {start: 0, end: 0, otherEnd: list.length};
	const gone = before ? boundOfPart(before.list, start, end) : 0;
	const bytes = (before?.bytes ?? 0) - gone + boundOfPart(list, start, otherEnd);
	if (isFrozenPart(list, start, otherEnd)) {
		sums.set(first, {list, bytes});
	}

	return bytes;
};

/**
The most bytes that a written value needs: three per character, and some per name and number. Computing the bound takes less time than writing the value.

A deferred list counts as empty: reading it would compute its items.
*/
export const sizeBound = (value: unknown): number => {
	if (typeof value === 'string') {
		return value.length * 3 + 8;
	}

	let sum = 24;
	if (isDeferred(value)) {
		return sum;
	}

	if (Array.isArray(value)) {
		sum += value.length < long ? boundOfPart(value, 0, value.length) : boundOfLong(value);
	} else if (isRecord(value)) {
		for (const key in value) {
			sum += key.length * 3 + 8 + sizeBound(value[key]);
		}
	}

	return sum;
};
