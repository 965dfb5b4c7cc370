import type {Request} from './request.js';

/**
Clients that could not reach the apiserver and retry on their own schedule. When it can be reached again, their schedule stays, but their
next attempt counts as due work.
*/
export class CutOff {
	readonly #waiting = new Set<() => void>();

	/** Adds a request that reached no server. */
	add({onBack}: Request): void {
		if (onBack) {
			this.#waiting.add(onBack);
		}
	}

	/** A later request finds it. */
	end(): void {
		const waiting = [...this.#waiting];
		this.#waiting.clear();
		for (const onBack of waiting) {
			onBack();
		}
	}
}
