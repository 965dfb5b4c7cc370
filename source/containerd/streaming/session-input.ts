import {streamChannels, type Stream} from '../../client/request.js';
import {ByteTextReader} from '../../kernel/byte-text.js';
import type {Kernel} from '../../kernel/kernel.js';
import {take, type Routine} from '../../kernel/routine.js';
import {firstOf} from '../../machine/processes/streams.js';

/** Standard input of a session without a terminal. */
export class SessionInput {
	#text = '';
	#ended = false;
	/** A character may be split between two messages. */
	readonly #decoder = new ByteTextReader();
	#gone = false;

	constructor(
		readonly kernel: Kernel,
		readonly stream: Stream,
	) {}

	get gone(): boolean {
		return this.#gone;
	}

	/** The next line, without its line ending; `undefined` at the end of the input. */
	*line(): Routine<string | undefined> {
		return (yield* this.read('line'))?.replace(/\n$/, '');
	}

	/** The available text, once there is some: at most a line, or the requested number of characters; `undefined` at the end of the input. */
	*read(most?: 'line' | number): Routine<string | undefined> {
		while (!this.#ended && !this.#gone && (most === 'line' ? !this.#text.includes('\n') : this.#text === '')) {
			yield* this.#receive();
		}

		const text = firstOf(this.#text, most);
		this.#text = this.#text.slice(text.length);
		return text === '' ? undefined : text;
	}

	/** Waits for a message, or for a time. @returns whether the client has disconnected. */
	*wait(timeoutMs: number | undefined, periodic: boolean): Routine<boolean> {
		if (!this.#gone) {
			yield* this.#receive(timeoutMs, periodic);
		}

		return this.#gone;
	}

	/** Ends a wait, as if a message without text had arrived. */
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
				this.#text += this.#decoder.end();
			}
		} else if ('data' in message && message.channel === streamChannels.stdin) {
			this.#text += this.#decoder.read(message.data);
		}
	}
}
