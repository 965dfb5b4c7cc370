/** The number of characters that a terminal shows of a text. */
const lengthOf = (text: string): number => [...text].length;

/** Untrusted text as a cell: characters that a terminal would obey are shown. @mirrors cli-runtime/pkg/printers WriteEscaped */
export const safeCell = (text: string): string => text.replaceAll('\u001B', '^[').replaceAll('\r', '\\r');

/**
Aligns rows that arrive in sequence: columns three spaces apart, at least six wide, and never narrower than before.

@mirrors liggitt/tabwriter RememberWidths
*/
export class RowPrinter {
	readonly #widths: number[] = [];

	/** The lines of some rows. */
	print(rows: ReadonlyArray<readonly string[]>): string {
		for (const cells of rows) {
			for (const [index, cell] of cells.slice(0, -1).entries()) {
				this.#widths[index] = Math.max(this.#widths[index] ?? 6, lengthOf(cell) + 3);
			}
		}

		return rows
			.map(
				(cells) =>
					`${cells.map((cell, index) => (index === cells.length - 1 ? cell : this.#padded(cell, index))).join('')}\n`,
			)
			.join('');
	}

	#padded(cell: string, index: number): string {
		return cell + ' '.repeat(Math.max(0, (this.#widths[index] ?? 0) - lengthOf(cell)));
	}
}
