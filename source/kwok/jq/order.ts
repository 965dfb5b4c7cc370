import {isRecord} from '../../kernel/record.js';

/** Whether a value is an array. */
export const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

/** The name of a type, as jq writes it. */
export const typeName = (value: unknown): string => {
	if (value === null || value === undefined) {
		return 'null';
	}

	if (Array.isArray(value)) {
		return 'array';
	}

	return typeof value;
};

/** The order of types; `false` comes before `true`. */
const rankOf = (value: unknown): number =>
	value === true ? 2 : ['null', 'boolean', '', 'number', 'string', 'array', 'object'].indexOf(typeName(value));

const signOf = <T extends string | number>(a: T, b: T): number => Number(a > b) - Number(a < b);

/** Compares arrays item by item, then by length. */
const compareLists = (a: readonly unknown[], b: readonly unknown[]): number => {
	for (const [at, item] of a.entries()) {
		const sign = at < b.length ? compareValues(item, b[at]) : 1;
		if (sign !== 0) {
			return sign;
		}
	}

	return a.length - b.length;
};

/** The order of all values. @mirrors gojq Compare */
export const compareValues = (a: unknown, b: unknown): number => {
	const byType = rankOf(a) - rankOf(b);
	if (byType !== 0) {
		return byType;
	}

	if (typeof a === 'number' && typeof b === 'number') {
		return signOf(a, b);
	}

	if (typeof a === 'string' && typeof b === 'string') {
		return signOf(a, b);
	}

	if (Array.isArray(a) && Array.isArray(b)) {
		return compareLists(a, b);
	}

	if (isRecord(a) && isRecord(b)) {
		const [own, other] = [Object.keys(a).sort(), Object.keys(b).sort()];
		return (
			compareLists(own, other) ||
			compareLists(
				own.map((key) => a[key]),
				other.map((key) => b[key]),
			)
		);
	}

	return 0;
};
