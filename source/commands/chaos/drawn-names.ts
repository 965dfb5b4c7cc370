import {getOrInsert} from '../../kernel/get-or-insert.js';
import {isRecord} from '../../kernel/record.js';
import {sortedValues, type EndState} from './end-state.js';

/** The common parts of the names that a controller completes by chance, with their resource and namespace. */
type DrawnNames = ReadonlySet<string>;

/** A name with a drawn part at its end, or in front of a part that the apiserver has drawn. */
const drawn = /^(?<common>.*[^/][.-])(?<tail>[a-z\d]{4,})(?<rest>-\*)?$/;

/** The place of the name in a key of an end: `pods default/web`. */
const nameOf = (key: string): string => key.slice(Math.max(key.lastIndexOf('/'), key.lastIndexOf(' ')) + 1);

const commonParts = (before: EndState, after: EndState): DrawnNames =>
	new Set(
		[...before.keys()].flatMap((key) => {
			const {common, rest = ''} = drawn.exec(key)?.groups ?? {};
			return common === undefined || after.has(key) ? [] : [`${common}*${rest}`];
		}),
	);

/** The names that differ between two undisturbed runs only in their last part. */
const drawnNames = (first: EndState, second: EndState): DrawnNames => {
	const other = commonParts(second, first);
	return new Set([...commonParts(first, second)].filter((name) => other.has(name)));
};

interface Replacement {
	readonly name: string;
	readonly tail: string;
	readonly entry: string;
}

const replacedText = (value: string, names: readonly Replacement[]): string =>
	names.reduce((text, {name, tail, entry}) => (text === tail ? '*' : text.replaceAll(name, () => entry)), value);

const replaced = (value: unknown, names: readonly Replacement[]): unknown => {
	if (typeof value === 'string') {
		return replacedText(value, names);
	}

	if (Array.isArray(value)) {
		return value.map((item) => replaced(item, names));
	}

	return isRecord(value)
		? Object.fromEntries(Object.entries(value).map(([field, item]) => [field, replaced(item, names)]))
		: value;
};

const withoutDraws = (state: EndState, entries: DrawnNames): EndState => {
	const names = [...state.keys()].flatMap((key): readonly Replacement[] => {
		const {common = '', tail = '', rest = ''} = drawn.exec(key)?.groups ?? {};
		const entry = `${common}*${rest}`;
		return entries.has(entry) ? [{name: nameOf(key), tail, entry: nameOf(entry)}] : [];
	});
	if (names.length === 0) {
		return state;
	}

	const found = new Map<string, unknown[]>();
	for (const [key, values] of state) {
		getOrInsert(found, replacedText(key, names), () => []).push(...values.map((value) => replaced(value, names)));
	}

	return sortedValues(found);
};

/** A ReplicaSet continues the drawn name of its Deployment with a hash, and its Pods continue it. */
const mostDraws = 3;

/**
Reads the names that a controller draws itself, such as `worker-831c17d4f9`, from two undisturbed runs: they differ in the last part.

@returns a function that gives the objects with such names the entry `worker-*`, for the end of any run.
*/
export const drawnBetween = (first: EndState, second: EndState): ((state: EndState) => EndState) => {
	const passes: DrawnNames[] = [];
	let [one, other] = [first, second];
	for (let pass = 0; pass < mostDraws; pass++) {
		const names = drawnNames(one, other);
		passes.push(names);
		[one, other] = [withoutDraws(one, names), withoutDraws(other, names)];
	}

	return (state) => passes.reduce((current, names) => withoutDraws(current, names), state);
};
