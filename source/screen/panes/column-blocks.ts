import {cut, pad, width, type Line, type Segment} from '../paint/text.js';
import {LateRow} from './lists.js';
import type {Row} from './row.js';

/** A column of a table: its head, and a cell for each row. */
export interface Column {
	readonly title: string;
	/** The common head of several columns in a row; printed above the first of them. */
	readonly group?: string;
	readonly cells: readonly Segment[];
}

/** The columns of the screen that the widest of these texts takes. Most texts of a table are equal. */
const widest = (texts: readonly string[]): number => {
	let found = 0;
	for (const text of new Set(texts)) {
		found = Math.max(found, width(text));
	}

	return found;
};

const sizeOf = ({title, cells}: Column): number => widest([title, ...cells.map(({text}) => text)]) + 2;

interface Sized extends Column {
	readonly size: number;
}

/** The line of groups above the heads; absent if nothing has a group. */
const groupRow = (block: readonly Sized[], nameWidth: number): Line[] => {
	if (block.every(({group}) => group === undefined)) {
		return [];
	}

	let text = ' '.repeat(nameWidth + 1);
	let start = width(text);
	for (const [index, {group = '', size}] of block.entries()) {
		if (group !== block[index - 1]?.group) {
			text = pad(text, Math.max(start, width(text))) + group;
		}

		start += size;
	}

	return [[{text, tone: 'dim'}]];
};

/** Columns side by side, as many as fit into a width; at least one. */
const blocksOf = (columns: readonly Column[], nameWidth: number, room: number): Sized[][] => {
	const blocks: Sized[][] = [];
	let used = Number.POSITIVE_INFINITY;
	for (const column of columns) {
		const size = sizeOf(column);
		if (used + size > room) {
			blocks.push([]);
			used = nameWidth + 1;
		}

		blocks.at(-1)?.push({...column, size});
		used += size;
	}

	return blocks;
};

/**
A table split into blocks of columns, one below the other, to fit a width; each block repeats the names of the rows.

@param names texts at the left of each row.
@returns the rows; those of a block that fits are made when they are shown.
*/
export const columnBlocks = (
	head: string,
	names: readonly Segment[],
	columns: readonly Column[],
	room: number,
): Row[] => {
	const nameWidth = Math.min(24, widest([head, ...names.map(({text}) => text)])) + 2;
	return blocksOf(columns, nameWidth, room).flatMap((block): Row[] => {
		const heads: Line[] = [
			...groupRow(block, nameWidth),
			[
				{text: ` ${pad(head, nameWidth)}`, tone: 'dim'},
				...block.map(({title, size}): Segment => ({text: pad(title, size), tone: 'title'})),
			],
		];
		const rowOf = (name: Segment, at: number): Line => [
			{...name, text: ` ${pad(cut(name.text, nameWidth - 1), nameWidth)}`},
			...block.map(({cells, size}): Segment => {
				const {text, tone} = cells[at] ?? {text: '', tone: 'plain'};
				return {tone, text: pad(text, size)};
			}),
		];
		const fits = block.reduce((sum, {size}) => sum + size, nameWidth + 1) <= room;
		return [
			...heads.map((row): Row => ({row})),
			...names.map((name, at): Row => (fits ? new LateRow(() => rowOf(name, at)) : {row: rowOf(name, at)})),
		];
	});
};
