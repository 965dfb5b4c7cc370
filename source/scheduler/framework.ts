import type {Delivered} from '../client/informer.js';
import type {
	CSINode,
	DeviceClass,
	LabelSelector,
	Namespace,
	Node,
	PersistentVolume,
	PersistentVolumeClaim,
	Pod,
	PodDisruptionBudget,
	ResourceSlice,
	ResourceV1ResourceClaim,
	StorageClass,
} from '../objects/kubernetes.generated.js';
import type {PluginName} from '../objects/scheduling.js';
import type {NodeInfo} from './node-info.js';
import type {PodInfo} from './pod-info.js';

/** The best a plug-in can give a node. */
export const maxNodeScore = 100;

/** The reason why a node does not fit a Pod. */
export interface Refusal {
	readonly reasons: readonly string[];
	/** Whether the node would fit without other Pods; if not, preemption skips the node. */
	readonly resolvable: boolean;
	/** An error independent of the node: no other node is checked, and the attempt ends with it. */
	readonly error?: string;
}

/** The data that plug-ins can read: a snapshot of everything. */
export interface ClusterView {
	readonly nodes: readonly NodeInfo[];
	/** The number of nodes with an image of this name, which shows how widely it is spread. */
	imageNodeCount(name: string): number;
	namespaceLabels(namespace: string): Readonly<Record<string, string>> | undefined;
	claim(namespace: string, name: string): PersistentVolumeClaim | undefined;
	volume(name: string): PersistentVolume | undefined;
	volumes(): readonly PersistentVolume[];
	storageClass(name: string): StorageClass | undefined;
	csiNode(name: string): CSINode | undefined;
	disruptionBudgets(namespace: string): readonly PodDisruptionBudget[];
	/** Selectors of the Services and the owning workload of a Pod, which determine its siblings. */
	siblingSelectors(pod: Pod): readonly LabelSelector[];
	/** Pods of higher or equal priority with a place promised by preemption on the node. */
	nominated(node: string, pod: PodInfo): readonly PodInfo[];
	/** The claim of another Pod to which a volume is assigned, although the API does not show it yet. */
	volumeAssumedFor(name: string): string | undefined;
	readonly devices: DeviceView;
}

/** Questions of plug-ins about devices and the claims for them. @mirrors k8s.io/kube-scheduler/framework SharedDRAManager */
export interface DeviceView {
	/** The claim as last written by the scheduler, even if its cache does not show that yet. */
	claim(namespace: string, name: string): ResourceV1ResourceClaim | undefined;
	deviceClass(name: string): DeviceClass | undefined;
	slices(): readonly ResourceSlice[];
	/** `driver/pool/device` of devices allocated to claims, or about to be. */
	taken(): ReadonlySet<string>;
	/** Whether the claim of this uid is just being given its devices, for another Pod. */
	isPending(uid: string): boolean;
}

/** The result of PreFilter: no work, impossible, or state for the nodes. */
export type Prefiltered<State> =
	| {readonly kind: 'skip'}
	| {readonly kind: 'refused'; readonly refusal: Refusal}
	| {
			readonly kind: 'go';
			readonly state: State;
			/** The candidates. */
			readonly nodeNames?: ReadonlySet<string>;
	  };

/** The objects whose changes may let a waiting Pod fit. */
interface Watched {
	readonly pods: Pod;
	readonly nodes: Node;
	readonly persistentvolumeclaims: PersistentVolumeClaim;
	readonly persistentvolumes: PersistentVolume;
	readonly storageclasses: StorageClass;
	readonly csinodes: CSINode;
	readonly namespaces: Namespace;
	readonly resourceclaims: ResourceV1ResourceClaim;
	readonly deviceclasses: DeviceClass;
	readonly resourceslices: ResourceSlice;
}

interface ChangeOf<Resource extends keyof Watched> {
	readonly resource: Resource;
	readonly action: 'ADDED' | 'MODIFIED' | 'DELETED';
	readonly object: Watched[Resource];
	readonly old?: Watched[Resource];
}

/** An event in the cluster that may let a waiting Pod fit. */
export type ClusterEvent = {readonly [Resource in keyof Watched]: ChangeOf<Resource>}[keyof Watched];

/** A change in a cache as an event of the scheduler. */
export const clusterEvent = <Resource extends keyof Watched>(
	resource: Resource,
	{type, object, old}: Delivered<Watched[Resource]>,
): ChangeOf<Resource> => ({resource, action: type, object, old});

/** The filter functions of a plug-in: with PreFilter, whose state Filter receives at each node, or without it. */
type Filters<State> =
	| {
			prefilter(pod: PodInfo, view: ClusterView): Prefiltered<State>;
			filter(pod: PodInfo, node: NodeInfo, state: State): Refusal | undefined;
	  }
	| {readonly prefilter?: undefined; filter?(pod: PodInfo, node: NodeInfo): Refusal | undefined};

/** The score functions of a plug-in, if any. */
type Scores<State> =
	| {
			/** Prepares scoring of these nodes; `undefined` if it has no opinion and is skipped. */
			prescore(pod: PodInfo, view: ClusterView, nodes: readonly NodeInfo[]): State | undefined;
			score(pod: PodInfo, node: NodeInfo, state: State): number;
			/** Normalises raw scores to 0 … 100; without it, they already have this range. */
			normalise?(scores: readonly number[], nodes: readonly NodeInfo[], state: State): readonly number[];
	  }
	| {readonly prescore?: undefined};

