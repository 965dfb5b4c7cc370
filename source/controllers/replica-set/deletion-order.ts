import {parseTimestamp} from '../../kernel/clock.js';
import type {Pod} from '../../objects/kubernetes.generated.js';
import {isPodReady, podCondition} from '../../objects/pod.js';

const phases: Readonly<Record<string, number>> = {Pending: 0, Unknown: 1, Running: 2};

const costOf = (pod: Pod): number =>
	Number.parseInt(pod.metadata.annotations?.['controller.kubernetes.io/pod-deletion-cost'] ?? '0', 10) || 0;

const readySince = (pod: Pod): string => podCondition(pod, 'Ready')?.lastTransitionTime ?? '';

const restarts = (pod: Pod): number =>
	Math.max(0, ...(pod.status?.containerStatuses ?? []).map(({restartCount}) => restartCount));

/** Ages count by order of magnitude: of two Pods of about the same age, chance (their uids) decides. */
const magnitude = (timestamp: string, nowMs: number): number => {
	const seconds = (nowMs - parseTimestamp(timestamp)) / 1000;
	return seconds < 1 ? -1 : Math.floor(Math.log2(seconds));
};

/**
Orders two Pods for deletion when there are too many: negative if `a` is first.

The least useful Pods are deleted first: without a node, not running, not ready, cheap by annotation, on a node with many of
the same owner, ready for the shortest time, restarted often, youngest.

@param rankOf the number of the owner's Pods on the Pod's node.
@mirrors k8s.io/kubernetes/pkg/controller.ActivePodsWithRanks
*/
export const deletionOrder =
	(rankOf: (pod: Pod) => number, nowMs: number) =>
	(a: Pod, b: Pod): number => {
		const assigned = Number(Boolean(a.spec?.nodeName)) - Number(Boolean(b.spec?.nodeName));
		const phase = (phases[a.status?.phase ?? ''] ?? 0) - (phases[b.status?.phase ?? ''] ?? 0);
		const ready = Number(isPodReady(a)) - Number(isPodReady(b));
		const first = assigned || phase || ready || costOf(a) - costOf(b) || rankOf(b) - rankOf(a);
		if (first !== 0) {
			return first;
		}

		if (isPodReady(a) && isPodReady(b) && readySince(a) !== readySince(b)) {
			return younger(a, b, readySince(a), readySince(b), nowMs);
		}

		if (restarts(a) !== restarts(b)) {
			return restarts(b) - restarts(a);
		}

		const [createdA, createdB] = [a.metadata.creationTimestamp, b.metadata.creationTimestamp];
		return createdA === createdB ? byUid(a, b) : younger(a, b, createdA, createdB, nowMs);
	};

const younger = (a: Pod, b: Pod, timeA: string, timeB: string, nowMs: number): number =>
	magnitude(timeA, nowMs) - magnitude(timeB, nowMs) || byUid(a, b);

const byUid = (a: Pod, b: Pod): number => {
	if (a.metadata.uid < b.metadata.uid) {
		return -1;
	}

	if (a.metadata.uid > b.metadata.uid) {
		return 1;
	}

	return 0;
};
