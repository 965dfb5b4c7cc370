import type {Pod} from '../../objects/kubernetes.generated.js';
import type {QueuePlace} from '../../objects/scheduling.js';

/** A Pod in the queue. Only the queue changes it. */
export interface QueueEntry {
	pod: Pod;
	readonly key: string;
	place: QueuePlace | 'gone';
	/** The number of scheduling attempts. */
	attempts: number;
	/** Its arrival at its current place, in milliseconds. */
	timestampMs: number;
	readonly firstSeenMs: number;
	/** The plug-ins that refused it last: only events relevant to them wake it. */
	refusedBy: ReadonlySet<string>;
	backoffUntilMs: number;
	/** Whether it returned without a refusal of plug-ins: then it waits for the end of its back-off in any case. */
	isError: boolean;
	/** Whether it is a retry without a specific reason, which must not prevent rest. */
	isIdle: boolean;
}

/** A Pod on its way to a node, for code outside the queue. */
export type QueuedPod = Readonly<QueueEntry>;
