import type {Routine} from '../../kernel/routine.js';
import {firstOf, type Stream} from './streams.js';
import type {Task} from './task.js';

/** The standard input of a container with `stdin: true`: what attached clients type. While nobody is attached nothing comes, and it does not end. */
export class ContainerInput implements Stream {
	#text = '';
	#ended = false;
	readonly #waiting = new Set<Task>();

	/** @param isTerminal whether the container has `tty: true`. */
	constructor(readonly isTerminal: boolean) {}

	/** A client has typed this. */
	give(text: string): void {
		if (!this.#ended) {
			this.#text += text;
			this.#tell();
		}
	}

	/** No more comes. */
	end(): void {
		this.#ended = true;
		this.#tell();
	}

	/** Ctrl-C: what runs in the foreground of its terminal ends; a shell without anything else begins a new line. */
	interrupt([first]: readonly Task[]): void {
		const foreground = first?.thread.tasks.at(-1);
		if (foreground === first) {
			this.give('\n');
		} else {
			foreground?.signal('INT');
		}
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
