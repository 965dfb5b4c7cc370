import type {ClusterEvent, DeviceView, ProfilePlugin} from '../framework.js';
import type {QueueEntry} from './queued-pod.js';

const longestStayMs = 5 * 60_000;

/** Pods that the event may help: a plug-in that refused them decides this. */
export const helpedBy = (
	entries: Iterable<QueueEntry>,
	event: ClusterEvent,
	pluginsOf: (pod: QueueEntry['pod']) => readonly ProfilePlugin[],
	devices: DeviceView,
): readonly QueueEntry[] =>
	[...entries].filter(({pod, refusedBy}) =>
		pluginsOf(pod).some((plugin) => refusedBy.has(plugin.name) && plugin.worthRetrying?.(pod, event, devices)),
	);

/**
Pods that fit nowhere, until something happens that may help, or five minutes have passed.

@mirrors k8s.io/kubernetes/pkg/scheduler/backend/queue.unschedulablePods
*/
export class UnschedulablePods extends Set<QueueEntry> {
	/** Pods that have been here for five minutes. */
	due(nowMs: number): readonly QueueEntry[] {
		return [...this].filter(({timestampMs}) => timestampMs + longestStayMs <= nowMs);
	}

	/** The time at which the first Pod will have waited for five minutes; infinite without Pods. */
	get nextMs(): number {
		let timeMs = Number.POSITIVE_INFINITY;
		for (const {timestampMs} of this) {
			timeMs = Math.min(timeMs, timestampMs + longestStayMs);
		}

		return timeMs;
	}
}
