import {streamChannels, type Stream} from '../../client/request.js';
import {ByteTextReader} from '../../kernel/byte-text.js';
import type {Kernel} from '../../kernel/kernel.js';
import {take, type Routine} from '../../kernel/routine.js';

/** What ends a wait for input early. */
export type Interruption = 'interrupt' | 'gone';

/**
Standard input of a session, line by line.

With a terminal it acts as the kernel's line discipline: it echoes what is typed, erases on backspace, interrupts on Ctrl-C and ends on Ctrl-D.
*/
export class TerminalInput {
	#text = '';
	#ended = false;
	/** A character may come in two messages. */
	readonly #decoder = new ByteTextReader();
	#endTold = false;
	#gone = false;
	#interrupted = false;

	constructor(
		readonly kernel: Kernel,
		readonly stream: Stream,
		readonly tty: boolean,
	) {}

	get gone(): boolean {
		return this.#gone;
	}

	/** The next line, without its line ending; `undefined` at the end of the input. */
	*line(): Routine<string | undefined> {
		for (;;) {
			this.#interrupted = false;
			const end = this.#text.indexOf('\n');
			if (end !== -1) {
				const line = this.#text.slice(0, end);
				this.#text = this.#text.slice(end + 1);
				return line;
			}

			if (this.#ended || this.#gone) {
				const rest = this.#text;
				this.#text = '';
				return rest === '' ? undefined : rest;
			}

			yield* this.#receive();
			if (this.#interrupted) {
				return '';
			}
		}
	}

	/**
	What comes next: of a terminal a line with its ending, else whatever has come; or why there is nothing.

	The end is told once; after it, only that the client is gone.
	*/
	*next(): Routine<{readonly text: string} | Interruption | 'end'> {
		for (;;) {
			if (this.#interrupted) {
				this.#interrupted = false;
				return 'interrupt';
			}

			const length = this.tty ? this.#text.indexOf('\n') + 1 : this.#text.length;
			if (length > 0) {
				const text = this.#text.slice(0, length);
				this.#text = this.#text.slice(length);
				return {text};
			}

			if (this.#gone) {
				return 'gone';
			}

			if (this.#ended && !this.#endTold) {
				this.#endTold = true;
				return 'end';
			}

			yield* this.#receive();
		}
	}

	/** Everything up to the end of the input. */
	*rest(): Routine<string> {
		while (!this.#ended && !this.#gone) {
			yield* this.#receive();
		}

		const text = this.#text;
		this.#text = '';
		return text;
	}

	/** Waits for a message, or for a time. @returns what the user has done to end what runs. */
	*wait(timeoutMs: number | undefined, periodic: boolean): Routine<Interruption | undefined> {
		if (!this.#gone && !this.#interrupted) {
			yield* this.#receive(timeoutMs, periodic);
		}

		if (this.#gone) {
			return 'gone';
		}

		const interrupted = this.#interrupted;
		this.#interrupted = false;
		return interrupted ? 'interrupt' : undefined;
	}

	/** Ends a wait, as if a message without text had come. */
	wake(): void {
		if (this.stream.input.waiting.length === 0) {
			this.kernel.send(this.stream.input, {channel: streamChannels.stdin, data: new Uint8Array()});
		}
	}

	*#receive(timeoutMs?: number, periodic = false): Routine {
		const message = yield* take(this.stream.input, {timeoutMs, periodic});
		if (message === undefined) {
			return;
		}

		if ('gone' in message) {
			this.#gone = true;
		} else if ('ended' in message) {
			if (message.channel === streamChannels.stdin && !this.#ended) {
				this.#ended = true;
				this.#typed(this.#decoder.end());
			}
		} else if ('data' in message && message.channel === streamChannels.stdin) {
			this.#typed(this.#decoder.read(message.data));
		}
	}

	#typed(text: string): void {
		if (!this.tty) {
			this.#text += text;
			return;
		}

		for (const character of text) {
			switch (character) {
				case '\r':
				case '\n': {
					this.#text += '\n';
					this.#echo('\r\n');
					break;
				}

				case '\u007F':
				case '\b': {
					if (this.#text !== '' && !this.#text.endsWith('\n')) {
						this.#text = this.#text.slice(0, -1);
						this.#echo('\b \b');
					}

					break;
				}

				case '\u0003': {
					this.#text = '';
					this.#interrupted = true;
					this.#echo('^C\r\n');
					break;
				}

				case '\u0004': {
					this.#ended ||= this.#text === '';
					break;
				}

				default: {
					if (character >= ' ') {
						this.#text += character;
						this.#echo(character);
					}
				}
			}
		}
	}

	#echo(text: string): void {
		this.stream.send(streamChannels.stdout, text);
	}
}
