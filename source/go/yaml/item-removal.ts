import {isSeq, type Node} from 'yaml';

/** A piece of the text and its replacement. */
export interface Splice {
	readonly from: number;
	readonly to: number;
	readonly text: string;
}

/** The range of a node in its text; zeros for a node without text. */
export const rangeOf = (node: unknown): readonly [start: number, end: number, after: number] =>
	(node as Node | null | undefined)?.range ?? [0, 0, 0];

/** The offset of the first character of a line. */
export const lineStart = (text: string, offset: number): number => text.lastIndexOf('\n', offset - 1) + 1;

/**
Removes an item of a list, with its line.

@returns `undefined` for the only item, and for an item that shares its first line with something else.
*/
export const itemRemoval = (text: string, list: unknown, index: number): Splice | undefined => {
	if (!isSeq(list) || list.items.length < 2 || index >= list.items.length) {
		return undefined;
	}

	const [start, end, after] = rangeOf(list.items[index]);
	const isLast = index === list.items.length - 1;
	if (list.flow) {
		return isLast
			? {from: rangeOf(list.items[index - 1])[1], to: end, text: ''}
			: {from: start, to: rangeOf(list.items[index + 1])[0], text: ''};
	}

	const dash = text.lastIndexOf('-', start - 1);
	if (text.slice(lineStart(text, dash), dash).trim() !== '') {
		return undefined;
	}

	const next = isLast ? undefined : text.lastIndexOf('-', rangeOf(list.items[index + 1])[0] - 1);
	const from = lineStart(text, dash);
	if (next !== undefined) {
		return {from, to: lineStart(text, next), text: ''};
	}

	return text.includes('\n', end)
		? {from, to: Math.max(start, lineStart(text, after)), text: ''}
		: {from: text.slice(0, from).replace(/\r?\n$/, '').length, to: text.length, text: ''};
};
