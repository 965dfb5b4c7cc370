import type {ScreenEvent} from '../../screen/loop.js';

/** Input that arrives between a choice on the home screen and the screen that it opens. */
export class EarlyKeys {
	#keys: readonly ScreenEvent[] = [];

	/** The input so far, for the screen that opens. */
	get keys(): readonly ScreenEvent[] {
		return this.#keys;
	}

	/** Adds a piece of input. An enter before all other keys only repeats the choice, as a held key does. */
	add(events: readonly ScreenEvent[]): void {
		const first = this.#keys.length > 0 ? 0 : events.findIndex((event) => event !== 'return');
		this.#keys = first === -1 ? this.#keys : [...this.#keys, ...events.slice(first)];
	}
}
