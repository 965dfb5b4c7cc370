import type {Rectangle} from '../../paint/region.js';
import type {Target} from '../../paint/target.js';
import {clean, width, type Line, type Segment, type Tone} from '../../paint/text.js';

/** A grid of cells to draw on; parts outside it are clipped. */
export class Canvas {
	readonly #rows: Array<Array<Segment | undefined>>;
	readonly #targets: Array<Array<Target | undefined>>;

	constructor(
		readonly columns: number,
		readonly height: number,
	) {
		this.#rows = Array.from({length: height}, () => []);
		this.#targets = Array.from({length: height}, () => []);
	}

	/** Draws a text of one row; a wide character uses two cells. */
	text(left: number, top: number, text: string, tone: Tone = 'plain'): void {
		const cells = this.#rows[top];
		if (!cells) {
			return;
		}

		let at = left;
		for (const character of clean(text)) {
			const size = width(character);
			if (at >= 0 && size > 0 && at + size <= this.columns) {
				cells[at] = {text: character, tone};
				for (let after = 1; after < size; after++) {
					cells[at + after] = {text: '', tone};
				}
			}

			at += size;
		}
	}

	/** Draws a row of pieces. */
	row(left: number, top: number, row: Line): void {
		let at = left;
		for (const {text, tone} of row) {
			this.text(at, top, text, tone);
			at += width(clean(text));
		}
	}

	/** Sets the target of a click within a rectangle. */
	aim({left, top, columns, rows}: Rectangle, target: Target): void {
		for (const targets of this.#targets.slice(top, top + rows)) {
			for (let column = left; column < left + columns; column++) {
				targets[column] = target;
			}
		}
	}

	/** The rows, with neighbouring cells of one tone and one target together. */
	get lines(): Line[] {
		return this.#rows.map((cells, row) => {
			const targets = this.#targets[row] ?? [];
			const line: Segment[] = [];
			for (let column = 0; column < Math.max(cells.length, targets.length); column++) {
				const {text, tone} = cells[column] ?? {text: ' ', tone: 'plain' as const};
				const target = targets[column];
				const last = line.at(-1);
				if (last?.tone === tone && last.target === target) {
					line[line.length - 1] = {...last, text: last.text + text};
				} else {
					line.push({text, tone, ...(target ? {target} : {})});
				}
			}

			return line;
		});
	}
}
