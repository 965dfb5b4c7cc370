import type {Kernel} from '../../kernel/kernel.js';

const firstPauseMs = 500;
const lastPauseMs = 122_000;
const patientTries = 3;

/** The retry times of volumes: each after a pause that doubles. @mirrors k8s.io/kubernetes/pkg/util/goroutinemap/exponentialbackoff */
export class MountBackoff {
	readonly #failures = new Map<string, {readonly count: number; readonly untilMs: number}>();

	constructor(readonly kernel: Kernel) {}

	isDue(key: string): boolean {
		return (this.#failures.get(key)?.untilMs ?? 0) <= this.kernel.now;
	}

	failed(key: string): void {
		const count = (this.#failures.get(key)?.count ?? 0) + 1;
		const pauseMs = Math.min(lastPauseMs, firstPauseMs * 2 ** Math.min(30, count - 1));
		this.#failures.set(key, {count, untilMs: this.kernel.now + pauseMs});
	}

	forget(key: string): void {
		this.#failures.delete(key);
	}

	/** The time of the next attempt for one of the keys, if one is set, and whether it failed so often that a run does not wait for it. */
	next(keys: readonly string[]): {readonly atMs: number | undefined; readonly isHopeless: boolean} {
		const found = keys.flatMap((key) => this.#failures.get(key) ?? []).filter(({untilMs}) => untilMs > this.kernel.now);
		return {
			atMs: found.length > 0 ? Math.min(...found.map(({untilMs}) => untilMs)) : undefined,
			isHopeless: found.length > 0 && found.every(({count}) => count > patientTries),
		};
	}
}
