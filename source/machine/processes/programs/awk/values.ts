import {AwkError, type Expression} from './tree.js';

/** A value: input that looks like a number counts as one. */
export type Value = string | number;

/** A value as a number: the number at the start of its text. */
export const numberOf = (value: Value | undefined): number =>
	typeof value === 'number'
		? value
		: Number.parseFloat(/^\s*[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?/.exec(value ?? '')?.[0] ?? '0');

/** Whether a value compares as a number. */
const looksNumeric = (value: Value): boolean =>
	typeof value === 'number' || /^\s*[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?\s*$/.test(value);

/** Whether a value holds as a condition. */
export const isTrue = (value: Value): boolean => {
	if (typeof value === 'number') {
		return value !== 0;
	}

	if (looksNumeric(value)) {
		return Number(value) !== 0;
	}

	return value !== '';
};

/** A value as text: numbers as `CONVFMT` has them, `%.6g`. */
export const asText = (value: Value | undefined): string => {
	if (typeof value !== 'number') {
		return value ?? '';
	}

	return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(6)));
};

/** Compares values that look like numbers as numbers, and others as text. A text literal in the program is never a number. */
export const compared = (
	operator: string,
	first: Value,
	second: Value,
	left: Expression,
	right: Expression,
): boolean => {
	const numeric = looksNumeric(first) && looksNumeric(second) && left.kind !== 'text' && right.kind !== 'text';
	const isUnset = (value: Value, expression: Expression): boolean => value === '' && expression.kind !== 'text';
	const asNumbers =
		numeric ||
		(isUnset(first, left) && typeof second === 'number') ||
		(isUnset(second, right) && typeof first === 'number');
	const [a, b] = asNumbers ? [numberOf(first), numberOf(second)] : [asText(first), asText(second)];
	if (operator === '<') {
		return a < b;
	}

	if (operator === '<=') {
		return a <= b;
	}

	if (operator === '>') {
		return a > b;
	}

	if (operator === '>=') {
		return a >= b;
	}

	return (a === b) === (operator === '==');
};

/** The value of an arithmetic operator. @throws {AwkError} for a division by zero. */
export const computed = (operator: string, left: number, right: number): number => {
	switch (operator) {
		case '+': {
			return left + right;
		}

		case '-': {
			return left - right;
		}

		case '*': {
			return left * right;
		}

		case '^': {
			return left ** right;
		}

		default: {
			if (right === 0) {
				throw new AwkError('division by zero');
			}

			return operator === '/' ? left / right : left % right;
		}
	}
};
