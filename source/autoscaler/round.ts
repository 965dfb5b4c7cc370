import {parseTimestamp} from '../kernel/clock.js';
import type {Node} from '../objects/kubernetes.generated.js';
import {defaultProfile} from '../scheduler/profile.js';
import {NodeInfo} from '../scheduler/node-info.js';
import {podInfo, type PodInfo} from '../scheduler/pod-info.js';
import {isDaemonPod} from './drain-rules.js';
import {freshNode, templateOf} from './fresh-node.js';
import type {NodeGroup} from './options.js';
import type {AutoscalerParts} from './parts.js';
import type {SizedGroup} from './scale-up.js';
import {isBeingDeleted} from './scale-down.js';
import type {Snapshot} from './snapshot.js';
import type {GroupStatus, Readiness} from './status.js';

/** How long a node may take from its registration until it is ready. @mirrors cluster-autoscaler/clusterstate MaxNodeStartupTime */
const startupMs = 900_000;
/** The priority below which Pods do not count. @mirrors --expendable-pods-priority-cutoff */
const expendableBelow = -10;
/** Younger Pods may have company soon. @mirrors cluster-autoscaler/core unschedulablePodTimeBuffer */
const youngMs = 2000;

/** Whether a node can take Pods. @mirrors cluster-autoscaler/utils/kubernetes GetReadinessState */
export const isReady = ({status, spec}: Node): boolean =>
	status?.conditions?.some(({type, status: is}) => type === 'Ready' && is === 'True') === true &&
	!spec?.taints?.some(({key}) => key === 'node.kubernetes.io/not-ready');

/** The autoscaler's view of the cluster in one round. */
export interface Round {
	/** All nodes, including requested ones, with their Pods; Pods that a new node will take count for it. */
	readonly cluster: Snapshot;
	readonly groups: readonly SizedGroup[];
	/** Registered nodes that may be removed, and may take Pods of other nodes. */
	readonly nodes: readonly NodeInfo[];
	/** Pods that fit nowhere. */
	readonly waiting: readonly PodInfo[];
	/** Pods without a node that have a place. */
	readonly soon: readonly PodInfo[];
	/** All that wait are very new. */
	readonly isEarly: boolean;
}

const nodeReadiness = (info: NodeInfo, wallMs: number): Readiness => {
	const ready = isReady(info.node);
	const deleted = isBeingDeleted(info);
	const young = parseTimestamp(info.node.metadata.creationTimestamp) + startupMs > wallMs;
	const is = (holds: boolean): number => (holds ? 1 : 0);
	return {
		registered: 1,
		ready: is(ready && !deleted),
		notStarted: is(!ready && !deleted && young),
		unready: is(!ready && !deleted && !young),
		beingDeleted: is(deleted),
		unregistered: 0,
	};
};

const none: Readiness = {registered: 0, ready: 0, notStarted: 0, unready: 0, beingDeleted: 0, unregistered: 0};

const plus = (a: Readiness, b: Readiness): Readiness => ({
	registered: a.registered + b.registered,
	ready: a.ready + b.ready,
	notStarted: a.notStarted + b.notStarted,
	unready: a.unready + b.unready,
	beingDeleted: a.beingDeleted + b.beingDeleted,
	unregistered: a.unregistered + b.unregistered,
});

/** The nodes of each group by their state, and those of no group. */
export const readinessOf = (
	{caches, cloud, kernel}: AutoscalerParts,
	candidates: readonly string[],
): {readonly groups: readonly GroupStatus[]; readonly others: Readiness} => {
	const known = new Map(
		caches.scheduling.nodes
			.list()
			.map((node) => [node.metadata.name, nodeReadiness(new NodeInfo(node), kernel.wallClockMs)]),
	);
	const groups = cloud.groups.map(({name, min, max}) => ({
		name,
		min,
		max,
		target: cloud.targetSize(name),
		candidates: candidates.filter((node) => cloud.groupOf(node)?.name === name).length,
		readiness: cloud
			.instances(name)
			.map((node) => known.get(node) ?? {...none, unregistered: 1})
			.reduce(plus, none),
	}));
	const others = [...known].filter(([node]) => !cloud.groupOf(node)).map(([, one]) => one);
	return {groups, others: others.reduce(plus, none)};
};

/** The nodes with the Pods on them; Pods that preemption has nominated to a node count as being there. */
const placesOf = ({caches}: AutoscalerParts): ReadonlyMap<string, NodeInfo> => {
	const {nodes, pods} = caches.scheduling;
	const places = new Map(nodes.list().map((node) => [node.metadata.name, new NodeInfo(node)]));
	for (const pod of pods.list()) {
		const node = pod.spec.nodeName ?? pod.status.nominatedNodeName;
		if ((pod.spec.priority ?? 0) >= expendableBelow && node) {
			places.get(node)?.add(podInfo(pod));
		}
	}

	return places;
};

/**
Reads the state of the cluster: finds the Pods that fit no node, including the requested ones.

@mirrors cluster-autoscaler/core StaticAutoscaler.RunOnce, up to the scale-up
*/
export const lookAround = (parts: AutoscalerParts): Round => {
	const {caches, cloud, kernel} = parts;
	const places = placesOf(parts);
	const daemonSets = caches.daemonSets.list();
	const groups = cloud.groups.map((group: NodeGroup) => ({
		group,
		target: cloud.targetSize(group.name),
		template: templateOf(group, daemonSets, defaultProfile, caches.questions),
	}));
	const cluster = caches.emptySnapshot();
	const coming = new Set<string>();
	const isComing = (info: NodeInfo | undefined): boolean =>
		!info || nodeReadiness(info, kernel.wallClockMs).notStarted > 0;
	for (const {group, template} of groups) {
		for (const name of cloud.instances(group.name).filter((node) => isComing(places.get(node)))) {
			coming.add(name);
			cluster.setNode(freshNode(template, name));
		}
	}

	const nodes = [...places.values()].filter(({name}) => !coming.has(name));
	for (const info of nodes) {
		cluster.setNode(info);
	}

	const pending = [...caches.unschedulable]
		.flatMap((key) => caches.scheduling.pods.getByKey(key) ?? [])
		.filter((pod) => !isDaemonPod(pod) && (pod.spec.priority ?? 0) >= expendableBelow && !pod.status.nominatedNodeName)
		.map((pod) => podInfo(pod))
		.sort((a, b) => b.priority - a.priority);
	const soon = pending.filter((pod) => cluster.place(pod) !== undefined);
	const waiting = pending.filter((pod) => !soon.includes(pod));
	const oldest = Math.min(...waiting.map(({pod}) => parseTimestamp(pod.metadata.creationTimestamp)));
	return {cluster, groups, nodes, waiting, soon, isEarly: waiting.length > 0 && oldest + youngMs > kernel.wallClockMs};
};
