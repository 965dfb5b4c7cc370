import {overload, type Overload} from '../function.js';
import {memoised} from '../../kernel/memoised.js';
import {OutOfBudget} from '../step.js';
import {CelError, characterCount, elementsOf, List, type ListValue} from '../value.js';
import {PatternError, readPattern, type Pattern} from '../pattern.js';
import {quote} from './show.js';
import {format} from './string-format.js';

const traversed = (text: string): number => Math.max(1, Math.ceil(characterCount(text) / 10));

/** @throws {CelError} if the text is not a regular expression. */
const pattern = (source: string): Pattern => {
	try {
		return readPattern(source);
	} catch (error) {
		throw error instanceof PatternError ? new CelError(error.message) : error;
	}
};

/** Whether a text is a valid regular expression. */
export const isPattern = (source: string): boolean => {
	try {
		pattern(source);
		return true;
	} catch {
		return false;
	}
};

const outOfRange = (index: bigint): CelError => new CelError(`index out of range: ${index}`);

/** Whether each character is one unit of the text: then what counts units may be used. */
const isPlain = (text: string): boolean => characterCount(text) === text.length;

/** The characters of a text outside ASCII; kept for the last texts, since an expression often reads one again. */
const characters = memoised((text: string): readonly string[] => [...text], 2);

/** The characters of a text, as units that can be counted and cut. */
const charactersOf = (
	text: string,
): {readonly length: number; readonly slice: (from: number, to?: number) => string} =>
	isPlain(text)
		? text
		: {length: characters(text).length, slice: (from, to) => characters(text).slice(from, to).join('')};

const indexOf = (text: string, part: string, from: bigint): bigint => {
	const [where, what] = [charactersOf(text), charactersOf(part)];
	if (from < 0n || from >= where.length) {
		if (what.length === 0 && from === BigInt(where.length)) {
			return from;
		}

		if (from !== 0n) {
			throw outOfRange(from);
		}
	}

	if (isPlain(text)) {
		return BigInt(text.indexOf(part, Number(from)));
	}

	const before = where.slice(0, Number(from));
	const at = text.indexOf(part, before.length);
	return at === -1 ? -1n : BigInt(characterCount(text.slice(0, at)));
};

const lastIndexOf = (text: string, part: string, from?: bigint): bigint => {
	const [where, what] = [charactersOf(text), charactersOf(part)];
	if (from !== undefined && (from < 0n || from >= where.length)) {
		throw outOfRange(from);
	}

	if (what.length === 0) {
		return from ?? BigInt(where.length);
	}

	const start = Math.min(Number(from ?? where.length), where.length - what.length);
	if (start < 0) {
		return -1n;
	}

	const at = text.lastIndexOf(part, where.slice(0, start).length);
	return at === -1 ? -1n : BigInt(characterCount(text.slice(0, at)));
};

/**
The most characters of a text: reading a longer one would exceed any cost limit, since a character costs a tenth and an expression may cost
1,000,000. Simplified: upstream makes the text and stops at the next operation.
*/
const maxTextLength = 10_000_000;

/** @throws {OutOfBudget} when a text of this length is too long. */
const checkLength = (length: number): void => {
	if (length > maxTextLength) {
		throw new OutOfBudget('operation cancelled: actual cost limit exceeded');
	}
};

const occurrences = (text: string, part: string): number => {
	if (part === '') {
		return text.length + 1;
	}

	let count = 0;
	for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length)) {
		count++;
	}

	return count;
};

const replace = (text: string, part: string, by: string, limit = -1n): string => {
	if (by.length > part.length) {
		checkLength(text.length + occurrences(text, part) * (by.length - part.length));
	}

	let left = limit;
	return limit < 0n ? text.replaceAll(part, () => by) : text.replaceAll(part, (found) => (left-- > 0n ? by : found));
};

