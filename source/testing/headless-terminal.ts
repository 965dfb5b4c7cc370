import {EventEmitter} from 'node:events';
import xterm from '@xterm/headless';
import {render} from 'ink';
import type {ReactElement} from 'react';
import {FrameWriter} from '../terminal/paint/frame-writer.js';

/** Input as Ink expects it of a terminal. */
class FakeInput extends EventEmitter {
	readonly isTTY = true;
	#waiting: string[] = [];

	type(text: string): void {
		this.#waiting.push(text);
		this.emit('readable');
	}

	read(): string | null {
		return this.#waiting.shift() ?? null;
	}

	setEncoding(): void {}
	setRawMode(): void {}
	resume(): void {}
	pause(): void {}
	ref(): void {}
	unref(): void {}
}

/** An element drawn by Ink on a terminal emulator: with input and the text of the screen. */
export class HeadlessTerminal {
	readonly #terminal: xterm.Terminal;
	readonly #input = new FakeInput();
	readonly #output: EventEmitter & {columns: number; rows: number; write(text: string): boolean};
	readonly #close: () => void;
	/** Shows another element in place of the first. */
	readonly show: (element: ReactElement) => void;
	#writes = 0;

	constructor(element: ReactElement, columns: number, rows: number, Writer = FrameWriter) {
		const terminal = new xterm.Terminal({cols: columns, rows, allowProposedApi: true});
		this.#terminal = terminal;
		this.#output = Object.assign(new EventEmitter(), {
			columns,
			rows,
			write: (text: string): boolean => {
				this.#writes++;
				terminal.write(text);
				return true;
			},
		});
		const writer = new Writer(this.#output);
		const app = render(element, {
			stdin: this.#input as unknown as NodeJS.ReadStream,
			stdout: writer as unknown as NodeJS.WriteStream,
			debug: true,
			exitOnCtrlC: false,
			patchConsole: false,
		});
		this.show = app.rerender;
		this.#close = () => {
			app.unmount();
			writer.close();
		};
	}

	/** Types: each text is one piece of input, as a terminal would send it. */
	async type(...texts: readonly string[]): Promise<void> {
		await this.#settled();
		for (const text of texts) {
			this.#input.type(text);
			// Effects of the frame, such as listening to input, run between two keys.
			// eslint-disable-next-line no-await-in-loop
			await this.#settled();
		}
	}

	async resize(columns: number, rows: number): Promise<void> {
		this.#terminal.resize(columns, rows);
		Object.assign(this.#output, {columns, rows});
		this.#output.emit('resize');
		await this.#settled();
	}

	/** The rows on the screen, without the spaces at their ends. */
	async screen(): Promise<readonly string[]> {
		await this.#settled();
		await new Promise<void>((resolve) => {
			this.#terminal.write('', resolve);
		});
		const {active} = this.#terminal.buffer;
		return Array.from(
			{length: this.#terminal.rows},
			(_, row) =>
				active
					.getLine(active.baseY + row)
					?.translateToString(true)
					.trimEnd() ?? '',
		);
	}

	/** Ends the drawing. */
	close(): void {
		this.#close();
		this.#terminal.dispose();
	}

	/** Waits until some turns of the event loop have passed without a frame: effects of a frame may draw the next one. */
	async #settled(): Promise<void> {
		for (let quiet = 0, writes = this.#writes; quiet < 6; quiet++) {
			// eslint-disable-next-line no-await-in-loop
			await new Promise((resolve) => {
				setImmediate(resolve);
			});
			if (this.#writes !== writes) {
				writes = this.#writes;
				quiet = -1;
			}
		}
	}
}
