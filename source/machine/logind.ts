import type {ShutdownInhibitor} from '../host/host.js';

/**
The part of a node's system that is asked to shut it down: it says so, and waits until those who hold it up with a delay lock have given it back, or their time is over.

@see https://systemd.io/INHIBITOR_LOCKS/
*/
export class Logind implements ShutdownInhibitor {
	readonly #locks = new Set<{readonly delayMs: number}>();
	readonly #monitors = new Set<(isShuttingDown: boolean) => void>();
	#released: (() => void) | undefined;

	/** How long a shutdown can be held up, in milliseconds: InhibitDelayMaxSec, which the kubelet raises to what it needs. */
	get delayMs(): number {
		return Math.max(0, ...[...this.#locks].map(({delayMs}) => delayMs));
	}

	/** Calls `prepare` when the system is about to shut down, and when this is called off. @returns ends it. */
	monitor(prepare: (isShuttingDown: boolean) => void): () => void {
		this.#monitors.add(prepare);
		return () => {
			this.#monitors.delete(prepare);
		};
	}

	/** Takes a delay lock. @returns gives it back. */
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

	/** The system stays on. */
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
