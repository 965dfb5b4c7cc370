/**
The number of requests that a client may send: `qps` per second on average, `burst` at once, at least 1. A negative `qps` is unlimited; 0 is
client-go's default.
*/
export interface RateLimit {
	readonly qps: number;
	readonly burst: number;
}

/** The limit of a client that sets none. */
export const clientGoLimit: RateLimit = {qps: 5, burst: 10};

/** Shields a wait from rounding errors when tokens are added as fractions of a millisecond. */
const roundingMs = 1e-6;

/**
Delays requests that exceed a client's rate: a bucket of `burst` tokens, to which `qps` are added per second.

Each request takes a token. If none is left, it reserves the next one and waits for it: requests leave in the order of arrival.

@mirrors k8s.io/client-go/util/flowcontrol NewTokenBucketRateLimiter
*/
export class RateLimiter {
	readonly qps: number;
	readonly burst: number;
	/** The time to add one token. */
	readonly #tokenMs: number;
	/** The time to fill the empty bucket. */
	readonly #fillMs: number;
	/** The time at which the bucket is full again, if no token is taken until then: it determines the number of tokens. */
	#fullAtMs = 0;
	#hasRunDry = false;

	/** @param limit whose `qps` is not negative. */
	constructor({qps, burst}: RateLimit) {
		this.qps = qps || clientGoLimit.qps;
		this.burst = burst;
		this.#tokenMs = 1000 / this.qps;
		this.#fillMs = this.burst * this.#tokenMs;
	}

	/** Whether a request has waited since the bucket was last full. */
	get hasRunDry(): boolean {
		return this.#hasRunDry;
	}

	/**
	Takes a token for a request.

	@param nowMs never earlier than in the call before.
	@returns the wait of the request, in whole milliseconds.
	*/
	take(nowMs: number): number {
		if (this.#fullAtMs <= nowMs) {
			this.#fullAtMs = nowMs;
			this.#hasRunDry = false;
		}

		this.#fullAtMs += this.#tokenMs;
		const missingMs = this.#fullAtMs - nowMs - this.#fillMs;
		if (missingMs <= roundingMs) {
			return 0;
		}

		this.#hasRunDry = true;
		return Math.ceil(missingMs - roundingMs);
	}
}
