import {prioritySort} from '../plugins/priority-sort.js';
import type {QueueEntry} from './queued-pod.js';

/** The first and the longest back-off; one and ten seconds by default. */
export interface BackoffLimits {
	readonly podInitialBackoffSeconds?: number;
	readonly podMaxBackoffSeconds?: number;
}

/** The back-off of a Pod after this many tries, in milliseconds: it doubles each time, up to the maximum. */
export const backoffMs = (
	attempts: number,
	{podInitialBackoffSeconds: first = 1, podMaxBackoffSeconds: longest = 10}: BackoffLimits = {},
): number => Math.min(longest, first * 2 ** Math.max(0, attempts - 1)) * 1000;

/**
Pods in back-off after a failed attempt.

@mirrors k8s.io/kubernetes/pkg/scheduler/backend/queue.backoffQueue
*/
export class BackoffQueue extends Set<QueueEntry> {
	/** The Pod to schedule when no Pod is active: its back-off need not have ended, unless an error caused it. */
	get first(): QueueEntry | undefined {
		return [...this].filter(({isError}) => !isError).sort(prioritySort)[0];
	}

	/** Pods whose back-off is over. */
	due(nowMs: number): readonly QueueEntry[] {
		return [...this].filter(({backoffUntilMs}) => backoffUntilMs <= nowMs);
	}

	/** The end of the first back-off; infinite without one. */
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
