import type {Routine} from '../../kernel/routine.js';
import {firstOf, type Stream} from './streams.js';
import type {Task} from './task.js';

/** The standard input of a container with `stdin: true` and no terminal: the input of attached clients. Without a client, it is empty but does not end. */
export class ContainerInput implements Stream {
	#text = '';
	#ended = false;
	readonly #waiting = new Set<Task>();

	/** A client has typed this. */
	give(text: string): void {
		if (!this.#ended) {
			this.#text += text;
			this.#tell();
		}
	}

	/** Ends the input. */
	end(): void {
		this.#ended = true;
		this.#tell();
	}

	*read(task: Task, most?: 'line' | number): Routine<string | undefined> {
		const isLine = (): boolean => this.#ended || (most === 'line' ? this.#text.includes('\n') : this.#text !== '');
		if (!isLine()) {
			this.#waiting.add(task);
			try {
				yield* task.wait(Number.POSITIVE_INFINITY, isLine);
			} finally {
				this.#waiting.delete(task);
			}
		}

		const text = firstOf(this.#text, most);
		this.#text = this.#text.slice(text.length);
		return text === '' ? undefined : text;
	}

	// oxlint-disable-next-line no-empty-function
	*write(): Routine {}

	// oxlint-disable-next-line no-empty-function
	retain(): void {}

	// oxlint-disable-next-line no-empty-function
	release(): void {}

	#tell(): void {
		for (const task of this.#waiting) {
			task.thread.wake();
		}
	}
}
