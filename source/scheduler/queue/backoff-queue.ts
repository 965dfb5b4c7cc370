import {prioritySort} from '../plugins/priority-sort.js';
import type {QueueEntry} from './queued-pod.js';

const firstBackoffMs = 1000;
const lastBackoffMs = 10_000;

/** How long a Pod waits after this many tries: each time twice as long, up to ten seconds. */
export const backoffMs = (attempts: number): number =>
	Math.min(lastBackoffMs, firstBackoffMs * 2 ** Math.max(0, attempts - 1));

/**
Pods that wait for their back-off to end after a failed try.

@mirrors k8s.io/kubernetes/pkg/scheduler/backend/queue.backoffQueue
*/
export class BackoffQueue extends Set<QueueEntry> {
	/** The Pod to schedule when nothing is active: its back-off does not have to end, unless an error put it here. */
	get first(): QueueEntry | undefined {
		return [...this].filter(({isError}) => !isError).sort(prioritySort)[0];
	}

	/** Pods whose back-off is over. */
	due(nowMs: number): readonly QueueEntry[] {
		return [...this].filter(({backoffUntilMs}) => backoffUntilMs <= nowMs);
	}

	/** When the first back-off ends; infinite if no Pod is backing off. */
	get nextMs(): number {
		let timeMs = Number.POSITIVE_INFINITY;
		for (const {backoffUntilMs} of this) {
			timeMs = Math.min(timeMs, backoffUntilMs);
		}

		return timeMs;
	}

	/** Whether no Pod here waits for anything in particular. */
	get isIdle(): boolean {
		for (const {isIdle} of this) {
			if (!isIdle) {
				return false;
			}
		}

		return true;
	}
}
