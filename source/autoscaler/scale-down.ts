import type {PodDisruptionBudget} from '../objects/kubernetes.generated.js';
import {matchesLabelSelector} from '../objects/labels.js';
import {toBeDeletedTaint} from '../objects/node-group.js';
import {NodeInfo} from '../scheduler/node-info.js';
import {podInfo, type PodInfo} from '../scheduler/pod-info.js';
import {
	drainOf,
	isDaemonPod,
	isLongTerminating,
	isMirrorPod,
	type BlockingReason,
	type DrainContext,
} from './drain-rules.js';
import type {Snapshot} from './snapshot.js';

/** The larger share of a node's CPU or memory that its Pods request. @mirrors cluster-autoscaler/simulator/utilization Info */
export interface Utilization {
	readonly cpu: number;
	readonly memory: number;
	readonly resource: 'cpu' | 'memory';
	readonly share: number;
}

/** The share of a node that its Pods request. @mirrors cluster-autoscaler/simulator/utilization Calculate */
export const utilizationOf = (info: NodeInfo, nowMs: number): Utilization => {
	const share = (resource: 'cpu' | 'memory'): number => {
		const total = info.allocatable[resource] ?? 0;
		const requested = [...info.pods]
			.filter(({pod}) => !isLongTerminating(pod, nowMs))
			.reduce((sum, {requests}) => sum + (requests[resource] ?? 0), 0);
		return total === 0 ? 0 : requested / total;
	};
	const [cpu, memory] = [share('cpu'), share('memory')];
	return {cpu, memory, resource: cpu > memory ? 'cpu' : 'memory', share: Math.max(cpu, memory)};
};

/** A node that the cluster does not need. */
export interface Unneeded {
	readonly node: string;
	readonly utilization: Utilization;
	/** The Pods that have a place elsewhere. */
	readonly pods: readonly PodInfo[];
	readonly daemons: readonly PodInfo[];
	/** Whether Pods must be evicted first. */
	readonly waits: boolean;
}

/** Why a node stays. @mirrors cluster-autoscaler/simulator UnremovableReason */
export type KeptReason =
	'CurrentlyBeingDeleted' | 'ScaleDownDisabledAnnotation' | 'NotUnderutilized' | 'BlockedByPod' | 'NoPlaceToMovePods';

/** A node that stays, and the Pod that keeps it. */
export interface Kept {
	readonly node: string;
	readonly reason: KeptReason;
	readonly utilization?: Utilization;
	readonly pod?: string;
	readonly blocking?: BlockingReason;
}

/** @mirrors cluster-autoscaler/core/scaledown/eligibility ScaleDownDisabledKey */
const disabled = 'cluster-autoscaler.kubernetes.io/scale-down-disabled';

/** Whether its removal has begun. */
export const isBeingDeleted = ({node}: NodeInfo): boolean =>
	node.spec?.taints?.some(({key}) => key === toBeDeletedTaint) ?? false;

/** The reason of a node that is not even considered. @mirrors cluster-autoscaler/core/scaledown/eligibility FilterOutUnremovable */
const ineligible = (info: NodeInfo, {share}: Utilization, threshold: number): KeptReason | undefined => {
	if (isBeingDeleted(info)) {
		return 'CurrentlyBeingDeleted';
	}

	if (info.node.metadata.annotations?.[disabled] === 'true') {
		return 'ScaleDownDisabledAnnotation';
	}

	return share > threshold ? 'NotUnderutilized' : undefined;
};

/**
The node as it is during its drain: it has no Pods and accepts none, but still counts as a topology domain.

@mirrors cluster-autoscaler/simulator replaceWithTaintedGhostNode
*/
const ghostOf = ({node}: NodeInfo): NodeInfo =>
	new NodeInfo({
		...node,
		spec: {...node.spec, taints: [...(node.spec?.taints ?? []), {key: toBeDeletedTaint, effect: 'NoSchedule'}]},
	});

/** The budgets during the trial, which empties one node after another. */
class Budgets {
	readonly #left = new Map<string, number>();

	constructor(readonly of: DrainContext['budgets']) {}

	readonly list = (namespace: string): readonly PodDisruptionBudget[] =>
		this.of(namespace).map((budget) => {
			const left = this.#left.get(budget.metadata.uid);
			return left === undefined || !budget.status
				? budget
				: {...budget, status: {...budget.status, disruptionsAllowed: left}};
		});

	take({pod}: PodInfo): void {
		for (const {metadata, spec, status} of this.list(pod.metadata.namespace ?? 'default')) {
			if (spec?.selector && matchesLabelSelector(spec.selector, pod.metadata.labels)) {
				this.#left.set(metadata.uid, (status?.disruptionsAllowed ?? 0) - 1);
			}
		}
	}
}

const unbound = ({pod}: PodInfo): PodInfo => {
	const {nodeName: _node, ...spec} = pod.spec;
	return podInfo({...pod, spec});
};

/** Whether the Pods of a node may leave it. */
const movesOf = (info: NodeInfo, context: DrainContext): Pick<Unneeded, 'pods' | 'daemons' | 'waits'> | Kept => {
	const pods: PodInfo[] = [];
	const daemons: PodInfo[] = [];
	let waits = false;
	for (const one of info.pods) {
		const drain = drainOf(one.pod, context);
		if (drain.kind === 'blocked') {
			return {node: info.name, reason: 'BlockedByPod', pod: one.key, blocking: drain.reason};
		}

		waits ||= drain.kind === 'wait';
		if (drain.kind === 'move') {
			pods.push(one);
		} else if (drain.kind === 'daemon') {
			daemons.push(one);
		}
	}

	return {pods, daemons, waits};
};

/** The nodes that the cluster does not need, and those that stay. */
export interface Search {
	readonly unneeded: readonly Unneeded[];
	readonly kept: readonly Kept[];
}

/**
Finds nodes that the cluster does not need: their utilization is low, and all their Pods may move and fit elsewhere. Each unneeded node
counts as removed for the next candidates.

@param candidates names of nodes, in the order in which they are tried.
@mirrors cluster-autoscaler/core/scaledown/planner categorizeNodes
*/
export const findUnneeded = (
	candidates: readonly string[],
	cluster: Snapshot,
	context: DrainContext,
	threshold: number,
): Search => {
	const unneeded: Unneeded[] = [];
	const kept: Kept[] = [];
	const budgets = new Budgets(context.budgets);
	let snapshot = cluster.fork();
	for (const name of candidates) {
		const info = snapshot.node(name);
		if (!info) {
			continue;
		}

		const utilization = utilizationOf(info, context.nowMs);
		const reason = ineligible(info, utilization, threshold);
		if (reason) {
			kept.push({node: name, reason, utilization});
			continue;
		}

		const moves = movesOf(info, {...context, budgets: budgets.list});
		if ('reason' in moves) {
			kept.push({...moves, utilization});
			continue;
		}

		const trial = snapshot.fork();
		trial.setNode(ghostOf(info));
		if (!moves.pods.every((pod) => trial.place(unbound(pod), (other) => other.name !== name) !== undefined)) {
			kept.push({node: name, reason: 'NoPlaceToMovePods', utilization});
			continue;
		}

		trial.removeNode(name);
		snapshot = trial;
		for (const pod of moves.pods) {
			budgets.take(pod);
		}

		unneeded.push({node: name, utilization, ...moves});
	}

	return {unneeded, kept};
};

/** Whether Pods other than those of DaemonSets and static ones are on a node. */
export const isEmptyNode = (info: NodeInfo): boolean =>
	[...info.pods].every(({pod}) => isDaemonPod(pod) || isMirrorPod(pod));
