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
Takes whole frames from Ink and writes only the rows that changed, each at its place: nothing flickers, nothing scrolls, and a
frame may be as tall as the terminal.
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

	/** Draws a frame. */
	write(frame: string): boolean {
		const rows = frame.split('\n').slice(0, this.rows);
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

		return true;
	}

	/** Ends listening to the terminal. */
	close(): void {
		this.#output.off('resize', this.#resized);
	}
}
