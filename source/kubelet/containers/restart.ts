import {isSidecar, restartsAfter} from '../../objects/pod.js';
import type {Container, EphemeralContainer, Pod} from '../../objects/kubernetes.generated.js';
import type {Container as RuntimeContainer} from '../runtime/container.js';

/**
Whether a container that has ended (or never was) is to be started by the next sync.

@mirrors k8s.io/kubernetes/pkg/kubelet/container ShouldContainerBeRestarted
*/
export const willRestart = (
	pod: Pod,
	container: Container | EphemeralContainer,
	last: Pick<RuntimeContainer, 'state' | 'exitCode'> | undefined,
	init = false,
): boolean => {
	if (pod.metadata.deletionTimestamp) {
		return false;
	}

	if (!last || last.state === 'CREATED') {
		return true;
	}

	if (last.state === 'RUNNING') {
		return false;
	}

	const again = restartsAfter(pod.spec, container as Container, last.exitCode);
	return init && !isSidecar(container as Container) ? again && last.exitCode !== 0 : again;
};

/** Go's way of printing a duration of whole seconds: `10s`, `1m20s`, `5m0s`. */
export const formatDuration = (ms: number): string => {
	const seconds = Math.floor(ms / 1000);
	const minutes = Math.floor(seconds / 60);
	return minutes > 0 ? `${minutes}m${seconds % 60}s` : `${seconds}s`;
};

/** Pauses that double: 10 s, 20 s, 40 s … 5 minutes; forgotten after twice the longest. */
export class Backoff {
	readonly #entries = new Map<string, {backoffMs: number; updatedMs: number}>();

	constructor(
		readonly firstMs = 10_000,
		readonly lastMs = 300_000,
	) {}

	/** The present pause; 0: none. */
	get(key: string): number {
		return this.#entries.get(key)?.backoffMs ?? 0;
	}

	/** How much of the pause is left at `nowMs`, counted from `sinceMs` (default: from when it was set). */
	leftMs(key: string, nowMs: number, sinceMs?: number): number {
		const entry = this.#entries.get(key);
		if (!entry || (sinceMs !== undefined && sinceMs - entry.updatedMs > 2 * this.lastMs)) {
			return 0;
		}

		return Math.max(0, (sinceMs ?? entry.updatedMs) + entry.backoffMs - nowMs);
	}

	/** Doubles the pause. */
	next(key: string, nowMs: number, sinceMs = nowMs): void {
		const entry = this.#entries.get(key);
		if (!entry || sinceMs - entry.updatedMs > 2 * this.lastMs) {
			this.#entries.set(key, {backoffMs: this.firstMs, updatedMs: nowMs});
			return;
		}

		entry.backoffMs = Math.min(this.lastMs, entry.backoffMs * 2);
		entry.updatedMs = nowMs;
	}
}
