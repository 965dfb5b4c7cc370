import {isRecord} from './record.js';

/**
Whether two JSON values are equal at every depth, regardless of the order of keys. A field that is `undefined` counts as missing;
`null` and an empty list do not. Parts with the same reference are not compared.
*/
export const equal = (a: unknown, b: unknown): boolean => {
	if (a === b) {
		return true;
	}

	if (Array.isArray(a)) {
		if (!Array.isArray(b) || a.length !== b.length) {
			return false;
		}

		for (let index = 0; index < a.length; index++) {
			if (!equal(a[index], b[index])) {
				return false;
			}
		}

		return true;
	}

	if (!isRecord(a) || !isRecord(b)) {
		return false;
	}

	let keys = 0;
	for (const key in a) {
		if (a[key] !== undefined) {
			keys++;
			if (!equal(a[key], b[key])) {
				return false;
			}
		}
	}

	for (const key in b) {
		if (b[key] !== undefined) {
			keys--;
		}
	}

	return keys === 0;
};

/** Whether two objects are {@link equal} in all their fields but one. */
export const equalBeside = (a: unknown, b: unknown, except: string): boolean => {
	if (a === b) {
		return true;
	}

	if (!isRecord(a) || !isRecord(b)) {
		return false;
	}

	for (const key in a) {
		if (key !== except && !equal(a[key], b[key])) {
			return false;
		}
	}

	for (const key in b) {
		if (key !== except && b[key] !== undefined && a[key] === undefined) {
			return false;
		}
	}

	return true;
};

const isNothing = (value: unknown): boolean =>
	value === undefined || value === null || (Array.isArray(value) && value.length === 0);

/**
Like {@link equal}, but a missing value, `null` and an empty list are equal, as in Go programs, which cannot distinguish them. An empty
object counts as a value: it may be a pointer to a value without set fields.

@mirrors k8s.io/apimachinery/pkg/api/equality Semantic.DeepEqual
*/
export const semanticEqual = (a: unknown, b: unknown): boolean => {
	if (a === b) {
		return true;
	}

	if (isNothing(a) || isNothing(b)) {
		return isNothing(a) && isNothing(b);
	}

	if (Array.isArray(a)) {
		if (!Array.isArray(b) || a.length !== b.length) {
			return false;
		}

		for (let index = 0; index < a.length; index++) {
			if (!semanticEqual(a[index], b[index])) {
				return false;
			}
		}

		return true;
	}

	if (!isRecord(a) || !isRecord(b)) {
		return false;
	}

	for (const key in a) {
		if (!semanticEqual(a[key], b[key])) {
			return false;
		}
	}

	for (const key in b) {
		if (!(key in a) && !isNothing(b[key])) {
			return false;
		}
	}

	return true;
};

/**
The range in which two lists differ: before `start`, and from `end` of one and `otherEnd` of the other, they have the same references. It
serves lists of thousands of frozen items of which a write changes one.
*/
export const differingRange = (
	one: readonly unknown[],
	other: readonly unknown[],
): {readonly start: number; readonly end: number; readonly otherEnd: number} => {
	let end = one.length;
	let otherEnd = other.length;
	const shorter = Math.min(end, otherEnd);
	let start = 0;
	while (start < shorter && one[start] === other[start]) {
		start++;
	}

	while (end > start && otherEnd > start && one[end - 1] === other[otherEnd - 1]) {
		end--;
		otherEnd--;
	}

	return {start, end, otherEnd};
};
