import {PatternError, readPattern} from '../../cel/pattern.js';
import {isRecord} from '../../kernel/record.js';
import {compareValues, isList, typeName} from './order.js';
import {JqError} from './syntax.js';

/** Runs a parameter over a value. */
export type Run = (value: unknown) => readonly unknown[];

type JqFunction = (input: unknown, parameters: readonly Run[]) => readonly unknown[];

const wrong = (name: string, input: unknown): never => {
	throw new JqError(`${name} cannot be applied to: ${typeName(input)}`);
};

const textIn = (name: string, input: unknown): string => (typeof input === 'string' ? input : wrong(name, input));
const listIn = (name: string, input: unknown): readonly unknown[] => (isList(input) ? input : wrong(name, input));

/** Whether a value is true in jq. */
export const isTrue = (value: unknown): boolean => value !== false && value !== null && value !== undefined;

/** The values in an array or an object. @throws {JqError} */
export const itemsOf = (input: unknown): readonly unknown[] => {
	if (isList(input)) {
		return input;
	}

	if (isRecord(input)) {
		return keysOf(input).map((key) => input[key]);
	}

	throw new JqError(`cannot iterate over: ${typeName(input)}`);
};

const keysOf = (input: Readonly<Record<string, unknown>>): readonly string[] => Object.keys(input).sort(compareValues);

/** @throws {JqError} @mirrors gojq funcOpAdd */
export const added = (left: unknown, right: unknown): unknown => {
	if (left === null || left === undefined) {
		return right;
	}

	if (right === null || right === undefined) {
		return left;
	}

	if (typeof left === 'number' && typeof right === 'number') {
		return left + right;
	}

	if (typeof left === 'string' && typeof right === 'string') {
		return left + right;
	}

	if (isList(left) && isList(right)) {
		return [...left, ...right];
	}

	if (isRecord(left) && isRecord(right)) {
		return {...left, ...right};
	}

	throw new JqError(`cannot add: ${typeName(left)} and ${typeName(right)}`);
};

const jqText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? null));

const jqNumber = (value: unknown): number => {
	const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
	return typeof number === 'number' && !Number.isNaN(number) ? number : wrong('tonumber', value);
};

const lengthOf = (input: unknown): number => {
	if (input === null || input === undefined) {
		return 0;
	}

	if (typeof input === 'number') {
		return Math.abs(input);
	}

	if (typeof input === 'string') {
		return [...input].length;
	}

	return typeof input === 'boolean' ? wrong('length', input) : itemsOf(input).length;
};

const hasKey = (input: unknown, key: unknown): boolean => {
	if (isRecord(input) && typeof key === 'string') {
		return Object.hasOwn(input, key);
	}

	return Array.isArray(input) && typeof key === 'number' ? key >= 0 && key < input.length : wrong('has', input);
};

/** @mirrors gojq funcContains */
const contains = (input: unknown, part: unknown): boolean => {
	if (typeof input === 'string' && typeof part === 'string') {
		return input.includes(part);
	}

	if (Array.isArray(input) && Array.isArray(part)) {
		return part.every((one) => input.some((item) => typeName(item) === typeName(one) && contains(item, one)));
	}

	if (isRecord(input) && isRecord(part)) {
		return Object.entries(part).every(
			([key, one]) => Object.hasOwn(input, key) && typeName(input[key]) === typeName(one) && contains(input[key], one),
		);
	}

	return compareValues(input, part) === 0;
};

const best = (input: unknown, sign: number): unknown =>
	listIn(sign > 0 ? 'max' : 'min', input).reduce<unknown>(
		(found, item, at) => (at === 0 || sign * compareValues(item, found) >= 0 ? item : found),
		null,
	);

const unique = (items: readonly unknown[]): readonly unknown[] =>
	[...items].sort(compareValues).filter((item, at, all) => at === 0 || compareValues(item, all[at - 1]) !== 0);

const sortedBy = (name: string, input: unknown, run: Run): readonly unknown[] =>
	listIn(name, input)
		.map((item) => ({item, by: run(item)}))
		.sort((a, b) => compareValues(a.by, b.by))
		.map(({item}) => item);

/** A function of the input alone. */
const plain =
	(compute: (input: unknown) => unknown): JqFunction =>
	(input) => [compute(input)];

/** A function of the input and of each value of its parameter. */
const withEach =
	(compute: (input: unknown, value: unknown) => unknown): JqFunction =>
	(input, [run]) =>
		(run?.(input) ?? []).map((value) => compute(input, value));

