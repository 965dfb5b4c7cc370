/** Pauses that double: 10 s, 20 s, 40 s … 5 minutes; forgotten after twice the longest. */
export class Backoff {
	readonly #entries = new Map<string, {readonly backoffMs: number; readonly updatedMs: number}>();

	constructor(
		readonly firstMs = 10_000,
		readonly lastMs = 300_000,
	) {}

	/** The current pause; 0 if there is no pause. */
	get(key: string): number {
		return this.#entries.get(key)?.backoffMs ?? 0;
	}

	/** The remaining pause at `nowMs`, counted from `sinceMs` (default: the time when it was set). */
	leftMs(key: string, nowMs: number, sinceMs?: number): number {
		const entry = this.#entries.get(key);
		if (!entry || (sinceMs !== undefined && sinceMs - entry.updatedMs > 2 * this.lastMs)) {
			return 0;
		}

		return Math.max(0, (sinceMs ?? entry.updatedMs) + entry.backoffMs - nowMs);
	}

	/** Sets a pause that is already in progress. @param sinceMs its beginning. */
	set(key: string, backoffMs: number, sinceMs: number): void {
		this.#entries.set(key, {backoffMs, updatedMs: sinceMs});
	}

	/** Doubles the pause. */
	next(key: string, nowMs: number, sinceMs = nowMs): void {
		const entry = this.#entries.get(key);
		const backoffMs =
			!entry || sinceMs - entry.updatedMs > 2 * this.lastMs ? this.firstMs : Math.min(this.lastMs, entry.backoffMs * 2);
		this.#entries.set(key, {backoffMs, updatedMs: nowMs});
	}
}
