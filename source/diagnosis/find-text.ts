import {partsOf} from '../kernel/record.js';
import type {FieldPath} from './symptom.js';

/** A text in an object, and the path of its field. */
export interface FoundText {
	readonly field: FieldPath;
	readonly text: string;
}

/** The first text below a value that matches, in the order in which the object has its fields. */
export const findText = (
	value: unknown,
	isMeant: (text: string, field: FieldPath) => boolean,
	path: FieldPath = [],
): FoundText | undefined => {
	if (typeof value === 'string') {
		return isMeant(value, path) ? {field: path, text: value} : undefined;
	}

	const inside = partsOf(value);
	for (const [key, item] of inside) {
		const found = findText(item, isMeant, [...path, key]);
		if (found) {
			return found;
		}
	}

	return undefined;
};
