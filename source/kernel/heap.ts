/** Something that will happen, unless it is cancelled first. */
export interface Appointment {
	readonly timeMs: number;
	/** Running number: equal times happen in the order in which they were asked for. */
	readonly order: number;
	readonly periodic: boolean;
	readonly happen: () => void;
	cancelled: boolean;
}

const earlier = (a: Appointment, b: Appointment): boolean =>
	a.timeMs < b.timeMs || (a.timeMs === b.timeMs && a.order < b.order);

/** Binary heap, earliest (time, order) first. */
export class Heap {
	readonly #items: Appointment[] = [];

	get first(): Appointment | undefined {
		return this.#items[0];
	}

	push(item: Appointment): void {
		const items = this.#items;
		let index = items.push(item) - 1;
		while (index > 0) {
			const parent = (index - 1) >> 1;
			if (!earlier(item, items[parent]!)) {
				break;
			}

			items[index] = items[parent]!;
			index = parent;
		}

		items[index] = item;
	}

	pop(): Appointment | undefined {
		const items = this.#items;
		const first = items[0];
		const last = items.pop();
		if (items.length === 0 || last === undefined) {
			return first;
		}

		let index = 0;
		for (;;) {
			let child = 2 * index + 1;
			if (child >= items.length) {
				break;
			}

			if (child + 1 < items.length && earlier(items[child + 1]!, items[child]!)) {
				child++;
			}

			if (!earlier(items[child]!, last)) {
				break;
			}

			items[index] = items[child]!;
			index = child;
		}

		items[index] = last;
		return first;
	}
}
