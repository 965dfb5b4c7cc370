import type {WorkQueue} from '../client/work-queue.js';
import {parseTimestamp} from '../kernel/clock.js';
import type {Pod} from '../objects/kubernetes.generated.js';
import {isPodReady, podCondition} from '../objects/pod.js';

/** The time at which a ready Pod has been ready for `minReadySeconds`, in milliseconds since 1970; `undefined` for a Pod that is not ready. */
const availableAtMs = (pod: Pod, minReadySeconds: number): number | undefined => {
	const since = isPodReady(pod) ? podCondition(pod, 'Ready')?.lastTransitionTime : undefined;
	return since === undefined ? undefined : parseTimestamp(since) + minReadySeconds * 1000;
};

/** Whether the Pod has been ready for at least `minReadySeconds`. @mirrors podutil.IsPodAvailable */
export const isPodAvailable = (pod: Pod, minReadySeconds: number, nowMs: number): boolean => {
	if (minReadySeconds === 0) {
		return isPodReady(pod);
	}

	const atMs = availableAtMs(pod, minReadySeconds);
	return atMs !== undefined && atMs <= nowMs;
};

/**
The milliseconds until the first of these Pods becomes available without a further event; `undefined` if none will.

@mirrors k8s.io/kubernetes/pkg/controller FindMinNextPodAvailabilityCheck
*/
export const nextAvailabilityMs = (pods: Iterable<Pod>, minReadySeconds: number, nowMs: number): number | undefined => {
	let next: number | undefined;
	if (minReadySeconds > 0) {
		for (const pod of pods) {
			const leftMs = (availableAtMs(pod, minReadySeconds) ?? 0) - nowMs;
			if (leftMs > 0 && leftMs < (next ?? Number.POSITIVE_INFINITY)) {
				next = leftMs;
			}
		}
	}

	return next;
};

/** The longest wait for a Pod to become available: a run does not wait for a Pod whose clock is years ahead. */
const patienceMs = 86_400_000;

/** Syncs the key again when the first of these Pods becomes available. */
export const returnWhenAvailable = (
	queue: WorkQueue,
	key: string,
	pods: Iterable<Pod>,
	minReadySeconds: number,
	nowMs: number,
): void => {
	const nextMs = nextAvailabilityMs(pods, minReadySeconds, nowMs);
	if (nextMs !== undefined) {
		queue.addAfter(key, nextMs, {periodic: nextMs > patienceMs});
	}
};
