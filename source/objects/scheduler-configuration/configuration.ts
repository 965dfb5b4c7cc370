import type {NodeAffinity} from '../kubernetes.generated.js';

/**
The extension points of the scheduler, in the order in which a Pod passes them. `queueSort` orders the queue of all Pods.

@see https://kubernetes.io/docs/reference/scheduling/config/#extension-points
*/
export const extensionPoints = [
	'preEnqueue',
	'queueSort',
	'preFilter',
	'filter',
	'postFilter',
	'preScore',
	'score',
	'reserve',
	'permit',
	'preBind',
	'bind',
	'postBind',
] as const;

export type ExtensionPoint = (typeof extensionPoints)[number];

/** Plug-ins that a profile switches on or off at one extension point; `*` switches off all. */
export interface PluginSet {
	readonly enabled?: ReadonlyArray<{readonly name: string; readonly weight?: number}>;
	readonly disabled?: ReadonlyArray<{readonly name: string}>;
}

/** Plug-ins by extension point. Those under `multiPoint` act at every extension point that they implement. */
export type Plugins = Readonly<Partial<Record<ExtensionPoint | 'multiPoint', PluginSet>>>;

/** A resource, and how much it counts when nodes are scored. */
export interface ResourceWeight {
	readonly name: string;
	/** The weight from 1 to 100; 1 if it is 0 or missing. */
	readonly weight?: number;
}

/** A point of a function from a share in use (0 to 100) to a score (0 to 10). */
export interface ShapePoint {
	readonly utilization: number;
	readonly score: number;
}

/** A topology spread constraint without a selector: each Pod has that of its Services and its owner. */
export interface DefaultConstraint {
	readonly maxSkew?: number;
	readonly topologyKey?: string;
	/** `DoNotSchedule` or `ScheduleAnyway`. */
	readonly whenUnsatisfiable?: string;
	readonly labelSelector?: unknown;
	readonly minDomains?: number;
	readonly nodeAffinityPolicy?: string;
	readonly nodeTaintsPolicy?: string;
	readonly matchLabelKeys?: readonly string[];
}

/** The scoring strategy of NodeResourcesFit. */
export interface ScoringStrategy {
	/** `LeastAllocated`, `MostAllocated` or `RequestedToCapacityRatio`. */
	readonly type?: string;
	readonly resources?: readonly ResourceWeight[];
	readonly requestedToCapacityRatio?: {readonly shape?: readonly ShapePoint[]};
}

/**
Arguments of the plug-ins of Kubernetes, all in one type: no two plug-ins have a field of one name with different meanings.

@mirrors k8s.io/kube-scheduler/config/v1 types_pluginargs.go
*/
export interface PluginArguments {
	readonly apiVersion?: string;
	readonly kind?: string;
	/** DefaultPreemption: how many nodes are tried, in percent of all, and at least. */
	readonly minCandidateNodesPercentage?: number;
	readonly minCandidateNodesAbsolute?: number;
	/** InterPodAffinity: how much the required affinity of existing Pods counts. */
	readonly hardPodAffinityWeight?: number;
	readonly ignorePreferredTermsOfExistingPods?: boolean;
	/** NodeAffinity: applies to all Pods of the profile. */
	readonly addedAffinity?: NodeAffinity;
	/** NodeResourcesBalancedAllocation: resources whose shares are compared. */
	readonly resources?: readonly ResourceWeight[];
	/** NodeResourcesFit. */
	readonly ignoredResources?: readonly string[];
	readonly ignoredResourceGroups?: readonly string[];
	readonly scoringStrategy?: ScoringStrategy;
	/** For PodTopologySpread: the constraints of Pods without their own. */
	readonly defaultConstraints?: readonly DefaultConstraint[];
	/** `System` or `List`. */
	readonly defaultingType?: string;
	/** VolumeBinding: how long a Pod waits for its volumes. */
	readonly bindTimeoutSeconds?: number;
	readonly shape?: readonly ShapePoint[];
	/** DynamicResources: durations. */
	readonly filterTimeout?: string;
	readonly bindingTimeout?: string;
}

/** The arguments of one plug-in. */
export interface PluginConfig {
	readonly name: string;
	readonly args?: PluginArguments;
}

/** One scheduler by name: Pods choose it by `spec.schedulerName`. */
export interface SchedulerProfile {
	readonly schedulerName?: string;
	readonly percentageOfNodesToScore?: number;
	readonly plugins?: Plugins;
	readonly pluginConfig?: readonly PluginConfig[];
}

/**
A configuration of kube-scheduler.

@see https://kubernetes.io/docs/reference/config-api/kube-scheduler-config.v1/
*/
export interface SchedulerConfiguration {
	readonly apiVersion?: string;
	readonly kind?: string;
	readonly parallelism?: number;
	readonly clientConnection?: {readonly qps?: number; readonly burst?: number};
	readonly leaderElection?: {
		readonly leaderElect?: boolean;
		readonly resourceLock?: string;
		readonly leaseDuration?: string;
		readonly renewDeadline?: string;
		readonly retryPeriod?: string;
	};
	readonly percentageOfNodesToScore?: number;
	readonly podInitialBackoffSeconds?: number;
	readonly podMaxBackoffSeconds?: number;
	readonly profiles?: readonly SchedulerProfile[];
	readonly extenders?: readonly ExtenderConfig[];
}

/** A server that filters and scores nodes after the plug-ins. @see https://kubernetes.io/docs/reference/config-api/kube-scheduler-config.v1/#kubescheduler-config-k8s-io-v1-Extender */
export interface ExtenderConfig {
	readonly urlPrefix: string;
	readonly filterVerb?: string;
	readonly prioritizeVerb?: string;
	readonly bindVerb?: string;
	readonly preemptVerb?: string;
	readonly weight?: number;
	readonly enableHTTPS?: boolean;
	readonly tlsConfig?: {readonly insecure?: boolean; readonly serverName?: string; readonly caData?: string};
	readonly httpTimeout?: string;
	readonly nodeCacheCapable?: boolean;
	/** Resources: the extender handles Pods that request one of them; without any, all Pods. */
	readonly managedResources?: ReadonlyArray<{readonly name: string; readonly ignoredByScheduler?: boolean}>;
	readonly ignorable?: boolean;
}

/** An extender as a scenario describes it: its answers by label selectors of nodes. */
export interface DescribedExtender {
	/** The address by which the configuration names it. */
	readonly urlPrefix: string;
	readonly refuses?: ReadonlyArray<{
		readonly nodes: string;
		readonly reason: string;
		/** Whether evicting Pods cannot help. */
		readonly unresolvable?: boolean;
	}>;
	/** Points from 0 to 10. */
	readonly scores?: ReadonlyArray<{readonly nodes: string; readonly score: number}>;
	/** An error in place of any answer. */
	readonly fails?: string;
	readonly takesMs?: number;
}

/** The name of the scheduler of Pods that name none. */
export const defaultSchedulerName = 'default-scheduler';

/** The arguments of a plug-in in a profile; empty without any. */
export const argumentsOf = ({pluginConfig = []}: SchedulerProfile, plugin: string): PluginArguments =>
	pluginConfig.find(({name}) => name === plugin)?.args ?? {};
