import {isKind, type KubernetesObject} from '../../objects/kubernetes-object.js';
import type {Node, Pod} from '../../objects/kubernetes.generated.js';
import {controllerOf} from '../../objects/owner.js';
import {isTerminal} from '../../objects/pod.js';
import type {Arrival, ReplayWorld} from '../../scheduler/replay/replay.js';

/** A world to replay, and where its Pods are without a replay. */
export interface ComparedWorld extends ReplayWorld {
	/** `namespace/name` of a replayed Pod → its node in the dump. Missing where nothing is compared with a dump. */
	readonly before?: ReadonlyMap<string, string>;
}

const keyOf = ({metadata: {namespace = 'default', name}}: Pod): string => `${namespace}/${name}`;

/** Pods that no configuration moves: those of a DaemonSet, static Pods, Pods that are ending, Pods of other schedulers. */
const staysPut = (pod: Pod, schedulers: ReadonlySet<string>): boolean =>
	controllerOf(pod)?.kind === 'DaemonSet' ||
	pod.metadata.annotations?.['kubernetes.io/config.mirror'] !== undefined ||
	pod.metadata.deletionTimestamp !== undefined ||
	!schedulers.has(pod.spec.schedulerName || 'default-scheduler');

/** The Pod as it was created. */
const unplaced = (pod: Pod): Pod => {
	const {nodeName: _node, ...spec} = pod.spec;
	return {...pod, spec, status: {phase: 'Pending'}};
};

/**
The Pods of a dump, to be scheduled again in the order of their creation.

@param schedulers the names of schedulers in every compared configuration; Pods of other schedulers stay where they are.
*/
export const dumpedWorld = (objects: readonly KubernetesObject[], schedulers: ReadonlySet<string>): ComparedWorld => {
	const nodes = objects.filter((object) => isKind(object, 'v1 Node'));
	const names = new Set(nodes.map(({metadata}) => metadata.name));
	const pods = objects.filter((object) => isKind(object, 'v1 Pod')).filter((pod) => !isTerminal(pod));
	const fixed = pods.filter((pod) => staysPut(pod, schedulers));
	const kept = new Set(fixed);
	const moving = pods
		.filter((pod) => !kept.has(pod))
		.sort((a, b) => compare(a.metadata.creationTimestamp, b.metadata.creationTimestamp) || compare(keyOf(a), keyOf(b)));
	return {
		nodes,
		fixed: fixed.filter(({spec}) => names.has(spec.nodeName ?? '')),
		arrivals: moving.map((pod) => ({pod: unplaced(pod), atMs: 0})),
		objects,
		before: new Map(
			moving.flatMap((pod) => (names.has(pod.spec.nodeName ?? '') ? [[keyOf(pod), pod.spec.nodeName ?? '']] : [])),
		),
	};
};

const compare = (a = '', b = ''): number => {
	if (a < b) {
		return -1;
	}

	if (a > b) {
		return 1;
	}

	return 0;
};

/** Pods that arrive in a cluster whose own Pods stay on their nodes. */
export const arrivingWorld = (
	objects: readonly KubernetesObject[],
	nodes: readonly Node[],
	arrivals: readonly Arrival[],
): ComparedWorld => ({
	nodes,
	fixed: objects
		.filter((object) => isKind(object, 'v1 Pod'))
		.filter((pod) => !isTerminal(pod) && pod.spec.nodeName !== undefined),
	arrivals,
	objects,
});
