import type {Pod} from '../../objects/kubernetes.generated.js';

/** The values that order the queue. */
export interface Queued {
	readonly pod: Pod;
	/** Its arrival in the queue, in milliseconds. */
	readonly timestampMs: number;
}

/** Order of the queue: higher priority first, then the Pod that has waited longer. Negative: `a` is first. */
export const prioritySort = (a: Queued, b: Queued): number =>
	(b.pod.spec?.priority ?? 0) - (a.pod.spec?.priority ?? 0) || a.timestampMs - b.timestampMs;
