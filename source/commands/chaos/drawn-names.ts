import {getOrInsert} from '../../kernel/get-or-insert.js';
import {isRecord} from '../../kernel/record.js';
import {sortedValues, type EndState} from './end-state.js';

/** The names that a controller completes by chance: the resource and the common part, and the number of drawn characters. */
type DrawnNames = ReadonlyMap<string, ReadonlySet<number>>;

const drawn = /^(?<common>.*[^/][.-])(?<tail>[a-z\d]{4,})$/;

const tailsOf = (before: EndState, after: EndState): DrawnNames => {
	const found = new Map<string, Set<number>>();
	for (const key of before.keys()) {
		const {common, tail} = drawn.exec(key)?.groups ?? {};
		if (common !== undefined && tail !== undefined && !after.has(key)) {
			getOrInsert(found, common, () => new Set()).add(tail.length);
		}
	}

	return found;
};

/** The names that differ between two undisturbed runs only in a last part of the same length. */
const drawnNames = (first: EndState, second: EndState): DrawnNames => {
	const other = tailsOf(second, first);
	return new Map(
		[...tailsOf(first, second)].flatMap(([common, tails]) => {
			const both = new Set([...tails].filter((tail) => other.get(common)?.has(tail)));
			return both.size === 0 ? [] : [[common, both]];
		}),
	);
};

const replaced = (value: unknown, names: ReadonlyArray<readonly [string, string]>): unknown => {
	if (typeof value === 'string') {
		return names.reduce((text, [name, common]) => text.replaceAll(name, () => common), value);
	}

	if (Array.isArray(value)) {
		return value.map((item) => replaced(item, names));
	}

	return isRecord(value)
		? Object.fromEntries(Object.entries(value).map(([field, item]) => [field, replaced(item, names)]))
		: value;
};

const withEntriesFor = (state: EndState, drawnOf: readonly DrawnNames[]): EndState => {
	const keys = new Map<string, string>();
	for (const key of state.keys()) {
		const {common, tail} = drawn.exec(key)?.groups ?? {};
		if (common !== undefined && tail !== undefined && drawnOf.some((names) => names.get(common)?.has(tail.length))) {
			keys.set(key, `${common}*`);
		}
	}

	if (keys.size === 0) {
		return state;
	}

	const nameOf = (key: string): string => key.slice(Math.max(key.lastIndexOf('/'), key.lastIndexOf(' ')) + 1);
	const names = [...keys].map(([key, entry]) => [nameOf(key), nameOf(entry)] as const);
	const found = new Map<string, unknown[]>();
	for (const [key, values] of state) {
		getOrInsert(found, keys.get(key) ?? key, () => []).push(...values.map((value) => replaced(value, names)));
	}

	return sortedValues(found);
};

/**
Gives the objects whose names a controller draws itself, such as `worker-831c17d4f9`, the entry `worker-*`, in each run.

@param references the ends of the undisturbed runs. A name is drawn if it differs between them in its last part.
@param state the end of any run.
*/
export const withDrawnNames = ([first, ...others]: readonly [EndState, ...EndState[]], state: EndState): EndState =>
	withEntriesFor(
		state,
		others.map((other) => drawnNames(first, other)),
	);
