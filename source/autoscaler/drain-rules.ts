import {parseTimestamp} from '../kernel/clock.js';
import type {Pod, PodDisruptionBudget} from '../objects/kubernetes.generated.js';
import {matchesLabelSelector} from '../objects/labels.js';
import {controllerOf} from '../objects/owner.js';

/** The consequence of the removal of its node for a Pod. */
export type Drain =
	/** The Pod stays untouched. */
	| {readonly kind: 'skip'}
	/** The Pod is evicted. */
	| {readonly kind: 'move'}
	/** The Pod is evicted if possible: its DaemonSet creates one for each node. */
	| {readonly kind: 'daemon'}
	/** The node stays until the Pod has ended. */
	| {readonly kind: 'wait'}
	/** The node stays. */
	| {readonly kind: 'blocked'; readonly reason: BlockingReason};

/** Why a Pod keeps its node. @mirrors cluster-autoscaler/utils/drain BlockingPodReason */
export type BlockingReason =
	| 'ControllerNotFound'
	| 'NotReplicated'
	| 'LocalStorageRequested'
	| 'NotSafeToEvictAnnotation'
	| 'UnmovableKubeSystemPod'
	| 'NotEnoughPdb';

/** The annotation that allows the eviction of a Pod, or forbids it. */
export const safeToEvict = 'cluster-autoscaler.kubernetes.io/safe-to-evict';
const localVolumes = 'cluster-autoscaler.kubernetes.io/safe-to-evict-local-volumes';
const mirror = 'kubernetes.io/config.mirror';

/** A Pod that is still terminating this long after its grace period counts as deleted. */
const extraGraceMs = 30_000;
/** How long a Pod of kube-system without a budget keeps its node. */
const systemPodMs = 3_600_000;

/** The other objects that decide. */
export interface DrainContext {
	readonly nowMs: number;
	/** The budgets of a namespace. */
	readonly budgets: (namespace: string) => readonly PodDisruptionBudget[];
	/** Whether the object that owns Pods exists: `ReplicaSet`, namespace, name. Kinds that the autoscaler does not follow exist. */
	readonly exists: (kind: string, namespace: string, name: string) => boolean;
}

export const isMirrorPod = ({metadata}: Pod): boolean => metadata.annotations?.[mirror] !== undefined;
export const isDaemonPod = (pod: Pod): boolean => controllerOf(pod)?.kind === 'DaemonSet';

/** Whether the Pod's removal is long overdue. @mirrors cluster-autoscaler/utils/drain IsPodLongTerminating */
export const isLongTerminating = ({metadata, spec}: Pod, nowMs: number): boolean =>
	metadata.deletionTimestamp !== undefined &&
	parseTimestamp(metadata.deletionTimestamp) + (spec.terminationGracePeriodSeconds ?? 30) * 1000 + extraGraceMs < nowMs;

const replicated: ReadonlySet<string> = new Set(['ReplicationController', 'Job', 'ReplicaSet', 'StatefulSet']);

/** @mirrors cluster-autoscaler/utils/drain HasBlockingLocalStorage */
const keepsLocalData = ({metadata, spec}: Pod): boolean => {
	const safe = new Set(metadata.annotations?.[localVolumes]?.split(','));
	return (spec.volumes ?? []).some(
		({name, hostPath, emptyDir}) => (hostPath ?? (emptyDir && emptyDir.medium !== 'Memory')) && !safe.has(name),
	);
};

const isEnded = ({spec, status}: Pod): boolean =>
	status.phase === 'Failed' || (status.phase === 'Succeeded' && spec.restartPolicy !== 'Always');

/** The budgets of a Pod. */
const budgetsOf = ({metadata}: Pod, {budgets}: DrainContext): readonly PodDisruptionBudget[] =>
	budgets(metadata.namespace ?? 'default').filter(
		({spec}) => spec?.selector && matchesLabelSelector(spec.selector, metadata.labels),
	);

/**
Decides whether a Pod may leave its node: of the rules in their order, the first that applies.

@see https://github.com/kubernetes/autoscaler/blob/master/cluster-autoscaler/FAQ.md#what-types-of-pods-can-prevent-ca-from-removing-a-node
@mirrors cluster-autoscaler/simulator/drainability/rules Default
*/
export const drainOf = (pod: Pod, context: DrainContext): Drain => {
	const {metadata} = pod;
	const {namespace = 'default', creationTimestamp} = metadata;
	const owner = controllerOf(pod);
	const mark = metadata.annotations?.[safeToEvict];
	const blocked = (reason: BlockingReason): Drain => ({kind: 'blocked', reason});
	if (isMirrorPod(pod) || isLongTerminating(pod, context.nowMs)) {
		return {kind: 'skip'};
	}

	if (owner && !context.exists(owner.kind, namespace, owner.name)) {
		return blocked('ControllerNotFound');
	}

	if (owner?.kind === 'DaemonSet') {
		return {kind: 'daemon'};
	}

	if (mark === 'true' || isEnded(pod)) {
		return {kind: 'move'};
	}

	if (mark === 'on-completion') {
		return {kind: 'wait'};
	}

	if (!owner || !replicated.has(owner.kind)) {
		return blocked('NotReplicated');
	}

	const budgets = budgetsOf(pod, context);
	if (namespace === 'kube-system' && budgets.length === 0) {
		return context.nowMs > parseTimestamp(creationTimestamp) + systemPodMs
			? {kind: 'move'}
			: blocked('UnmovableKubeSystemPod');
	}

	if (mark === 'false') {
		return blocked('NotSafeToEvictAnnotation');
	}

	if (keepsLocalData(pod)) {
		return blocked('LocalStorageRequested');
	}

	return budgets.some(({status}) => (status?.disruptionsAllowed ?? 0) < 1) ? blocked('NotEnoughPdb') : {kind: 'move'};
};
