import {isRecord} from '../kernel/record.js';
import {formatError} from '../objects/field-error.js';
import {setDefaults, validateCreate} from './intake.js';

/** A change of a valid object, and the beginnings of its errors; empty if the value is the last allowed one. */
export type Change = readonly [path: string, value: unknown, ...errors: string[]];

/** A copy of an object with another value at a path such as `spec.rules.0.verbs`. */
export const changed = (object: unknown, [first = '', ...rest]: readonly string[], value: unknown): object => {
	if (Array.isArray(object)) {
		return object.map((item: unknown, index) =>
			String(index) === first ? (rest.length === 0 ? value : changed(item, rest, value)) : item,
		);
	}

	const fields = isRecord(object) ? object : {};
	return {...fields, [first]: rest.length === 0 ? value : changed(fields[first], rest, value)};
};

/** The apiserver's errors about a new object, one per line. */
export const errorsOf = (object: object): readonly string[] =>
	validateCreate(setDefaults(structuredClone(object))).map((error) => formatError(error));
