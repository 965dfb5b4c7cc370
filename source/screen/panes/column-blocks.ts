import {cut, pad, width, type Line, type Segment} from '../paint/text.js';

/** A column of a table: its head, and a cell for each row. */
export interface Column {
	readonly title: string;
	/** The common head of several columns in a row; printed above the first of them. */
	readonly group?: string;
	readonly cells: readonly Segment[];
}

const sizeOf = ({title, cells}: Column): number => Math.max(width(title), ...cells.map(({text}) => width(text))) + 2;

/** The line of groups above the heads; absent if nothing has a group. */
const groupRow = (block: readonly Column[], sizes: readonly number[], nameWidth: number): Line[] => {
	if (block.every(({group}) => group === undefined)) {
		return [];
	}

	let text = ' '.repeat(nameWidth + 1);
	let start = width(text);
	for (const [index, {group = ''}] of block.entries()) {
		if (group !== block[index - 1]?.group) {
			text = pad(text, Math.max(start, width(text))) + group;
		}

		start += sizes[index] ?? 0;
	}

	return [[{text, tone: 'dim'}]];
};

/**
A table split into blocks of columns, one below the other, to fit a width; each block repeats the names of the rows.

@param names texts at the left of each row.
*/
export const columnBlocks = (
	head: string,
	names: readonly Segment[],
	columns: readonly Column[],
	room: number,
): Line[] => {
	const nameWidth = Math.min(24, Math.max(width(head), ...names.map(({text}) => width(text)))) + 2;
	const rows: Line[] = [];
	let block: Column[] = [];
	let used = nameWidth + 1;
	const flush = () => {
		if (block.length === 0) {
			return;
		}

		const sizes = block.map((column) => sizeOf(column));
		const padded = block.map((column, index) => ({...column, size: sizes[index] ?? 0}));
		rows.push(...groupRow(block, sizes, nameWidth), [
			{text: ` ${pad(head, nameWidth)}`, tone: 'dim'},
			...padded.map(({title, size}): Segment => ({text: pad(title, size), tone: 'title'})),
		]);
		for (const [row, name] of names.entries()) {
			rows.push([
				{...name, text: ` ${pad(cut(name.text, nameWidth - 1), nameWidth)}`},
				...padded.map(({cells, size}): Segment => {
					const {text, tone} = cells[row] ?? {text: '', tone: 'plain'};
					return {tone, text: pad(text, size)};
				}),
			]);
		}

		block = [];
		used = nameWidth + 1;
	};

	for (const column of columns) {
		if (used + sizeOf(column) > room) {
			flush();
		}

		block.push(column);
		used += sizeOf(column);
	}

	flush();
	return rows;
};
