import {EventEmitter} from 'node:events';

/** The target of the drawing: a terminal's output, or something that behaves like one. */
export interface Output {
	readonly columns?: number;
	readonly rows?: number;
	write(text: string): unknown;
	on(event: 'resize', listener: () => void): unknown;
	off(event: 'resize', listener: () => void): unknown;
}

const beginUpdate = '\u001B[?2026h';
const endUpdate = '\u001B[?2026l';

/** Rows that a part of the screen has painted, at their place. */
export interface Piece {
	readonly left: number;
	readonly top: number;
	readonly columns: number;
	/** The rows in a terminal's escape codes, each as wide as the piece; only at the right edge may they be shorter. */
	readonly rows: readonly string[];
}

/** The content of a row of the terminal: text from its left edge, overlaid by pieces further right. */
interface ShownRow {
	readonly frame: string;
	readonly pieces: ReadonlyArray<{readonly left: number; readonly columns: number; readonly text: string}>;
}

const blank: ShownRow = {frame: '', pieces: []};

const moveTo = (column: number, row: number): string => `\u001B[${row + 1};${column + 1}H`;

/**
Tracks the terminal's content, and writes only changes, each at its place: without flicker or scrolling, for frames up to the terminal's
height. Ink writes its frames here. A part of the screen with known rows writes them here directly, which saves Ink's measuring of each
cell. Changes of both in one turn of the event loop are
one write.
*/
export class FrameWriter extends EventEmitter {
	readonly isTTY = true;
	#frame: readonly string[] = [];
	readonly #pieces = new Map<string, Piece>();
	#shown: readonly ShownRow[] = [];
	#flushes = false;
	#closed = false;
	readonly #output: Output;
	readonly #resized = (): void => {
		// The terminal has moved its content.
		this.#clear();
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

	/** Draws a frame of Ink's when this turn ends. */
	write(frame: string): boolean {
		this.#frame = frame === '' ? [] : frame.split('\n');
		this.#flushLater();
		return true;
	}

	/** Draws rows, one for each of the terminal's, at once. */
	paint(rows: readonly string[]): void {
		this.#frame = rows.slice(0, this.rows);
		this.#flush();
	}

	/** Draws the painted rows of a part of the screen, at the end of this turn; they replace its earlier ones. */
	put(name: string, piece: Piece): void {
		this.#pieces.set(name, piece);
		this.#flushLater();
	}

	/** Removes the rows of a part. */
	remove(name: string): void {
		this.#pieces.delete(name);
		this.#flushLater();
	}

	/** Draws the whole screen again, after another program used the terminal. */
	redraw(): void {
		this.#clear();
		this.#flush();
	}

	/** Ends drawing, and listening to the terminal. */
	close(): void {
		this.#closed = true;
		this.#output.off('resize', this.#resized);
	}

	#clear(): void {
		this.#shown = [];
		this.#output.write('\u001B[2J');
	}

	#flushLater(): void {
		if (!this.#flushes) {
			this.#flushes = true;
			// React's effects run first: a user who sees a frame can already type into it.
			setImmediate(() => {
				this.#flush();
			});
		}
	}

	#flush(): void {
		this.#flushes = false;
		if (this.#closed) {
			return;
		}

		const before = this.#shown;
		this.#shown = this.#rowsToShow();
		const changes = this.#shown.map((row, at) => this.#change(before[at] ?? blank, row, at)).join('');
		if (changes !== '') {
			this.#output.write(`${beginUpdate}${changes}${endUpdate}`);
		}
	}

	/** The rows to show, without pieces that no longer fit the terminal, until their owner paints them again. */
	#rowsToShow(): ShownRow[] {
		const {rows, columns} = this;
		const pieces = Array.from({length: rows}, (): Array<ShownRow['pieces'][number]> => []);
		for (const piece of this.#pieces.values()) {
			if (piece.left + piece.columns <= columns) {
				for (const [at, text] of piece.rows.entries()) {
					pieces[piece.top + at]?.push({left: piece.left, columns: piece.columns, text});
				}
			}
		}

		return pieces.map((beside, at) => ({frame: this.#frame[at] ?? '', pieces: beside}));
	}

	/** The characters that turn a row of the terminal into another. */
	#change(before: ShownRow, {frame, pieces}: ShownRow, row: number): string {
		const isOther =
			before.frame !== frame ||
			before.pieces.length !== pieces.length ||
			pieces.some(({left, columns}, at) => before.pieces[at]?.left !== left || before.pieces[at].columns !== columns);
		const changed = pieces.filter(({text}, at) => isOther || before.pieces[at]?.text !== text);
		return [
			isOther ? `${moveTo(0, row)}\u001B[2K${frame}` : '',
			...changed.map(
				({left, columns, text}) => `${moveTo(left, row)}${left + columns === this.columns ? '\u001B[K' : ''}${text}`,
			),
		].join('');
	}
}
