import type {Routine} from '../kernel/routine.js';

/** A bearer token and how long it is good. */
export interface IssuedToken {
	readonly token: string;
	readonly lifetimeMs: number;
}

/**
A client's bearer token for each request: the same token, until little of its lifetime is left or the apiserver refuses it.

@mirrors k8s.io/client-go/transport.ResettableTokenSource
*/
export class TokenSource {
	#held: {readonly token: string; readonly untilMs: number} | undefined;

	/** @param issue requests a new token. @param nowMs the clock. */
	constructor(
		readonly issue: () => Routine<IssuedToken>,
		readonly nowMs: () => number,
	) {}

	/** @throws ApiError if a new one is needed and refused. */
	*token(): Routine<string> {
		if (!this.#held || this.nowMs() >= this.#held.untilMs) {
			const {token, lifetimeMs} = yield* this.issue();
			this.#held = {token, untilMs: this.nowMs() + lifetimeMs * usedShare};
		}

		return this.#held.token;
	}

	/** The apiserver did not know this token: the next request needs another one. */
	reject(token: string): void {
		if (this.#held?.token === token) {
			this.#held = undefined;
		}
	}
}

/** A new token is requested when a fifth of the lifetime is left. */
const usedShare = 0.8;
