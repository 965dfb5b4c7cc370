import type {CallFault} from '../objects/fault.js';

/** A call that fails. */
interface Failing {
	readonly call: CallFault['call'];
	left: number;
}

/** The resource that is short on a node. */
export type Short = 'disk' | 'memory';

/** The troubles of a node: they use up space or make calls fail. */
export class Troubles {
	readonly #failing = new Set<Failing>();
	readonly #free = new Map<Short, Set<number>>();
	readonly #observers = new Set<() => void>();

	/** The most free bytes; infinite without a fault. */
	free(of: Short): number {
		return Math.min(...(this.#free.get(of) ?? []), Number.POSITIVE_INFINITY);
	}

	/** Limits the free bytes from now on. @returns a function that undoes this. */
	leave(of: Short, bytes: number): () => void {
		const all = this.#free.get(of) ?? new Set<number>();
		this.#free.set(of, all.add(bytes));
		this.#tell();
		return () => {
			all.delete(bytes);
			this.#tell();
		};
	}

	/** Makes a number of calls fail from now on. @returns a function that undoes this. */
	fail(call: CallFault['call'], times = Number.POSITIVE_INFINITY): () => void {
		const failing: Failing = {call, left: times};
		this.#failing.add(failing);
		return () => {
			this.#failing.delete(failing);
		};
	}

	/** Whether this call fails; it counts as a failure then. */
	happens(call: CallFault['call']): boolean {
		for (const failing of this.#failing) {
			if (failing.call === call && failing.left > 0) {
				failing.left--;
				return true;
			}
		}

		return false;
	}

	/** Calls the observer on every change of the free space. */
	observe(observer: () => void): () => void {
		this.#observers.add(observer);
		return () => {
			this.#observers.delete(observer);
		};
	}

	#tell(): void {
		for (const observer of this.#observers) {
			observer();
		}
	}
}
