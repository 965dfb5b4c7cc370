import type {ShutdownInhibitor} from '../host/host.js';

/**
The part of a node's system that shuts it down: it announces the shutdown, and waits until all delay locks are released, or their time is over.

@see https://systemd.io/INHIBITOR_LOCKS/
*/
export class Logind implements ShutdownInhibitor {
	readonly #locks = new Set<{readonly delayMs: number}>();
	readonly #monitors = new Set<(isShuttingDown: boolean) => void>();
	#released: (() => void) | undefined;

	/** The longest delay of a shutdown, in milliseconds: InhibitDelayMaxSec, which the kubelet raises as needed. */
	get delayMs(): number {
		return Math.max(0, ...[...this.#locks].map(({delayMs}) => delayMs));
	}

	/** Calls `prepare` when the system is about to shut down, and when the shutdown is cancelled. @returns a function that ends it. */
	monitor(prepare: (isShuttingDown: boolean) => void): () => void {
		this.#monitors.add(prepare);
		return () => {
			this.#monitors.delete(prepare);
		};
	}

	/** Takes a delay lock. @returns a function that releases it. */
	inhibit(delayMs: number): () => void {
		const lock = {delayMs};
		this.#locks.add(lock);
		return () => {
			this.#locks.delete(lock);
			if (this.#locks.size === 0) {
				this.#released?.();
			}
		};
	}

	/** The system is about to shut down. @param released called when no lock delays the shutdown any more. */
	prepare(released: () => void): void {
		this.#released = released;
		this.#tell(true);
	}

	/** Cancels the shutdown. */
	cancel(): void {
		this.#released = undefined;
		this.#tell(false);
	}

	#tell(isShuttingDown: boolean): void {
		for (const prepare of this.#monitors) {
			prepare(isShuttingDown);
		}
	}
}
