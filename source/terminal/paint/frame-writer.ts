import {EventEmitter} from 'node:events';

/** What is drawn on: a terminal's output, or something that behaves like one. */
export interface Output {
	readonly columns?: number;
	readonly rows?: number;
	write(text: string): unknown;
	on(event: 'resize', listener: () => void): unknown;
	off(event: 'resize', listener: () => void): unknown;
}

const beginUpdate = '\u001B[?2026h';
const endUpdate = '\u001B[?2026l';

/**
Takes whole frames and writes only the rows that changed, each at its place: nothing flickers, nothing scrolls, and a frame may be
as tall as the terminal.

Ink writes here what it lays out; a component that knows its rows already paints them, which saves Ink's measuring of each cell.
*/
export class FrameWriter extends EventEmitter {
	readonly isTTY = true;
	#rows: readonly string[] = [];
	readonly #output: Output;
	readonly #resized = (): void => {
		// The terminal has moved what was there.
		this.#rows = [];
		this.#output.write('\u001B[2J');
		this.emit('resize');
	};

	constructor(output: Output) {
		super();
		this.#output = output;
		output.on('resize', this.#resized);
	}

	get columns(): number {
		return this.#output.columns || 80;
	}

	get rows(): number {
		return this.#output.rows || 24;
	}

	/** Draws a frame of Ink's; an empty one is that of a component which paints. */
	write(frame: string): boolean {
		if (frame !== '') {
			this.paint(frame.split('\n'));
		}

		return true;
	}

	/** Draws rows, one for each of the terminal's. */
	paint(painted: readonly string[]): void {
		const rows = painted.slice(0, this.rows);
		let changes = '';
		for (let index = 0; index < Math.max(rows.length, this.#rows.length); index++) {
			const row = rows[index] ?? '';
			if (row !== this.#rows[index]) {
				changes += `\u001B[${index + 1};1H\u001B[2K${row}`;
			}
		}

		this.#rows = rows;
		if (changes !== '') {
			this.#output.write(`${beginUpdate}${changes}${endUpdate}`);
		}
	}

	/** Draws everything again, after something else had the terminal. */
	redraw(): void {
		const rows = this.#rows;
		this.#rows = [];
		this.#output.write('\u001B[2J');
		this.paint(rows);
	}

	/** Ends listening to the terminal. */
	close(): void {
		this.#output.off('resize', this.#resized);
	}
}
