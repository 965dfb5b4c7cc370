import {invalid, notSupported, required, type FieldError} from '../../objects/field-error.js';
import {
	dnsLabelErrors,
	labelValueErrors,
	portNameErrors,
	portNumberErrors,
	qualifiedNameErrors,
} from '../../objects/names.js';
import {compareQuantities} from '../../objects/quantity.js';
import {semanticEqual} from '../../kernel/equality.js';

/** The errors found so far; each check adds to them. */
export type Errors = FieldError[];

/** A field that may hold a number or a name: a port, a percentage. */
export type NumberOrText = number | string;

/** Adds one error for each message. */
export const refuseEach = (errors: Errors, field: string, value: unknown, messages: readonly string[]): void => {
	for (const message of messages) {
		errors.push(invalid(field, value, message));
	}
};

/** Whether a text or list is not empty; adds an error if it is empty. */
export const requireValue = <T extends {readonly length: number}>(
	errors: Errors,
	field: string,
	value: T | null | undefined,
	detail = '',
): value is T => {
	if (value && value.length > 0) {
		return true;
	}

	errors.push(required(field, detail));
	return false;
};

/** Checks that a text is in a list, which is shown in the given order. */
export const checkSupported = (
	errors: Errors,
	field: string,
	value: string | undefined,
	supported: readonly string[],
): void => {
	if (!supported.includes(value ?? '')) {
		errors.push(notSupported(field, value ?? '', supported));
	}
};

/** Checks that a text is in a list; an empty text is a missing value. */
export const requireSupported = (
	errors: Errors,
	field: string,
	value: string | undefined,
	supported: readonly string[],
): void => {
	if (value) {
		checkSupported(errors, field, value, supported);
	} else {
		errors.push(required(field));
	}
};

export const checkNonNegative = (errors: Errors, field: string, value: number | undefined): void => {
	if (value !== undefined && value < 0) {
		errors.push(invalid(field, value, 'must be greater than or equal to 0'));
	}
};

export const checkPositive = (errors: Errors, field: string, value: number | undefined): void => {
	if ((value ?? 0) <= 0) {
		errors.push(invalid(field, value ?? 0, 'must be greater than zero'));
	}
};

export const checkRange = (
	errors: Errors,
	field: string,
	value: number | undefined,
	lowest: number,
	highest: number,
): void => {
	if (value !== undefined && (value < lowest || value > highest)) {
		errors.push(invalid(field, value, `must be between ${lowest} and ${highest}, inclusive`));
	}
};

export const checkDNSLabel = (errors: Errors, field: string, value: string): void => {
	refuseEach(errors, field, value, dnsLabelErrors(value));
};

/** The key of a label, taint, topology. */
export const checkLabelKey = (errors: Errors, field: string, key: string): void => {
	refuseEach(errors, field, key, qualifiedNameErrors(key));
};

export const checkLabels = (
	errors: Errors,
	field: string,
	labels: Readonly<Record<string, string>> | undefined,
): void => {
	for (const key in labels) {
		refuseEach(errors, field, key, qualifiedNameErrors(key));
		refuseEach(errors, field, labels[key], labelValueErrors(labels[key] ?? ''));
	}
};

export const checkPort = (errors: Errors, field: string, port: NumberOrText): void => {
	refuseEach(errors, field, port, typeof port === 'number' ? portNumberErrors(port) : portNameErrors(port));
};

/** A quantity that is not negative. */
export const checkNonNegativeQuantity = (errors: Errors, field: string, quantity: string): void => {
	if (compareQuantities(quantity, 0) < 0) {
		errors.push(invalid(field, quantity, 'must be greater than or equal to 0'));
	}
};

/** A path without `..` in it. */
export const checkNoBacksteps = (errors: Errors, field: string, path: string): void => {
	if (path.split('/').includes('..')) {
		errors.push(invalid(field, path, "must not contain '..'"));
	}
};

/** A relative path that stays below where it starts. */
export const checkDescendingPath = (errors: Errors, field: string, path: string): void => {
	if (path.startsWith('/')) {
		errors.push(invalid(field, path, 'must be a relative path'));
	}

	checkNoBacksteps(errors, field, path);
};

/** A relative path that stays below where it starts, without names that start like the hidden folders of projected volumes. */
export const checkLocalPath = (errors: Errors, field: string, path: string): void => {
	checkDescendingPath(errors, field, path);
	if (path.startsWith('..') && !path.startsWith('../')) {
		errors.push(invalid(field, path, "must not start with '..'"));
	}
};

/** A field that must not change. */
export const checkImmutable = (errors: Errors, field: string, value: unknown, old: unknown): void => {
	if (!semanticEqual(value, old)) {
		errors.push(invalid(field, value ?? null, 'field is immutable'));
	}
};

/** A value as Go writes it in a message: with sorted keys, without those that have no value. */
export const sorted = (value: unknown): unknown => {
	if (Array.isArray(value)) {
		return value.map((item) => sorted(item));
	}

	if (typeof value !== 'object' || value === null) {
		return value;
	}

	return Object.fromEntries(
		Object.keys(value)
			.sort()
			.map((key) => [key, sorted(Reflect.get(value, key))]),
	);
};
