import {fit, line, width, type Line, type Tone} from '../paint/text.js';
import {wrapRow} from '../paint/text-layout.js';
import {blocksOf, type Block} from './markdown.js';

/** The marks within a text: code, bold, emphasis, and a link with its target. */
const marks =
	/`(?<code>[^`]+)`|\*\*(?<bold>[^*]+)\*\*|(?<![\w])_(?<soft>[^_]+)_(?![\w])|\[(?<link>[^\]]+)\]\((?<target>[^)]+)\)/g;

/** A text with its marks as one row. A link to another site keeps its address; one to a page of the manual is underlined. */
const rowOf = (text: string, tone: Tone = 'plain'): Line => {
	const row: Array<Line[number]> = [];
	let from = 0;
	for (const match of text.matchAll(marks)) {
		const {code, bold, soft, link, target = ''} = match.groups ?? {};
		row.push({text: text.slice(from, match.index), tone});
		from = match.index + match[0].length;
		if (code !== undefined) {
			row.push({text: code, tone: 'here'});
		} else if (link === undefined) {
			row.push({text: bold ?? soft ?? '', tone: bold === undefined ? tone : 'title'});
		} else {
			row.push({text: link.replaceAll('`', ''), tone: 'term'});
			row.push({text: target.startsWith('https://') ? ` (${target})` : '', tone: 'dim'});
		}
	}

	return [...row, {text: text.slice(from), tone}].filter((segment) => segment.text !== '');
};

const indented = (rows: readonly Line[], columns: number): readonly Line[] =>
	rows.map((row) => [{text: ' '.repeat(columns), tone: 'plain'}, ...row]);

const rowWidth = (row: Line): number => row.reduce((sum, {text}) => sum + width(text), 0);

/** Wraps a long line of code below its last column, such as a flag's description. */
const codeRows = (text: string, columns: number): readonly Line[] => {
	const column = /^ *\S.*? {2,}(?=\S)/.exec(text)?.[0].length ?? 0;
	return wrapRow(
		line(text.replaceAll('\t', '  '), 'good'),
		columns,
		column > 0 && column < columns / 2 ? column : text.search(/\S|$/) + 4,
	);
};

/** Cells side by side if they fit; otherwise, one record per row: its first cell as a title, and the others with their heads below. */
const tableRows = (
	head: readonly string[],
	rows: ReadonlyArray<readonly string[]>,
	columns: number,
): readonly Line[] => {
	const sizes = head.map((_, column) => Math.max(...[head, ...rows].map((row) => rowWidth(rowOf(row[column] ?? '')))));
	const last = sizes.length - 1;
	const before = sizes.slice(0, last).reduce((sum, size) => sum + size + 2, 0);
	if (columns - before >= Math.min(sizes[last] ?? 0, 30)) {
		return [head, ...rows].flatMap((row, index) => {
			const tone: Tone = index === 0 ? 'dim' : 'plain';
			const left = row.slice(0, last).flatMap((cell, column) => fit(rowOf(cell, tone), (sizes[column] ?? 0) + 2));
			return wrapRow(rowOf(row[last] ?? '', tone), columns - before).map((right, at) => [
				...(at === 0 ? left : line(' '.repeat(before))),
				...right,
			]);
		});
	}

	return rows.flatMap((row) => {
		const [first = '', ...others] = row;
		return [
			...wrapRow(rowOf(first, 'title'), columns),
			...others.flatMap((cell, index) => {
				const title = head.length > 2 ? `${head[index + 1] ?? ''}: ` : '';
				return cell === '–' ? [] : indented(wrapRow([...line(title, 'dim'), ...rowOf(cell)], columns - 2), 2);
			}),
		];
	});
};

const blockRows = (block: Block, columns: number): readonly Line[] => {
	switch (block.kind) {
		case 'heading': {
			return wrapRow(line(block.level === 1 ? block.text.toUpperCase() : block.text, 'title'), columns);
		}

		case 'paragraph': {
			return wrapRow(rowOf(block.text), columns);
		}

		case 'item': {
			return wrapRow([...line('• '), ...rowOf(block.text)], columns, 2);
		}

		case 'code': {
			return indented(
				block.lines.flatMap((text) => codeRows(text, columns - 2)),
				2,
			);
		}

		case 'table': {
			return tableRows(block.head, block.rows, columns);
		}
	}
};

/** A page of the manual as rows of at most so many columns. */
export const pageRows = (markdown: string, columns: number): readonly Line[] => {
	const blocks = blocksOf(markdown);
	return blocks.flatMap((block, index) => [
		...(index > 0 && !(block.kind === 'item' && blocks[index - 1]?.kind === 'item') ? [line('')] : []),
		...blockRows(block, columns),
	]);
};
