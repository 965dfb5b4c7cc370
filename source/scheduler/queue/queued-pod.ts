import type {Pod} from '../../objects/kubernetes.generated.js';
import type {QueuePlace} from '../../objects/scheduling.js';

/** A Pod on its way to a node, as the queue keeps it. Only the queue changes it. */
export interface QueueEntry {
	pod: Pod;
	readonly key: string;
	place: QueuePlace | 'gone';
	/** How often scheduling was tried. */
	attempts: number;
	/** When it came to where it is, in milliseconds. */
	timestampMs: number;
	readonly firstSeenMs: number;
	/** The plug-ins that refused it last: only what may change their minds wakes it. */
	refusedBy: ReadonlySet<string>;
	backoffUntilMs: number;
	/** Put back without a refusal of plug-ins: it waits out its back-off whatever happens. */
	isError: boolean;
	/** A retry that waits for nothing in particular, and must not keep the simulation from coming to rest. */
	isIdle: boolean;
}

/** A Pod on its way to a node, as code outside the queue sees it. */
export type QueuedPod = Readonly<QueueEntry>;
