import {goText, goType} from '../print.js';
import {formatGo} from './go-format.js';
import {isRecord} from '../../kernel/record.js';

/** A function's complaint about arguments that do not fit it. */
export class FunctionError extends Error {
	override name = 'FunctionError';
}

/** A function that a template can call. */
export interface TemplateFunction {
	/** The number of arguments: at least, at most. */
	readonly takes: readonly [number, number?];
	/** @throws {FunctionError} for arguments that do not fit. */
	readonly call: (values: readonly unknown[]) => unknown;
}

/** Functions by name. */
export type TemplateFunctions = ReadonlyMap<string, TemplateFunction>;

/** Whether `if` treats a value as true. */
export const truth = (value: unknown): boolean => {
	if (Array.isArray(value)) {
		return value.length > 0;
	}

	if (isRecord(value)) {
		return Object.keys(value).length > 0;
	}

	return Boolean(value);
};

const fail = (message: string): never => {
	throw new FunctionError(message);
};

const indexOf = (key: unknown, length: number): number => {
	if (typeof key !== 'bigint' && !(typeof key === 'number' && Number.isInteger(key))) {
		return fail(
			key === undefined || key === null
				? 'cannot index slice/array with nil'
				: `cannot index slice/array with type ${goType(key)}`,
		);
	}

	return key < 0 || key >= length ? fail(`index out of range: ${key}`) : Number(key);
};

const index = ([value, ...keys]: readonly unknown[]): unknown => {
	let current = value;
	if (current === undefined || current === null) {
		return fail('index of untyped nil');
	}

	for (const key of keys) {
		if (Array.isArray(current)) {
			current = current[indexOf(key, current.length)];
		} else if (typeof current === 'string') {
			const bytes: Buffer = Buffer.from(current);
			current = BigInt(bytes[indexOf(key, bytes.length)]!);
		} else if (isRecord(current)) {
			if (typeof key !== 'string') {
				return fail(
					key === undefined || key === null
						? 'value is nil; should be of type string'
						: `value has type ${goType(key)}; should be string`,
				);
			}

			current = Object.hasOwn(current, key) ? current[key] : undefined;
		} else {
			return fail(
				current === undefined || current === null
					? 'index of nil pointer'
					: `can't index item of type ${goType(current)}`,
			);
		}
	}

	return current;
};

const slice = ([value, ...bounds]: readonly unknown[]): unknown => {
	if (value === undefined || value === null) {
		return fail('slice of untyped nil');
	}

	if (bounds.length > 3) {
		return fail(`too many slice indexes: ${bounds.length}`);
	}

	if (typeof value !== 'string' && !Array.isArray(value)) {
		return fail(`can't slice item of type ${goType(value)}`);
	}

	if (typeof value === 'string' && bounds.length === 3) {
		return fail('cannot 3-index slice a string');
	}

	const list = typeof value === 'string' ? Buffer.from(value) : value;
	const [from = 0, to = list.length] = bounds.map((bound) => indexOf(bound, list.length + 1));
	if (from > to) {
		return fail(`invalid slice index: ${from} > ${to}`);
	}

	return Buffer.isBuffer(list) ? list.subarray(from, to).toString() : list.slice(from, to);
};

const length = ([value]: readonly unknown[]): bigint => {
	if (typeof value === 'string') {
		return BigInt(Buffer.byteLength(value));
	}

	if (Array.isArray(value)) {
		return BigInt(value.length);
	}

	if (isRecord(value)) {
		return BigInt(Object.keys(value).length);
	}

	if (value === undefined) {
		return fail('reflect: call of reflect.Value.Type on zero Value');
	}

	return fail(value === null ? 'len of nil pointer' : `len of type ${goType(value)}`);
};

const isNothing = (value: unknown): boolean => value === undefined || value === null;

/** Go compares whole numbers of any size, but not with numbers that have a fraction. */
const familyOf = (value: unknown): string => goType(value).replace('int64', 'int');

const eq = (a: unknown, b: unknown): boolean => {
	for (const value of [a, b]) {
		if (typeof value === 'object' && value !== null) {
			return isNothing(a) || isNothing(b) ? false : fail(`non-comparable type ${goText(value)}: ${goType(value)}`);
		}
	}

	if (isNothing(a) || isNothing(b)) {
		return isNothing(a) && isNothing(b);
	}

	return familyOf(a) === familyOf(b) ? a == b : fail('incompatible types for comparison');
};

