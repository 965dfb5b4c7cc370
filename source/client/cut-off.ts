import type {Request} from './request.js';

/** Clients that could not reach the apiserver and try again in their own time. That it can be reached again changes nothing for them, but then their next attempt is due work. */
export class CutOff {
	readonly #waiting = new Set<() => void>();

	/** This request found no server. */
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
