import {matches, replaced, withoutMatch} from './pattern.js';
import type {Operation} from './syntax/tree.js';

/** A value of a parameter; a list is `$@` or all elements of an array. */
export type Value = string | undefined | {readonly list: readonly string[]; readonly joins: boolean};

/** `${#name}`: characters, or elements. */
export const lengthOf = (value: Value): number =>
	typeof value === 'object' ? value.list.length : (value ?? '').length;

/** The part from an offset, which counts from the end if negative. */
export const sliced = <T extends {readonly length: number}>(
	value: T,
	offset: number,
	length: number | undefined,
	slice: (value: T, from: number, to: number | undefined) => T,
): T => {
	const from = offset < 0 ? value.length + offset : offset;
	if (from < 0) {
		return slice(value, 0, 0);
	}

	if (length === undefined) {
		return slice(value, from, undefined);
	}

	return slice(value, from, Math.max(from, length < 0 ? value.length + length : from + length));
};

/** The result of an operation with a pattern on a text. */
export const changed = (
	text: string,
	operation: Extract<Operation, {readonly kind: 'remove' | 'replace' | 'case'}>,
	pattern: string,
	replacement: string,
): string => {
	switch (operation.kind) {
		case 'remove': {
			const {operator} = operation;
			return withoutMatch(text, pattern, operator.startsWith('#') ? 'start' : 'end', operator.length === 2);
		}

		case 'replace': {
			return replaced(text, pattern, replacement, operation);
		}

		case 'case': {
			const {operator} = operation;
			const change = (character: string): string => {
				if (pattern !== '' && !matches(pattern, character)) {
					return character;
				}

				if (operator.startsWith('^')) {
					return character.toUpperCase();
				}

				return character.toLowerCase();
			};
			return operator.length === 2 ? text.replaceAll(/./gs, change) : text.replace(/^./s, change);
		}
	}
};
