import type {Kernel} from '../kernel/kernel.js';

interface Expectation {
	creations: number;
	readonly deletions: Set<string>;
	readonly sinceMs: number;
}

const patienceMs = 300_000;

/**
The requests of a controller whose results its cache does not show yet.

The cache lags. A controller that counted Pods right after creating some would count too few and create more; so it waits
until the watch has shown its requests, or five minutes have passed.

@mirrors k8s.io/kubernetes/pkg/controller.UIDTrackingControllerExpectations
*/
export class Expectations {
	readonly #byKey = new Map<string, Expectation>();

	constructor(readonly kernel: Kernel) {}

	/** Whether every requested change has been seen. */
	satisfied(key: string): boolean {
		const expectation = this.#byKey.get(key);
		return (
			!expectation ||
			(expectation.creations <= 0 && expectation.deletions.size === 0) ||
			this.kernel.now - expectation.sinceMs > patienceMs
		);
	}

	/** The results that are still missing. */
	outstanding(key: string): {readonly creations: number; readonly deletions: number} {
		const expectation = this.#byKey.get(key);
		return {creations: expectation?.creations ?? 0, deletions: expectation?.deletions.size ?? 0};
	}

	expectCreations(key: string, count: number): void {
		this.#byKey.set(key, {creations: count, deletions: new Set(), sinceMs: this.kernel.now});
	}

	/** @param uids of the objects that are about to be deleted: a deletion seen twice counts once. */
	expectDeletions(key: string, uids: readonly string[]): void {
		this.#byKey.set(key, {creations: 0, deletions: new Set(uids), sinceMs: this.kernel.now});
	}

	/** The watch has shown `count` creations, or they will never happen. */
	creationsObserved(key: string, count = 1): void {
		const expectation = this.#byKey.get(key);
		if (expectation) {
			expectation.creations -= count;
		}
	}

	deletionObserved(key: string, uid: string): void {
		this.#byKey.get(key)?.deletions.delete(uid);
	}

	forget(key: string): void {
		this.#byKey.delete(key);
	}
}
