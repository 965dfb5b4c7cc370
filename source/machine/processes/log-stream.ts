import type {Routine} from '../../kernel/routine.js';
import type {ContainerLife} from '../container-life.js';
import type {RuntimeContainer} from '../container.js';
import type {Stream} from './streams.js';
import type {Task} from './task.js';

/** Writes in one moment that are each a stop; further ones are reported in blocks. */
const mostWrites = 20;
const block = 4096;

/** The output of a container's first process: lines are written to the log, an unfinished line waits for its end. */
export class LogStream implements Stream {
	#text = '';
	#writes = 0;
	#atMs = 0;

	constructor(
		readonly life: ContainerLife,
		readonly container: RuntimeContainer,
	) {}

	*read(): Routine<string | undefined> {
		return undefined;
	}

	*write(task: Task, text: string): Routine {
		const {now} = this.life.kernel;
		this.#writes = now === this.#atMs ? this.#writes + 1 : 1;
		this.#atMs = now;
		this.#text += text;
		yield* task.spend(1 + text.length / 500);
		if (this.#writes <= mostWrites || this.#text.length > block) {
			yield* this.#print(this.#text.length > 4 * block ? this.#text.length : this.#text.lastIndexOf('\n') + 1);
		}
	}

	/** Writes the buffered text before time passes. */
	*flush(): Routine {
		yield* this.#print(this.#text.length);
	}

	*#print(length: number): Routine {
		if (length > 0) {
			const text = this.#text.slice(0, length);
			this.#text = this.#text.slice(length);
			yield* this.life.print(this.container, text);
		}
	}

	// oxlint-disable-next-line no-empty-function
	retain(): void {}

	// oxlint-disable-next-line no-empty-function
	release(): void {}
}
