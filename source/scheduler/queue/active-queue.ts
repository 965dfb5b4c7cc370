import type {QueueEntry} from './queued-pod.js';
import {getOrInsert} from '../../kernel/get-or-insert.js';

const priorityOf = ({pod}: QueueEntry): number => pod.spec.priority ?? 0;

/**
Pods that are ready to be scheduled: higher priority first, and first come, first served within a priority.

@mirrors k8s.io/kubernetes/pkg/scheduler/backend/queue.activeQueue
*/
export class ActiveQueue {
	/** The Pods, by priority. A Pod that leaves from the middle of a line stays in it and is skipped, because its recorded place has changed. */
	readonly #lines = new Map<number, QueueEntry[]>();
	#size = 0;

	get size(): number {
		return this.#size;
	}

	add(entry: QueueEntry): void {
		this.#size++;
		const priority = priorityOf(entry);
		getOrInsert(this.#lines, priority, () => []).push(entry);
	}

	delete(entry: QueueEntry): void {
		this.#size--;
		const line = this.#lines.get(priorityOf(entry));
		if (line?.[0] === entry) {
			line.shift();
		}
	}

	/** The Pod to schedule next. */
	get first(): QueueEntry | undefined {
		for (const [priority, line] of this.#ordered) {
			while (line.length > 0 && line[0]?.place !== 'active') {
				line.shift();
			}

			if (line.length > 0) {
				return line[0];
			}

			this.#lines.delete(priority);
		}

		return undefined;
	}

	/** Its Pods in the order of scheduling. */
	*[Symbol.iterator](): Iterator<QueueEntry> {
		for (const [, line] of this.#ordered) {
			for (const entry of line) {
				if (entry.place === 'active') {
					yield entry;
				}
			}
		}
	}

	get #ordered(): ReadonlyArray<readonly [priority: number, line: QueueEntry[]]> {
		return [...this.#lines].sort(([a], [b]) => b - a);
	}
}
