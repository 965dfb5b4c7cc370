/**
Aligns cells that end in tabs, as Go's text/tabwriter does: a column is as wide as its widest cell among neighbouring lines that have it.

@param options widths in characters; `padding` is added to each cell. `remembered` has earlier column widths, from the left: columns never become narrower, and wider ones are written into it.
*/
export const alignTabs = (
	text: string,
	options: {readonly minWidth?: number; readonly padding?: number; readonly remembered?: number[]} = {},
): string => {
	const {minWidth = 0, padding = 2, remembered} = options;
	const lines = text.split('\n').map((line) => line.split('\t'));
	const output: string[] = [];
	const widths: number[] = [];

	const print = (from: number, to: number): void => {
		for (const cells of lines.slice(from, to)) {
			const texts = cells.map((cell, column) => (column < cells.length - 1 ? cell.padEnd(widths[column] ?? 0) : cell));
			output.push(texts.join(''));
		}
	};

	/** The cell of a line in a column, when another one follows it. */
	const closedCell = (index: number, column: number): string | undefined => lines[index]?.slice(0, -1)[column];

	const format = (from: number, to: number): void => {
		const column = widths.length;
		let start = from;
		for (let index = from; index < to; index++) {
			let cell = closedCell(index, column);
			if (cell === undefined) {
				continue;
			}

			print(start, index);
			start = index;
			let width = minWidth;
			for (; index < to && cell !== undefined; cell = closedCell(index, column)) {
				width = Math.max(width, cell.length + padding);
				index++;
			}

			if (remembered) {
				width = Math.max(width, remembered[column] ?? 0);
				remembered[column] = width;
			}

			widths.push(width);
			format(start, index);
			widths.pop();
			start = index;
		}

		print(start, to);
	};

	format(0, lines.length);
	return output.join('\n');
};

/**
Rows of a table as kubectl prints them: columns three spaces apart, at least six wide.

@param remembered how wide the columns of earlier rows were.
*/
export const alignRows = (rows: ReadonlyArray<readonly string[]>, remembered: number[] = []): string =>
	rows.length === 0
		? ''
		: `${alignTabs(rows.map((cells) => cells.join('\t')).join('\n'), {minWidth: 6, padding: 3, remembered})}\n`;
