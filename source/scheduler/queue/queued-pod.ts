import type {Pod} from '../../objects/kubernetes.generated.js';
import type {QueuePlace} from '../../objects/scheduling.js';

/** A Pod on its way to a node, inside the queue. Only the queue changes it. */
export interface QueueEntry {
	pod: Pod;
	readonly key: string;
	place: QueuePlace | 'gone';
	/** How often scheduling was tried. */
	attempts: number;
	/** Its arrival at its current place, in milliseconds. */
	timestampMs: number;
	readonly firstSeenMs: number;
	/** The plug-ins that refused it last: only events relevant to them wake it. */
	refusedBy: ReadonlySet<string>;
	backoffUntilMs: number;
	/** Put back without a refusal of plug-ins: it waits for the end of its back-off in any case. */
	isError: boolean;
	/** A retry that waits for nothing in particular, and must not prevent rest. */
	isIdle: boolean;
}

/** A Pod on its way to a node, for code outside the queue. */
export type QueuedPod = Readonly<QueueEntry>;
