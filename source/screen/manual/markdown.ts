/** A piece of a page, from top to bottom. */
export type Block =
	| {readonly kind: 'heading'; readonly level: number; readonly text: string}
	| {readonly kind: 'paragraph'; readonly text: string}
	| {readonly kind: 'item'; readonly text: string}
	| {readonly kind: 'table'; readonly head: readonly string[]; readonly rows: ReadonlyArray<readonly string[]>}
	| {readonly kind: 'code'; readonly lines: readonly string[]};

/** The cells of a row of a table. A bar in a cell is written `\|`. */
const cellsOf = (row: string): readonly string[] =>
	row
		.slice(1, -1)
		.split(/(?<!\\)\|/)
		.map((cell) => cell.trim().replaceAll(String.raw`\|`, '|'));

const joined = (lines: readonly string[]): string => lines.map((line) => line.trim()).join(' ');

const blockOf = (lines: readonly string[]): readonly Block[] => {
	const [first = ''] = lines;
	const heading = /^(#+) (.*)$/.exec(first);
	if (heading) {
		const [, marks = '', text = ''] = heading;
		return [{kind: 'heading', level: marks.length, text}];
	}

	if (first.startsWith('|')) {
		const [head = [], , ...rows] = lines.map((row) => cellsOf(row));
		return [{kind: 'table', head, rows}];
	}

	if (first.startsWith('- ')) {
		return lines
			.join('\n')
			.split(/^- /m)
			.slice(1)
			.map((item) => ({kind: 'item', text: joined(item.trimEnd().split('\n'))}));
	}

	return first.startsWith('<!--') ? [] : [{kind: 'paragraph', text: joined(lines)}];
};

/**
The blocks of a page of the manual: headings, paragraphs, lists of one level, tables and code.
It supports the Markdown of the manual's own pages; other marks are shown literally.
*/
export const blocksOf = (markdown: string): readonly Block[] => {
	const blocks: Block[] = [];
	let lines: string[] = [];
	let code: string[] | undefined;
	for (const line of [...markdown.split('\n'), '']) {
		if (code) {
			if (line === '```') {
				blocks.push({kind: 'code', lines: code});
				code = undefined;
			} else {
				code.push(line);
			}
		} else if (line.trim() === '' || line.startsWith('```')) {
			blocks.push(...(lines.length > 0 ? blockOf(lines) : []));
			lines = [];
			code = line.startsWith('```') ? [] : undefined;
		} else {
			lines.push(line);
		}
	}

	return blocks;
};
