import type {WatchEvent} from '../client/request.js';

/** The longest text that is kept, in characters. */
const longestKept = 4_000_000;

const isSame = (one: readonly WatchEvent[], other: readonly WatchEvent[]): boolean =>
	one.length === other.length &&
	one.every(({type, object}, index) => type === other[index]?.type && object === other[index].object);

/**
The bytes of events for several watches, made once for all watches with the same events: hundreds of watches of a collection begin with the
same thousand objects.
*/
export class SharedBytes {
	#events: readonly WatchEvent[] = [];
	#bytes: Buffer | undefined;

	/** @param text of all these events. */
	of(events: readonly WatchEvent[], text: () => string): Buffer {
		if (this.#bytes && isSame(events, this.#events)) {
			return this.#bytes;
		}

		const bytes = Buffer.from(text());
		this.#events = bytes.length > longestKept ? [] : events;
		this.#bytes = bytes.length > longestKept ? undefined : bytes;
		return bytes;
	}
}