/**
One decision of scheduling. It has pure functions: the framework, not the plug-in, records verdicts and iterates over nodes.

@see https://kubernetes.io/docs/concepts/scheduling-eviction/scheduling-framework/
*/
export type Plugin<FilterState = never, ScoreState = never> = {
	readonly name: PluginName;
	/** Its scoring strategy, if its arguments select one. */
	readonly strategy?: string;
	/** Whether it applies to a Pod; by default, to all. */
	concerns?(pod: Pod): boolean;
	/** Runs before the queue: refuses scheduling attempts. */
	preEnqueue?(pod: Pod, devices: DeviceView): Refusal | undefined;
	/** Queueing hint: whether a Pod that this plug-in refused is worth another try after the event. */
	worthRetrying?(pod: Pod, event: ClusterEvent, devices: DeviceView): boolean;
} & Filters<FilterState> &
	Scores<ScoreState>;

/** Filters one node; `undefined` if the plug-in accepts it. */
export type FilterNode = (node: NodeInfo) => Refusal | undefined;

/** The result of a plug-in's PreFilter for a Pod. */
export type FirstLook =
	| {readonly kind: 'skip'}
	| {readonly kind: 'refused'; readonly refusal: Refusal}
	| {readonly kind: 'go'; readonly filter: FilterNode; readonly nodeNames?: ReadonlySet<string>};

/** Raw and normalised scores, each parallel to the nodes. */
export interface RawScores {
	readonly raw: readonly number[];
	readonly normalised: readonly number[];
}

/** A plug-in in a profile. Its prepared state stays inside. */
export interface ProfilePlugin {
	readonly name: PluginName;
	/** The weight of its score; 0 if it does not score. */
	readonly weight: number;
	readonly strategy?: string;
	readonly concerns: Plugin['concerns'];
	readonly preEnqueue: Plugin['preEnqueue'];
	readonly worthRetrying: Plugin['worthRetrying'];
	/** Missing where the plug-in does not filter. */
	readonly look: ((pod: PodInfo, view: ClusterView) => FirstLook) | undefined;
	/** Missing where the plug-in does not score; its result is `undefined` where it has no opinion about the Pod. */
	readonly score: ((pod: PodInfo, view: ClusterView, nodes: readonly NodeInfo[]) => RawScores | undefined) | undefined;
}

/** Adds a plug-in to a profile. */
export const inProfile = <F, S>(plugin: Plugin<F, S>, weight = 0): ProfilePlugin => ({
	name: plugin.name,
	weight,
	...(plugin.strategy === undefined ? {} : {strategy: plugin.strategy}),
	concerns: plugin.concerns,
	preEnqueue: plugin.preEnqueue,
	worthRetrying: plugin.worthRetrying,
	look: lookOf(plugin),
	score: plugin.prescore && ((pod, view, nodes) => scoresOf(plugin, pod, view, nodes)),
});

const lookOf = <F>(plugin: Filters<F>): ProfilePlugin['look'] => {
	if (plugin.prefilter) {
		return (pod, view) => {
			const answer = plugin.prefilter(pod, view);
			return answer.kind === 'go'
				? {kind: 'go', filter: (node) => plugin.filter(pod, node, answer.state), nodeNames: answer.nodeNames}
				: answer;
		};
	}

	const {filter} = plugin;
	return filter && ((pod) => ({kind: 'go', filter: (node) => filter(pod, node), nodeNames: undefined}));
};

const scoresOf = <S>(
	plugin: Exclude<Scores<S>, {prescore?: undefined}>,
	pod: PodInfo,
	view: ClusterView,
	nodes: readonly NodeInfo[],
): RawScores | undefined => {
	const state = plugin.prescore(pod, view, nodes);
	if (state === undefined) {
		return undefined;
	}

	const raw = Object.freeze(nodes.map((node) => plugin.score(pod, node, state)));
	return {raw, normalised: Object.freeze(plugin.normalise ? plugin.normalise(raw, nodes, state) : raw)};
};

export const skip = {kind: 'skip'} as const;

/** A refusal that removing other Pods could resolve. */
export const refuse = (...reasons: string[]): Refusal => ({reasons, resolvable: true});

/** A question that cannot be answered: the attempt ends. */
export const failed = (error: string): Refusal => ({reasons: [error], resolvable: false, error});

/** A refusal that removing Pods cannot resolve. */
export const refuseForGood = (...reasons: string[]): Refusal => ({reasons, resolvable: false});

/**
Scales scores to 0 … 100 by the greatest; `reverse` makes the greatest the worst.

@mirrors k8s.io/kubernetes/pkg/scheduler/framework/plugins/helper DefaultNormalizeScore
*/
export const scaleScores = (scores: readonly number[], reverse: boolean): readonly number[] => {
	let greatest = 0;
	for (const score of scores) {
		greatest = Math.max(greatest, score);
	}

	if (greatest === 0) {
		return reverse ? scores.map(() => maxNodeScore) : scores;
	}

	return scores.map((score) => {
		const scaled = Math.trunc((maxNodeScore * score) / greatest);
		return reverse ? maxNodeScore - scaled : scaled;
	});
};
