import {isRecord} from '../kernel/record.js';

/** A value as an error names it: `5`, `an array`, `undefined`. */
const shown = (value: unknown): string => {
	if (Array.isArray(value)) {
		return 'an array';
	}

	if (typeof value === 'object' && value !== null) {
		return 'an object';
	}

	if (typeof value === 'function') {
		return 'a function';
	}

	if (typeof value === 'string') {
		return JSON.stringify(value);
	}

	return String(value);
};

/** Reports the argument and method of a wrong type, and the correct form. */
export const wrong = (method: string, name: string, wanted: string, value: unknown): TypeError =>
	new TypeError(`${method}: ${name} must be ${wanted}, not ${shown(value)}`);

/** @throws {TypeError} when an argument is not text. @param wanted how it is written: `text such as "pods/web"`. */
export const checkText = (method: string, name: string, wanted: string, value: unknown): void => {
	if (typeof value !== 'string') {
		throw wrong(method, name, wanted, value);
	}
};

/** Checks that an argument is a number from 0. @throws {TypeError} otherwise. */
export const checkNumber = (method: string, name: string, wanted: string, value: unknown): void => {
	if (typeof value !== 'number' || Number.isNaN(value) || value < 0) {
		throw wrong(method, name, wanted, value);
	}
};

/** Checks that an argument is an array. @throws {TypeError} otherwise. */
export const checkList = (method: string, name: string, wanted: string, value: unknown): void => {
	if (!Array.isArray(value)) {
		throw wrong(method, name, wanted, value);
	}
};

/** An argument that is an object with fields. @throws {TypeError} otherwise. */
export const checkRecord = (
	method: string,
	name: string,
	wanted: string,
	value: unknown,
): Readonly<Record<string, unknown>> => {
	if (!isRecord(value)) {
		throw wrong(method, name, wanted, value);
	}

	return value;
};

/** Checks that an argument is a function. @throws {TypeError} otherwise. */
export const checkFunction = (method: string, name: string, wanted: string, value: unknown): void => {
	if (typeof value !== 'function') {
		throw wrong(method, name, wanted, value);
	}
};
