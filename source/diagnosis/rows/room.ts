import type {Node, Pod} from '../../objects/kubernetes.generated.js';
import {isTerminal} from '../../objects/pod.js';
import {podRequests, resourceAmounts} from '../../objects/pod-resources.js';
import {amountText} from '../../objects/resource-amount.js';
import {registryKey, resourceOfKind} from '../../objects/resources.js';
import type {KubernetesObject} from '../../objects/kubernetes-object.js';
import {nestedNumber} from '../../objects/unstructured.js';
import {all, fromList, type Entry, type Reader} from '../look.js';
import type {Candidate, FieldPath, Scene} from '../symptom.js';
import type {Saying} from '../words/words.js';

/** A reason of the scheduler, as advice for a user who can change the Pod or the cluster. */
export interface PlacementAdvice {
	readonly field?: FieldPath;
	readonly advice: readonly Saying[];
	readonly candidates: readonly Candidate[];
}

/** The cluster as an unscheduled Pod finds it. */
export interface Nodes {
	readonly nodes: readonly Node[];
	/** Pods that hold the resources that they requested. */
	readonly pods: readonly Pod[];
}

const boundPods = fromList((entries: ReadonlyArray<Entry<Pod>>): readonly Pod[] =>
	entries.map(({object}) => object).filter((pod) => pod.spec.nodeName !== undefined && !isTerminal(pod)),
);

/** The nodes, and the Pods that are bound to them. */
export const nodesOf = (ledger: Reader): Nodes => ({
	nodes: all<Node>(ledger, '/registry/minions/').map(({object}) => object),
	pods: boundPods(all<Pod>(ledger, '/registry/pods/')),
});

/** The free amount of a resource on a node, beside these Pods. */
export const freeOn = ({pods}: Nodes, node: Node, resource: string, without: readonly Pod[] = []): number =>
	pods
		.filter((pod) => pod.spec.nodeName === node.metadata.name && !without.includes(pod))
		.reduce(
			(left, pod) => left - (podRequests(pod)[resource] ?? 0),
			resourceAmounts(node.status?.allocatable)[resource] ?? 0,
		);

const ownerOf = ({metadata}: Pod): string | undefined =>
	metadata.ownerReferences?.find(({controller}) => controller)?.uid;

/** Pods of the same owner. */
export const siblingsOf = (pod: Pod, pods: readonly Pod[]): readonly Pod[] => {
	const owner = ownerOf(pod);
	return owner === undefined ? [] : pods.filter((other) => other !== pod && ownerOf(other) === owner);
};

const unitOf = (resource: string, amount: number): number => {
	if (resource === 'cpu') {
		return amount >= 1000 ? 100 : 10;
	}

	if (amount >= 2 ** 31) {
		return 2 ** 28;
	}

	return amount >= 2 ** 20 ? 2 ** 20 : 1;
};

/** Rounded down to a usual amount. */
const rounded = (resource: string, amount: number): number => {
	const unit = unitOf(resource, amount);
	return Math.floor(amount / unit) * unit;
};

/** The most that each of so many Pods can have. */
const largestShare = (free: readonly number[], pods: number): number =>
	Math.max(
		0,
		...free
			.flatMap((amount) => Array.from({length: Math.min(pods, 20)}, (_, index) => Math.floor(amount / (index + 1))))
			.filter((share) => share > 0 && free.reduce((sum, amount) => sum + Math.floor(amount / share), 0) >= pods),
	);

/** The container with the largest request of a resource, and the most that it may request. */
export const smallerRequest = (
	pod: Pod,
	resource: string,
	cluster: Nodes,
): {readonly field: FieldPath; readonly candidates: readonly Candidate[]} => {
	const {containers} = pod.spec;
	const wanted = containers.map(({resources}) => resourceAmounts(resources?.requests)[resource] ?? 0);
	const most = Math.max(...wanted);
	const index = Math.max(0, wanted.indexOf(most));
	const {limits} = containers[index]?.resources ?? {};
	const placed = siblingsOf(pod, cluster.pods);
	const share = largestShare(
		cluster.nodes.map((node) => freeOn(cluster, node, resource, placed)),
		Math.max(1, placed.length + 1),
	);
	const value = rounded(resource, share - ((podRequests(pod)[resource] ?? 0) - most));
	const base: FieldPath = ['spec', 'containers', index, 'resources'];
	const field = [...base, 'requests', resource];
	return {
		field,
		candidates:
			value > 0
				? [
						...(limits?.[resource] === undefined
							? []
							: [{field: [...base, 'limits', resource], change: {value: amountText(resource, value)}}]),
						{field, change: {value: amountText(resource, value)}},
					]
				: [],
	};
};

/** The change to as many replicas as have a place. */
export const fewerReplicas = (pod: Pod, {ledger}: Scene): readonly Candidate[] => {
	const placed = siblingsOf(pod, nodesOf(ledger).pods).length;
	const owner = pod.metadata.ownerReferences?.find(({controller}) => controller)?.kind ?? '';
	return placed > 0 && ['ReplicaSet', 'StatefulSet', 'ReplicationController'].includes(owner)
		? [{field: ['spec', 'replicas'], change: {value: placed}, ofFile: true}]
		: [];
};

/** A workload that requests more Pods than the nodes can hold. */
export interface TooManyReplicas {
	readonly kind: string;
	readonly name: string;
	readonly replicas: number;
	/** The number of its Pods that fit beside all others. */
	readonly room: number;
}

const workloadOf = (pod: Pod, {ledger}: Scene): KubernetesObject | undefined => {
	const above = ({metadata}: Pick<KubernetesObject, 'metadata'>): KubernetesObject | undefined => {
		const owner = metadata.ownerReferences?.find(({controller}) => controller);
		const resource = owner && resourceOfKind(owner.apiVersion, owner.kind);
		return resource && ledger.read<KubernetesObject>(registryKey(resource, metadata.namespace, owner.name));
	};
	const own = above(pod);
	return own && (above(own) ?? own);
};

/** The workload of a Pod, where it asks for more Pods than the nodes can have. */
export const tooManyReplicas = (pod: Pod, scene: Scene): TooManyReplicas | undefined => {
	const workload = workloadOf(pod, scene);
	const replicas = nestedNumber(workload, 'spec', 'replicas') ?? 0;
	const {nodes, pods} = nodesOf(scene.ledger);
	const siblings = siblingsOf(pod, pods).length;
	const all = nodes.reduce((sum, {status}) => sum + (resourceAmounts(status?.allocatable)['pods'] ?? 0), 0);
	const room = Math.max(0, all - (pods.length - siblings));
	return workload && replicas > room ? {kind: workload.kind, name: workload.metadata.name, replicas, room} : undefined;
};
