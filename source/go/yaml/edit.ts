import {isAlias, isMap, isScalar, isSeq, type Document, type Pair} from 'yaml';
import {documentAt} from './compose.js';
import {itemRemoval, lineStart, rangeOf, type Splice} from './item-removal.js';

/** The change of a field: a new value, quotes around the written one, another key, or removal. */
export type FieldEdit =
	{readonly value: unknown} | {readonly quote: true} | {readonly rename: string} | {readonly remove: true};

type Path = ReadonlyArray<string | number>;

const plainWord = /^(?:[A-Za-z/][\w./-]*(?::[\w./-]+)*|\d+(?:m|[kMGT]|[KMGT]i))$/;
const looksLikeAnotherType = /^(?:true|false|yes|no|on|off|null|y|n|~)$/i;

/** A value on one line, in the style of a handwritten file. @param strict as JSON, which a JSON file needs. */
const flow = (value: unknown, strict: boolean): string => {
	if (typeof value === 'string') {
		return !strict && plainWord.test(value) && !looksLikeAnotherType.test(value) ? value : JSON.stringify(value);
	}

	if (Array.isArray(value)) {
		return `[${value.map((item) => flow(item, strict)).join(', ')}]`;
	}

	return typeof value === 'object' && value !== null
		? `{${Object.entries(value)
				.map(([key, item]) => `${flow(key, strict)}: ${flow(item, strict)}`)
				.join(', ')}}`
		: JSON.stringify(value);
};

/** The value at the start of a path whose last steps are not written yet. */
const nest = (path: Path, value: unknown): unknown =>
	path.reduceRight<unknown>((inner, step) => (typeof step === 'number' ? [inner] : {[step]: inner}), value);

/** Keys that go-yaml reads as a boolean, by their names in the object's JSON. */
const booleanKeys: Readonly<Record<string, RegExp>> = {true: /^(?:y|yes|on|true)$/i, false: /^(?:n|no|off|false)$/i};

/** The pair of a key; of repeated keys, the last one counts. */
const pairOf = (node: unknown, key: string | number): Pair | undefined => {
	const spelling = Object.hasOwn(booleanKeys, key) ? booleanKeys[key] : undefined;
	return isMap(node)
		? node.items.findLast(
				({key: own}) => isScalar(own) && (String(own.value) === String(key) || spelling?.test(String(own.value))),
			)
		: undefined;
};

/** A mapping or a list. */
interface Collection {
	readonly flow?: boolean;
	readonly items: readonly unknown[];
	readonly range?: readonly number[] | null;
}

const columnOf = (text: string, offset: number): number => offset - lineStart(text, offset);

/** Inserts an item at the end of `{…}` and `[…]`; in block style, before the second item, or before a single one. */
const insert = (
	text: string,
	{flow: isFlow = false, range, items}: Collection,
	starts: readonly number[],
	written: string,
): Splice | undefined => {
	if (isFlow) {
		const [, end = 0] = range ?? [];
		const at = text.slice(0, end - 1).trimEnd().length;
		return {from: at, to: at, text: items.length > 0 ? `, ${written}` : written};
	}

	const at = starts[1] ?? starts[0];
	return at === undefined ? undefined : {from: at, to: at, text: `${written}\n${' '.repeat(columnOf(text, at))}`};
};

/** Removes a field and its line. */
const removal = (text: string, map: unknown, pair: Pair): Splice | undefined => {
	if (!isMap(map)) {
		return undefined;
	}

	const index = map.items.indexOf(pair);
	const [from] = rangeOf(pair.key);
	if (map.flow) {
		const next = map.items[index + 1];
		const before = map.items[index - 1];
		return next
			? {from, to: rangeOf(next.key)[0], text: ''}
			: {
					from: before ? rangeOf(before.value ?? before.key)[1] : from,
					to: rangeOf(pair.value ?? pair.key)[1],
					text: '',
				};
	}

	const next = map.items[index + 1];
	if (next) {
		return {from, to: rangeOf(next.key)[0], text: ''};
	}

	// Without its only field, a mapping is empty: it keeps its meaning, as that of emptyDir.
	if (index === 0 && map.items.length === 1) {
		return replacing(text, map, '{}');
	}

	// The last one is removed with its line, unless the line has more.
	const begin = lineStart(text, from);
	if (index === 0 || text.slice(begin, from).trim() !== '') {
		return undefined;
	}

	const [, end, after] = rangeOf(pair.value ?? pair.key);
	// At the end of a text without a last line end, the line end before it is removed too.
	return text.includes('\n', end)
		? {from: begin, to: Math.max(from, lineStart(text, after)), text: ''}
		: {from: text.slice(0, begin).replace(/\r?\n$/, '').length, to: text.length, text: ''};
};