const less = (a: unknown, b: unknown): boolean => {
	for (const value of [a, b]) {
		if (isNothing(value) || typeof value === 'object') {
			return fail('invalid type for comparison');
		}
	}

	if (familyOf(a) !== familyOf(b)) {
		return fail(`incompatible types for comparison: ${goType(a)} and ${goType(b)}`);
	}

	return typeof a === 'boolean' ? fail('invalid type for comparison') : (a as string) < (b as string);
};

const print = (values: readonly unknown[]): string =>
	values
		.map((value, at) => {
			const apart = at > 0 && typeof value !== 'string' && typeof values[at - 1] !== 'string';
			return `${apart ? ' ' : ''}${goText(value)}`;
		})
		.join('');

const replaced = (text: string, characters: RegExp, table: Readonly<Record<string, string>>): string =>
	text.replace(characters, (character) => table[character] ?? character);

const html = {'\0': '\uFFFD', '"': '&#34;', "'": '&#39;', '&': '&amp;', '<': '&lt;', '>': '&gt;'};
const script = {
	'\\': '\\\\',
	"'": "\\'",
	'"': '\\"',
	'<': '\\u003C',
	'>': '\\u003E',
	'&': '\\u0026',
	'=': '\\u003D',
};

const decoded = (text: unknown): string => {
	const plain = String(text);
	const clean = plain.replace(/[\r\n]/g, '');
	const wrong = /[^A-Za-z\d+/]/.exec(clean.replace(/={1,2}$/, ''));
	return wrong || clean.length % 4 !== 0
		? fail(
				`base64 decode failed: illegal base64 data at input byte ${wrong ? wrong.index : Math.max(0, clean.length - 1)}`,
			)
		: Buffer.from(clean, 'base64').toString();
};

/** Whether a field, or a field below it, exists. @mirrors cli-runtime/pkg/printers exists */
const exists = (values: readonly unknown[]): boolean => {
	try {
		return !isNothing(index(values));
	} catch (error) {
		if (error instanceof FunctionError) {
			return false;
		}

		throw error;
	}
};

/** The functions that a template of kubectl can call; `and` and `or` stop at the first value that decides. */
export const functions: TemplateFunctions = new Map<string, TemplateFunction>([
	['and', {takes: [1], call: (values) => values.find((value) => !truth(value)) ?? values.at(-1)}],
	['or', {takes: [1], call: (values) => values.find((value) => truth(value)) ?? values.at(-1)}],
	['not', {takes: [1, 1], call: ([value]) => !truth(value)}],
	['index', {takes: [1], call: index}],
	['slice', {takes: [1], call: slice}],
	['len', {takes: [1, 1], call: length}],
	[
		'eq',
		{
			takes: [1],
			call: ([first, ...others]) =>
				others.length === 0 ? fail('missing argument for comparison') : others.some((other) => eq(first, other)),
		},
	],
	['ne', {takes: [2, 2], call: ([a, b]) => !eq(a, b)}],
	['lt', {takes: [2, 2], call: ([a, b]) => less(a, b)}],
	['le', {takes: [2, 2], call: ([a, b]) => less(a, b) || eq(a, b)}],
	['gt', {takes: [2, 2], call: ([a, b]) => !less(a, b) && !eq(a, b)}],
	['ge', {takes: [2, 2], call: ([a, b]) => !less(a, b)}],
	['print', {takes: [0], call: print}],
	['println', {takes: [0], call: (values) => `${values.map((value) => goText(value)).join(' ')}\n`}],
	['printf', {takes: [1], call: ([format, ...values]) => formatGo(String(format), values)}],
	['html', {takes: [0], call: (values) => replaced(print(values), /["'&<>\0]/g, html)}],
	['js', {takes: [0], call: (values) => replaced(print(values), /[\\'"<>&=]/g, script)}],
	['urlquery', {takes: [0], call: (values) => encodeURIComponent(print(values)).replaceAll('%20', '+')}],
	['exists', {takes: [1], call: exists}],
	['base64decode', {takes: [1, 1], call: ([text]) => decoded(text)}],
]);

/** Functions whose first argument must be a text. */
export const wantsText = new Set(['printf', 'base64decode']);
