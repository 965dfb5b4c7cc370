import type {
	CSINode,
	LabelSelector,
	PersistentVolume,
	PersistentVolumeClaim,
	Pod,
	PodDisruptionBudget,
	StorageClass,
} from '../objects/kubernetes.generated.js';
import type {NodeInfo} from './node-info.js';
import type {PodInfo} from './pod-info.js';

/** The best a plug-in can give a node. */
export const maxNodeScore = 100;

/** Why a Pod cannot go somewhere. */
export interface Refusal {
	readonly reasons: readonly string[];
	/** Whether it could go there once other Pods are gone; if not, preemption does not look at the node. */
	readonly resolvable: boolean;
}

/** What a plug-in may look at: everything at one moment. */
export interface ClusterView {
	readonly nodes: readonly NodeInfo[];
	/** How many nodes have an image of this name, and so how spread it is. */
	imageNodeCount(name: string): number;
	namespaceLabels(namespace: string): Readonly<Record<string, string>> | undefined;
	claim(namespace: string, name: string): PersistentVolumeClaim | undefined;
	volume(name: string): PersistentVolume | undefined;
	volumes(): readonly PersistentVolume[];
	storageClass(name: string): StorageClass | undefined;
	csiNode(name: string): CSINode | undefined;
	disruptionBudgets(namespace: string): readonly PodDisruptionBudget[];
	/** Selectors of the Services and the owning workload of a Pod: who its siblings are. */
	siblingSelectors(pod: Pod): readonly LabelSelector[];
	/** Pods of higher or equal priority to which preemption has promised a place on the node. */
	nominated(node: string, pod: PodInfo): readonly PodInfo[];
	/** A volume that another Pod's claim has been given, though the API does not show it yet. */
	volumeAssumedFor(name: string): string | undefined;
}

/** Answer of a plug-in's first look at the Pod: nothing to do, no way, or state for the looks at the nodes. */
export type Prefiltered<State> =
	| {readonly kind: 'skip'}
	| {readonly kind: 'refused'; readonly refusal: Refusal}
	| {
			readonly kind: 'go';
			readonly state: State;
			/** Only these nodes come into question. */ readonly nodeNames?: ReadonlySet<string>;
	  };

/** Something that happened in the cluster, and may make a Pod fit that did not. */
export interface ClusterEvent {
	readonly resource:
		'pods' | 'nodes' | 'persistentvolumeclaims' | 'persistentvolumes' | 'storageclasses' | 'csinodes' | 'namespaces';
	readonly action: 'ADDED' | 'MODIFIED' | 'DELETED';
	readonly object: unknown;
	readonly old?: unknown;
}

/**
One decision of scheduling. Plain functions: the framework, not the plug-in, records verdicts, and looks at nodes in turn.

A plug-in without `prefilter` is asked about every Pod with its state `undefined`.

@see https://kubernetes.io/docs/concepts/scheduling-eviction/scheduling-framework/
*/
export interface Plugin<FilterState = unknown, ScoreState = unknown> {
	readonly name: string;
	/** One sentence: what it decides. */
	readonly summary: string;
	/** Before the queue: refuses to even try. */
	preEnqueue?(pod: Pod): Refusal | undefined;
	prefilter?(pod: PodInfo, view: ClusterView): Prefiltered<FilterState>;
	filter?(pod: PodInfo, node: NodeInfo, state: FilterState): Refusal | undefined;
	/** Prepares scoring of these nodes; `undefined`: it has no opinion and is skipped. */
	prescore?(pod: PodInfo, view: ClusterView, nodes: readonly NodeInfo[]): ScoreState | undefined;
	score?(pod: PodInfo, node: NodeInfo, state: ScoreState): number;
	/** Brings raw scores into 0 … 100. Without it they are in there already. */
	normalise?(scores: readonly number[], nodes: readonly NodeInfo[], state: ScoreState): readonly number[];
	/** Queueing hint: whether a Pod that this plug-in refused is worth another try after the event. */
	worthRetrying?(pod: Pod, event: ClusterEvent): boolean;
}

/** A plug-in in a profile. */
export interface Weighted {
	// The framework hands each plug-in back the state it made itself.
	// eslint-disable-next-line @typescript-eslint/no-explicit-any
	readonly plugin: Plugin<any, any>;
	/** How much its score counts; 0 where it does not score. */
	readonly weight: number;
}

export const skip = {kind: 'skip'} as const;

/** A refusal that other Pods' going could lift. */
export const refuse = (...reasons: string[]): Refusal => ({reasons, resolvable: true});

/** A refusal that stays, whoever goes. */
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
