/** Names that all parts of scheduling share: plug-ins, places of the queue, the matrix of a cycle, and their ledger keys. */

/** Plug-ins of the default profile, in upstream's order, and one that only a Policy file of old names. @mirrors k8s.io/kubernetes/pkg/scheduler/apis/config/v1 getDefaultPlugins */
export type SchedulerPlugin =
	| 'SchedulingGates'
	| 'NodeUnschedulable'
	| 'NodeName'
	| 'TaintToleration'
	| 'NodeAffinity'
	| 'NodePorts'
	| 'NodeResourcesFit'
	| 'VolumeRestrictions'
	| 'NodeVolumeLimits'
	| 'VolumeBinding'
	| 'VolumeZone'
	| 'PodTopologySpread'
	| 'InterPodAffinity'
	| 'DynamicResources'
	| 'NodeResourcesBalancedAllocation'
	| 'ImageLocality'
	| 'NodeResourcesMostAllocated';

/** A plug-in by its name; one that is not Kubernetes' own may have any. */
export type PluginName = SchedulerPlugin | (string & {});

/** The place where a Pod waits for a node. `inFlight`: it is being scheduled or bound. */
export type QueuePlace = 'active' | 'backoff' | 'unschedulable' | 'gated' | 'inFlight';

/** The number of waiting Pods in each place. */
export type QueueCounts = Readonly<Record<QueuePlace, number>>;

/** The scheduling queue as the ledger shows it, under {@link schedulingQueueKey}: the number of waiting Pods in each place, and the keys of the first ones. */
export type ShownQueue = Readonly<Record<QueuePlace, readonly string[]>> & {
	readonly counts: QueueCounts;
	/** The names of the schedulers that take Pods from it, if configured; otherwise, only the default one. */
	readonly schedulers?: readonly string[];
};

/** Nodes × plug-ins, up to the current point of a scheduling cycle. Every row is parallel to `nodes`. */
export interface NodeMatrix {
	readonly nodes: readonly string[];
	/** Plug-ins in their order of execution. */
	readonly plugins: readonly string[];
	/** The results by plug-in: `passed`, the reason for a failure, or an empty text if the plug-in did not run. */
	readonly verdicts: Readonly<Record<string, readonly string[]>>;
	/** The scores by plug-in; `null` if the node was not scored. */
	readonly raw: Readonly<Record<string, ScoreRow>>;
	readonly normalised: Readonly<Record<string, ScoreRow>>;
	readonly weighted: Readonly<Record<string, ScoreRow>>;
	readonly totals: ScoreRow;
}

/** A plug-in's scores; `null` if the node was not scored. */
export type ScoreRow = ReadonlyArray<number | null>;

/** The last scheduling cycle as the ledger shows it, under {@link schedulingCycleKey}. */
export interface ShownCycle {
	/** `namespace/name` of the Pod. */
	readonly pod: string;
	readonly matrix: NodeMatrix;
	/** The node that was chosen. */
	readonly node?: string;
}

/** Ledger key of the scheduling queue; each Pod's own entry is below it. */
export const schedulingQueueKey = '/components/kube-scheduler/queue';

/** Ledger key of the last scheduling cycle. */
export const schedulingCycleKey = '/components/kube-scheduler/cycle';
