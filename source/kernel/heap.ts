/** Something that will happen, unless it is cancelled first. */
export interface Appointment {
	readonly timeMs: number;
	/** Running number: events of the same time happen in the order of their requests. */
	readonly order: number;
	periodic: boolean;
	/** Replaced when it is cancelled, so that its memory is free before its time. */
	happen: () => void;
	cancelled: boolean;
}

const earlier = (a: Appointment, b: Appointment): boolean =>
	a.timeMs < b.timeMs || (a.timeMs === b.timeMs && a.order < b.order);

/** Binary heap, earliest (time, order) first. */
export class Heap {
	#items: Appointment[] = [];

	get first(): Appointment | undefined {
		return this.#items[0];
	}

	get size(): number {
		return this.#items.length;
	}

	/** Removes all cancelled entries. */
	sweep(): void {
		// A sorted list is a heap.
		this.#items = this.#items.filter(({cancelled}) => !cancelled).sort((a, b) => (earlier(a, b) ? -1 : 1));
	}

	push(item: Appointment): void {
		const items = this.#items;
		let index = items.push(item) - 1;
		while (index > 0) {
			const above = (index - 1) >> 1;
			const parent = items[above];
			if (parent === undefined || !earlier(item, parent)) {
				break;
			}

			items[index] = parent;
			index = above;
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
			let below = 2 * index + 1;
			let child = items[below];
			const other = items[below + 1];
			if (child !== undefined && other !== undefined && earlier(other, child)) {
				child = other;
				below++;
			}

			if (child === undefined || !earlier(child, last)) {
				break;
			}

			items[index] = child;
			index = below;
		}

		items[index] = last;
		return first;
	}
}
