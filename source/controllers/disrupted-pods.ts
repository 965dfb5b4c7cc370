import {parseTimestamp} from '../kernel/clock.js';
import type {Pod, PodDisruptionBudgetStatus} from '../objects/kubernetes.generated.js';

/** The time within which an evicted Pod has to be deleted. */
const deletionMs = 120_000;

/** The Pods that an eviction has counted in a budget, and that are not deleted yet. */
export interface DisruptedPods {
	/** When each was evicted; these do not count as healthy. */
	readonly left: Readonly<Record<string, string>>;
	/** The Pods whose deletion is overdue: they count again. */
	readonly overdue: readonly Pod[];
	/** The time until the next deletion is overdue. */
	readonly nextMs?: number;
}

/**
Divides the disrupted Pods of a budget by the time of their eviction.

@param pods the Pods of the budget.
@mirrors k8s.io/kubernetes/pkg/controller/disruption DisruptionController.buildDisruptedPodMap
*/
export const disruptedPods = (
	pods: readonly Pod[],
	before: PodDisruptionBudgetStatus['disruptedPods'] = {},
	nowMs: number,
): DisruptedPods => {
	const evicted = pods.flatMap((pod) => {
		const at = before[pod.metadata.name];
		return at === undefined || pod.metadata.deletionTimestamp !== undefined
			? []
			: [{pod, at, dueMs: parseTimestamp(at) + deletionMs}];
	});
	const waiting = evicted.filter(({dueMs}) => dueMs >= nowMs);
	return {
		left: Object.fromEntries(waiting.map(({pod, at}) => [pod.metadata.name, at])),
		overdue: evicted.filter(({dueMs}) => dueMs < nowMs).map(({pod}) => pod),
		...(waiting.length > 0 ? {nextMs: Math.min(...waiting.map(({dueMs}) => dueMs)) - nowMs + 1} : {}),
	};
};
