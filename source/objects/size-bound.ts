import {isRecord} from '../kernel/record.js';

/** Bytes that a value may need at most when it is written: three for each character, and some for each name and number. Computing the bound takes less time than writing the value. */
export const sizeBound = (value: unknown): number => {
	if (typeof value === 'string') {
		return value.length * 3 + 8;
	}

	let sum = 24;
	if (Array.isArray(value)) {
		for (const item of value) {
			sum += sizeBound(item);
		}
	} else if (isRecord(value)) {
		for (const key in value) {
			sum += key.length * 3 + 8 + sizeBound(value[key]);
		}
	}

	return sum;
};
