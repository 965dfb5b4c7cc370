/** The delay after the first failed Pod of a node, and the longest one, in milliseconds. @mirrors NewDaemonSetsController */
const firstMs = 1000;
const longestMs = 900_000;

interface Entry {
	readonly delayMs: number;
	/** The time at which the last failed Pod was deleted. */
	readonly sinceMs: number;
}

/**
The back-off between the deletions of failed Pods of one DaemonSet on one node: without it, the controller and a kubelet that refuses each
Pod would loop without a pause. It doubles from 1 s to 15 min, and resets after 30 min without a failed Pod.

@mirrors k8s.io/client-go/util/flowcontrol Backoff
*/
export class FailedPodsBackoff {
	readonly #entries = new Map<string, Entry>();

	/**
	How long the controller waits before it syncs again, in milliseconds; `undefined` if it may delete a failed Pod now.

	@param key names DaemonSet, generation and node
	*/
	delayMs(key: string, nowMs: number): number | undefined {
		const entry = this.#entries.get(key);
		return entry && nowMs - entry.sinceMs < entry.delayMs ? entry.delayMs : undefined;
	}

	/** A failed Pod is deleted: the next one waits for longer. */
	deleted(key: string, nowMs: number): void {
		for (const [other, {sinceMs}] of this.#entries) {
			if (nowMs - sinceMs > 2 * longestMs) {
				this.#entries.delete(other);
			}
		}

		const entry = this.#entries.get(key);
		this.#entries.set(key, {delayMs: entry ? Math.min(longestMs, 2 * entry.delayMs) : firstMs, sinceMs: nowMs});
	}
}
