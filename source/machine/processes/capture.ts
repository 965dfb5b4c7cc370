import type {Routine} from '../../kernel/routine.js';
import type {Stream} from './streams.js';
import type {Task} from './task.js';

const longest = 4 * 1024 * 1024;

/** Keeps the written text. */
export class Capture implements Stream {
	readonly #parts: string[] = [];
	#length = 0;

	constructor(readonly owner: Task) {}

	get text(): string {
		return this.#parts.join('');
	}

	*read(): Routine<string | undefined> {
		return undefined;
	}

	*write(task: Task, text: string): Routine {
		this.#length += text.length;
		if (this.#length > longest) {
			this.owner.reserve(Number.POSITIVE_INFINITY);
		}

		this.#parts.push(text);
		yield* task.spend(text.length / 1000);
	}

	// oxlint-disable-next-line no-empty-function
	retain(): void {}

	// oxlint-disable-next-line no-empty-function
	release(): void {}
}
