import type {Kernel} from '../kernel/kernel.js';
import {Mailbox} from '../kernel/mailbox.js';
import {receive, type Routine} from '../kernel/routine.js';

/** Work for several processes: each item goes to one that is free, or to the first that becomes free. */
export class Workers<T> {
	readonly #waiting: Array<{readonly item: T}> = [];
	readonly #free: Array<Mailbox<T>> = [];
	/** The number of waiting items that workers have taken: these items are removed in bulk. */
	#taken = 0;
	#count = 0;

	constructor(
		readonly kernel: Kernel,
		readonly name: string,
	) {}

	give(item: T): void {
		const free = this.#free.shift();
		if (free) {
			this.kernel.send(free, item);
		} else {
			this.#waiting.push({item});
		}
	}

	/** The life of one worker. @param work on one item. */
	*run(work: (item: T) => Routine): Routine {
		const mailbox = new Mailbox<T>(`${this.name}-${++this.#count}`);
		for (;;) {
			const next = this.#next();
			if (next) {
				yield* work(next.item);
			} else {
				this.#free.push(mailbox);
				yield* work(yield* receive(mailbox));
			}
		}
	}

	#next(): {readonly item: T} | undefined {
		const next = this.#waiting[this.#taken];
		this.#taken += next ? 1 : 0;
		if (this.#taken > 1000 && this.#taken * 2 > this.#waiting.length) {
			this.#waiting.splice(0, this.#taken);
			this.#taken = 0;
		}

		return next;
	}
}