const split = (text: string, separator: string, limit = -1n): List => {
	if (limit === 0n) {
		return new List([]);
	}

	const parts = separator === '' ? [...text] : text.split(separator);
	return new List(
		limit < 0n || parts.length <= limit
			? parts
			: [...parts.slice(0, Number(limit) - 1), parts.slice(Number(limit) - 1).join(separator)],
	);
};

const substring = (text: string, start: bigint, end?: bigint): string => {
	const {length} = charactersOf(text);
	if (end !== undefined && start > end) {
		throw new CelError(`invalid substring range. start: ${start}, end: ${end}`);
	}

	if (start < 0n || start > length) {
		throw outOfRange(start);
	}

	if (end !== undefined && (end < 0n || end > length)) {
		throw outOfRange(end);
	}

	return charactersOf(text).slice(Number(start), end === undefined ? undefined : Number(end));
};

const join = (list: ListValue, separator = ''): string => {
	let length = 0;
	return elementsOf(list)
		.map((item) => {
			if (typeof item !== 'string') {
				throw new CelError('no such overload');
			}

			length += item.length + separator.length;
			checkLength(length);
			return item;
		})
		.join(separator);
};

const matches = (text: string, expression: string): boolean => pattern(expression).test(text);
const matchCost = (text: string, expression: string): number => traversed(text) * Math.max(1, expression.length / 4);

/** Repeated parts of the text, up to a limit. @mirrors library.Regex */
const findAll = (text: string, expression: string, limit = -1n): List => {
	const found = pattern(expression).findAll(text);
	return new List(limit < 0n ? found : found.slice(0, Number(limit)));
};

/** Functions of strings: the standard ones, cel-go's extension and Kubernetes' regular expressions. */
export const strings: readonly Overload[] = [
	overload('string::contains(string) bool', (text: string, part: string) => text.includes(part), traversed),
	overload(
		'string::startsWith(string) bool',
		(text: string, part: string) => text.startsWith(part),
		(_: string, part: string) => traversed(part),
	),
	overload(
		'string::endsWith(string) bool',
		(text: string, part: string) => text.endsWith(part),
		(_: string, part: string) => traversed(part),
	),
	overload('matches(string, string) bool', matches, matchCost),
	overload('string::matches(string) bool', matches, matchCost),
	overload(
		'string::find(string) string',
		(text: string, expression: string) => pattern(expression).find(text),
		matchCost,
	),
	overload('string::findAll(string) list(string)', findAll, matchCost),
	overload('string::findAll(string, int) list(string)', findAll, matchCost),
	overload('string::charAt(int) string', (text: string, index: bigint) => {
		const all = charactersOf(text);
		if (index < 0n || index > all.length) {
			throw outOfRange(index);
		}

		return all.slice(Number(index), Number(index) + 1);
	}),
	overload('string::indexOf(string) int', (text: string, part: string) => indexOf(text, part, 0n), traversed),
	overload('string::indexOf(string, int) int', indexOf, traversed),
	overload('string::lastIndexOf(string) int', (text: string, part: string) => lastIndexOf(text, part), traversed),
	overload('string::lastIndexOf(string, int) int', lastIndexOf, traversed),
	overload(
		'string::lowerAscii() string',
		(text: string) => text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase()),
		traversed,
	),
	overload(
		'string::upperAscii() string',
		(text: string) => text.replaceAll(/[a-z]/g, (letter) => letter.toUpperCase()),
		traversed,
	),
	overload('string::replace(string, string) string', replace, traversed),
	overload('string::replace(string, string, int) string', replace, traversed),
	overload('string::split(string) list(string)', split, traversed),
	overload('string::split(string, int) list(string)', split, traversed),
	overload('string::substring(int) string', substring, traversed),
	overload('string::substring(int, int) string', substring, traversed),
	overload('string::trim() string', (text: string) => text.trim(), traversed),
	overload('string::format(list(dyn)) string', (text: string, values: ListValue) => format(text, elementsOf(values))),
	overload('list(string)::join() string', join),
	overload('list(string)::join(string) string', join),
	overload('strings.quote(string) string', quote),
];