const matches = (input: unknown, pattern: unknown): boolean => {
	try {
		return readPattern(textIn('test', pattern)).test(textIn('test', input));
	} catch (error) {
		throw error instanceof PatternError
			? new JqError(`invalid regular expression ${JSON.stringify(pattern)}: ${error.message}`)
			: error;
	}
};

const dated = (input: unknown): number => {
	const ms = Date.parse(textIn('fromdateiso8601', input));
	return Number.isNaN(ms) ? wrong('fromdateiso8601', input) : Math.floor(ms / 1000);
};

/** The functions of jq that an expression can call, by name and number of parameters. */
export const functions: ReadonlyMap<string, JqFunction> = new Map<string, JqFunction>([
	['empty/0', () => []],
	['not/0', plain((input) => !isTrue(input))],
	['length/0', plain(lengthOf)],
	['type/0', plain(typeName)],
	['tostring/0', plain(jqText)],
	['tonumber/0', plain(jqNumber)],
	['tojson/0', plain((input) => JSON.stringify(input ?? null))],
	['keys/0', plain((input) => (isRecord(input) ? keysOf(input) : itemsOf(input).map((_, at) => at)))],
	['values/0', (input) => (input === null || input === undefined ? [] : [input])],
	['add/0', plain((input) => itemsOf(input).reduce<unknown>((sum, item) => added(sum, item), null))],
	['any/0', plain((input) => itemsOf(input).some((item) => isTrue(item)))],
	['all/0', plain((input) => itemsOf(input).every((item) => isTrue(item)))],
	['first/0', plain((input) => listIn('first', input)[0] ?? null)],
	['last/0', plain((input) => listIn('last', input).at(-1) ?? null)],
	['min/0', plain((input) => best(input, -1))],
	['max/0', plain((input) => best(input, 1))],
	['sort/0', plain((input) => [...listIn('sort', input)].sort(compareValues))],
	['unique/0', plain((input) => unique(listIn('unique', input)))],
	['reverse/0', plain((input) => [...listIn('reverse', input)].reverse())],
	['floor/0', plain((input) => (typeof input === 'number' ? Math.floor(input) : wrong('floor', input)))],
	['ascii_downcase/0', plain((input) => textIn('ascii_downcase', input).replace(/[A-Z]/g, (one) => one.toLowerCase()))],
	['ascii_upcase/0', plain((input) => textIn('ascii_upcase', input).replace(/[a-z]/g, (one) => one.toUpperCase()))],
	['fromdateiso8601/0', plain(dated)],
	[
		'to_entries/0',
		plain((input) =>
			isRecord(input) ? keysOf(input).map((key) => ({key, value: input[key]})) : wrong('to_entries', input),
		),
	],
	['select/1', (input, [run]) => (run?.(input) ?? []).flatMap((value) => (isTrue(value) ? [input] : []))],
	['map/1', (input, [run]) => [itemsOf(input).flatMap((item) => run?.(item) ?? [])]],
	['any/1', (input, [run]) => [itemsOf(input).some((item) => run?.(item).some(isTrue))]],
	['all/1', (input, [run]) => [itemsOf(input).every((item) => run?.(item).every(isTrue))]],
	['first/1', (input, [run]) => (run?.(input) ?? []).slice(0, 1)],
	['last/1', (input, [run]) => (run?.(input) ?? []).slice(-1)],
	['sort_by/1', (input, [run]) => [run ? sortedBy('sort_by', input, run) : []]],
	['has/1', withEach(hasKey)],
	['contains/1', withEach(contains)],
	[
		'index/1',
		withEach((input, part) => {
			const at = textIn('index', input).indexOf(textIn('index', part));
			return at < 0 ? null : at;
		}),
	],
	['startswith/1', withEach((input, part) => textIn('startswith', input).startsWith(textIn('startswith', part)))],
	['endswith/1', withEach((input, part) => textIn('endswith', input).endsWith(textIn('endswith', part)))],
	['test/1', withEach(matches)],
	['split/1', withEach((input, by) => textIn('split', input).split(textIn('split', by)))],
	[
		'join/1',
		withEach((input, by) =>
			listIn('join', input)
				.map((item) => (item === null ? '' : jqText(item)))
				.join(textIn('join', by)),
		),
	],
	[
		'ltrimstr/1',
		withEach((input, part) =>
			typeof input === 'string' && typeof part === 'string' && input.startsWith(part)
				? input.slice(part.length)
				: input,
		),
	],
	[
		'rtrimstr/1',
		withEach((input, part) =>
			typeof input === 'string' && typeof part === 'string' && part !== '' && input.endsWith(part)
				? input.slice(0, -part.length)
				: input,
		),
	],
]);