const adding = (text: string, node: unknown, path: Path, value: unknown, strict: boolean): Splice | undefined => {
	const [step, ...rest] = path;
	if (step === undefined) {
		return undefined;
	}

	const written = flow(nest(rest, value), strict);
	if (isMap(node)) {
		const starts = node.items.map(({key}) => rangeOf(key)[0]);
		return typeof step === 'string' ? insert(text, node, starts, `${flow(step, strict)}: ${written}`) : undefined;
	}

	if (!isSeq(node) || typeof step !== 'number') {
		return undefined;
	}

	// A text such as `--port=80` begins with a dash itself.
	const starts = node.items.map((item) => text.lastIndexOf('-', rangeOf(item)[0] - 1));
	return insert(text, node, starts.slice(0, 1), node.flow ? written : `- ${written}`);
};

/** Adds a value to a key without one, as in `labels:`, on its line. */
const filling = (text: string, {key}: Pair, written: string): Splice | undefined => {
	const [, end] = rangeOf(key);
	const [colon = ''] = /^\s*:/.exec(text.slice(end)) ?? [];
	const at = end + colon.length;
	return colon === '' ? undefined : {from: at, to: at, text: ` ${written}`};
};

const isLeftEmpty = (node: unknown): boolean => {
	const [from, to] = rangeOf(node);
	return node === null || (isScalar(node) && from === to);
};

/** Matches anchors, aliases, tags and comments, which an edit of the value would lose. */
const hasMoreThanValues = /[#&*!]/;

/** Replaces a value by another; a value of several lines continues beside its key. */
const replacing = (text: string, node: unknown, written: string): Splice | undefined => {
	const [from, to] = rangeOf(node);
	if (isScalar(node)) {
		return to > from ? {from, to, text: written} : undefined;
	}

	const old = text.slice(from, to).trimEnd();
	const before = text.slice(0, from).trimEnd().length;
	return (isMap(node) || isSeq(node)) && !hasMoreThanValues.test(old)
		? {from: before, to: from + old.length, text: ` ${written}`}
		: undefined;
};

/** A plain scalar in quotes, in the letters of the file: `1.10` stays 1.10. */
const quoting = (text: string, node: unknown): Splice | undefined => {
	const [from, to] = rangeOf(node);
	return isScalar(node) && to > from ? {from, to, text: JSON.stringify(text.slice(from, to))} : undefined;
};

const spliceOf = (
	text: string,
	document: Document,
	path: Path,
	edit: FieldEdit,
	strict: boolean,
): Splice | undefined => {
	let node: unknown = document.contents;
	let parent: unknown;
	let pair: Pair | undefined;
	for (const [index, step] of path.entries()) {
		// The value of an alias is also written for its other users.
		if (isAlias(node)) {
			return undefined;
		}

		if (pair && isLeftEmpty(node)) {
			return 'value' in edit ? filling(text, pair, flow(nest(path.slice(index), edit.value), strict)) : undefined;
		}

		parent = node;
		pair = pairOf(node, step);
		const next = isSeq(node) ? node.items[Number(step)] : pair?.value;
		if (!pair && next === undefined) {
			return 'value' in edit ? adding(text, node, path.slice(index), edit.value, strict) : undefined;
		}

		node = next;
	}

	if ('rename' in edit) {
		const [from, to] = rangeOf(pair?.key);
		return pair && {from, to, text: flow(edit.rename, strict)};
	}

	if ('remove' in edit) {
		return pair ? removal(text, parent, pair) : itemRemoval(text, parent, Number(path.at(-1)));
	}

	if ('quote' in edit) {
		return quoting(text, node);
	}

	const written = flow(edit.value, strict);
	return pair && isLeftEmpty(node) ? filling(text, pair, written) : replacing(text, node, written);
};

/**
The text of a manifest file with one field changed and the rest unchanged.

@param document the index of the document, from 0; empty ones do not count.
@returns `undefined` if the change cannot be made in place.
*/
export const editManifest = (text: string, document: number, path: Path, edit: FieldEdit): string | undefined => {
	const chosen = documentAt(text, document);
	const splice = chosen && spliceOf(text, chosen, path, edit, /^\s*[{[]/.test(text));
	return splice && text.slice(0, splice.from) + splice.text + text.slice(splice.to);
};
