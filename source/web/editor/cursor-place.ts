/** A line of block YAML: the columns of its dashes, and its key with the text behind it. */
interface YamlLine {
	readonly dashes: readonly number[];
	/** The column of the text after the dashes. */
	readonly column: number;
	readonly rest: string;
	/** The key before a colon; `undefined` in a line without one. */
	readonly key: string | undefined;
	readonly value: string;
}

/** The place of the cursor in the object that a document describes. */
export interface CursorPlace {
	readonly apiVersion: string | undefined;
	readonly kind: string | undefined;
	/** Names of fields, and 0 for an item of a list: `['spec', 'containers', 0]`. */
	readonly path: ReadonlyArray<string | 0>;
	/** A key is being written at this path, else the value of the path. */
	readonly writes: 'key' | 'value';
	/** The typed beginning of the key or value, and where it begins in the text. */
	readonly typed: string;
	readonly from: number;
	/** The column of the key. */
	readonly column: number;
	/** The keys that the mapping around the cursor has already. */
	readonly siblings: readonly string[];
}

const keyed = /^(?:"(?<double>[^"]*)"|'(?<single>[^']*)'|(?<plain>[^\s"'#{[][^:#]*?))\s*:(?:\s+(?<value>.*))?$/;

const readLine = (text: string): YamlLine | undefined => {
	const [lead = ''] = /^ *(?:- +|-$)*/.exec(text) ?? [];
	const rest = text.slice(lead.length).replace(/\s+#.*$/, '');
	if ((rest.trim() === '' && !lead.includes('-')) || rest.startsWith('#')) {
		return undefined;
	}

	const {double, single, plain, value = ''} = keyed.exec(rest.trimEnd())?.groups ?? {};
	return {
		dashes: [...lead.matchAll(/-/g)].map(({index}) => index),
		column: lead.length,
		rest: rest.trim(),
		key: double ?? single ?? plain,
		value: value.trim(),
	};
};

/** Whether a mapping or a list may follow below a key with this text behind it: nothing but an anchor or a tag. */
const opens = (value: string): boolean => /^(?:[&!]\S+\s*)*$/.test(value);

/** The lines of the document around a place, and the number of its line among them. */
const documentAround = (text: string, offset: number): {readonly lines: readonly string[]; readonly at: number} => {
	const all = text.split('\n');
	const line = text.slice(0, offset).split('\n').length - 1;
	const separates = (one: string | undefined): boolean => /^(?:---(?:\s|$)|\.\.\.\s*$|# file: )/.test(one ?? '');
	let first = line;
	while (first > 0 && !separates(all[first])) {
		first--;
	}

	let end = line + 1;
	while (end < all.length && !separates(all[end])) {
		end++;
	}

	return {lines: all.slice(first, end), at: line - first};
};

/** The names on the way from the document to a column, read upwards; `undefined` where no mapping can be. */
const pathAbove = (
	lines: readonly string[],
	at: number,
	own: readonly number[],
	column: number,
): {readonly path: ReadonlyArray<string | 0>; readonly begins: number} | undefined => {
	const path: Array<string | 0> = [];
	let edge = column;
	let isItem = false;
	// The first line of the mapping around the cursor.
	let begins = own.length > 0 ? at : -1;
	const passDashes = (dashes: readonly number[], line: number): void => {
		for (const dash of dashes.toReversed()) {
			if (dash < edge) {
				path.unshift(0);
				edge = dash;
				isItem = true;
				begins = begins === -1 ? line : begins;
			}
		}
	};

	passDashes(own, at);
	for (let line = at - 1; line >= 0; line--) {
		const read = readLine(lines[line] ?? '');
		if (!read) {
			continue;
		}

		const isAbove = read.column < edge || (isItem && read.column === edge && read.dashes.length === 0);
		if (isAbove && read.key !== undefined) {
			if (!opens(read.value)) {
				// A text block, or the value of a sibling of the list.
				if (read.column < edge) {
					return undefined;
				}
			} else {
				path.unshift(read.key);
				edge = read.column;
				isItem = false;
				begins = begins === -1 ? line + 1 : begins;
			}
		}

		passDashes(read.dashes, line);
	}

	return {path, begins: Math.max(0, begins)};
};

/** The keys at a column of the mapping that begins in a line. */
const keysOfMapping = (lines: readonly string[], begins: number, at: number, column: number): readonly string[] => {
	const keys: string[] = [];
	for (const [index, line] of lines.entries()) {
		const read = index < begins || index === at ? undefined : readLine(line);
		if (!read) {
			continue;
		}

		const edge = read.dashes[0] ?? read.column;
		if (index > begins && (edge < column || (read.dashes.length > 0 && edge <= column))) {
			if (index > at) {
				break;
			}

			continue;
		}

		if (read.column === column && read.key !== undefined) {
			keys.push(read.key);
		}
	}

	return keys;
};

const topLevel = (lines: readonly string[], key: string): string | undefined => {
	const found = lines.map((line) => readLine(line)).find((line) => line?.column === 0 && line.key === key);
	return found?.value.replaceAll(/^["']|["']$/g, '') || undefined;
};

/**
The place of the cursor in block YAML, from indentation alone, so the surrounding text may be incomplete.

@param text of manifests, possibly several documents and files @param offset of the cursor, in UTF-16 units
@returns `undefined` in a comment, in flow style, and below a key that has a text
*/
export const cursorPlace = (text: string, offset: number): CursorPlace | undefined => {
	const {lines, at} = documentAround(text, offset);
	const begin = text.lastIndexOf('\n', offset - 1) + 1;
	const before = text.slice(begin, offset);
	const behind = /^[^\n]*/.exec(text.slice(offset))?.[0] ?? '';
	// A word is completed at its end.
	if (/^[\w"'-]/.test(behind) || /(?:^|\s)#|[{[]/.test(before) || /^(?:---|\.\.\.)/.test(before)) {
		return undefined;
	}

	const [lead = ''] = /^ *(?:- +)*/.exec(before) ?? [];
	const rest = before.slice(lead.length);
	const dashes = [...lead.matchAll(/-/g)].map(({index}) => index);
	const value = /^(?<key>[^\s:"']+):\s+(?<typed>["']?[^\s"']*)$/.exec(rest)?.groups;
	if (!value && !/^[^\s:"']*$/.test(rest)) {
		return undefined;
	}

	const above = pathAbove(lines, at, dashes, lead.length);
	if (!above) {
		return undefined;
	}

	const typed = value ? (value['typed'] ?? '') : rest;
	return {
		apiVersion: topLevel(lines, 'apiVersion'),
		kind: topLevel(lines, 'kind'),
		path: value ? [...above.path, value['key'] ?? ''] : above.path,
		writes: value ? 'value' : 'key',
		typed: typed.replace(/^["']/, ''),
		from: offset - typed.length,
		column: lead.length,
		siblings: value ? [] : keysOfMapping(lines, above.begins, at, lead.length),
	};
};
