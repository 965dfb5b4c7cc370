import type {Ledger} from '../kernel/ledger.js';
import type {Node, Pod} from '../objects/kubernetes.generated.js';
import {matchesLabels} from '../objects/labels.js';
import {podRequests, resourceAmounts} from '../objects/pod-resources.js';
import {isTerminal} from '../objects/pod.js';
import {formatTaint, untoleratedTaint} from '../objects/taints.js';
import {all, type Blockage, type FieldPath} from './blockage.js';

/** The cluster as an unscheduled Pod finds it. */
export interface Nodes {
	readonly nodes: readonly Node[];
	/** Pods that hold what they asked for. */
	readonly pods: readonly Pod[];
}

/** The nodes, and the Pods that are bound to them. */
export const nodesOf = (ledger: Pick<Ledger, 'read' | 'keys'>): Nodes => ({
	nodes: all<Node>(ledger, '/registry/minions/').map(({object}) => object),
	pods: all<Pod>(ledger, '/registry/pods/')
		.map(({object}) => object)
		.filter((pod) => pod.spec.nodeName !== undefined && !isTerminal(pod)),
});

const amountText = (resource: string, amount: number): string => {
	if (resource === 'cpu') {
		return amount % 1000 === 0 ? String(amount / 1000) : `${amount}m`;
	}

	const binary = [
		['Gi', 2 ** 30],
		['Mi', 2 ** 20],
		['Ki', 2 ** 10],
	] as const;
	const unit = binary.find(([, size]) => amount >= size);
	return unit ? `${Math.floor((amount * 10) / unit[1]) / 10}${unit[0]}` : String(amount);
};

/** What a node has left of a resource. */
export const freeOn = ({pods}: Nodes, node: Node, resource: string): number =>
	pods
		.filter(({spec}) => spec.nodeName === node.metadata.name)
		.reduce(
			(left, pod) => left - (podRequests(pod)[resource] ?? 0),
			resourceAmounts(node.status.allocatable)[resource] ?? 0,
		);

/** The container that asks for the most of a resource: the first place to look. */
const greediest = (pod: Pod, resource: string): FieldPath => {
	const wanted = pod.spec.containers.map((container) => resourceAmounts(container.resources?.requests)[resource] ?? 0);
	const index = wanted.indexOf(Math.max(...wanted));
	const own = pod.spec.containers[index]?.resources;
	return ['spec', 'containers', Math.max(0, index), 'resources', own?.requests ? 'requests' : 'limits', resource];
};

type Advice = Pick<Blockage, 'field' | 'remedies'>;
type Adviser = (pod: Pod, cluster: Nodes, match: RegExpExecArray) => Advice;

const insufficient: Adviser = (pod, cluster, [, resource = 'cpu']) => {
	const wanted = podRequests(pod)[resource] ?? 0;
	const free = cluster.nodes
		.map((node) => ({name: node.metadata.name, amount: Math.max(0, freeOn(cluster, node, resource))}))
		.sort((a, b) => b.amount - a.amount);
	const [best] = free;
	return {
		field: greediest(pod, resource),
		remedies: [
			`It requests ${amountText(resource, wanted)} ${resource}; free: ${free
				.slice(0, 5)
				.map(({name, amount}) => `${amountText(resource, amount)} on ${name}`)
				.join(', ')}.`,
			...(best && best.amount > 0
				? [`Request at most ${amountText(resource, best.amount)}, which ${best.name} has.`]
				: []),
			`Or add a node with ${amountText(resource, wanted)} ${resource}, or delete other Pods.`,
		],
	};
};

const untolerated: Adviser = (pod, {nodes}) => {
	const taints = nodes.flatMap((node) => {
		const taint = untoleratedTaint(node.spec?.taints, pod.spec.tolerations, ['NoSchedule', 'NoExecute']);
		return taint ? [{node: node.metadata.name, taint}] : [];
	});
	const [first] = taints;
	return {
		field: ['spec', 'tolerations'],
		remedies: first
			? [
					`Tolerate the taint: tolerations: [{key: ${first.taint.key}, ${first.taint.value ? `value: ${first.taint.value}, ` : 'operator: Exists, '}effect: ${first.taint.effect}}].`,
					...taints
						.slice(0, 3)
						.map(({node, taint}) => `Or remove it: kubectl taint nodes ${node} ${formatTaint(taint)}-`),
				]
			: [],
	};
};

const unmatched: Adviser = ({spec}, {nodes}) => {
	const missing = Object.entries(spec.nodeSelector ?? {}).filter(
		([key, value]) => !nodes.some((node) => matchesLabels({[key]: value}, node.metadata.labels)),
	);
	const [name = 'NODE'] = nodes.map(({metadata}) => metadata.name);
	const [first] = missing;
	if (first) {
		const labels = missing.map(([key, value]) => `${key}=${value}`);
		return {
			field: ['spec', 'nodeSelector', first[0]],
			remedies: [
				`No node has the label ${labels.join(' and ')}: kubectl label node ${name} ${labels.join(' ')}`,
				'Or select labels that a node has: kubectl get nodes --show-labels',
			],
		};
	}

	return {
		field: spec.nodeSelector ? ['spec', 'nodeSelector'] : ['spec', 'affinity', 'nodeAffinity'],
		remedies: ['No node has all that nodeSelector and nodeAffinity require: kubectl get nodes --show-labels'],
	};
};

const claimOf = (pod: Pod, name?: string): FieldPath => {
	const index = (pod.spec.volumes ?? []).findIndex(({persistentVolumeClaim: claim}) =>
		name === undefined ? claim !== undefined : claim?.claimName === name,
	);
	return ['spec', 'volumes', Math.max(0, index), 'persistentVolumeClaim', 'claimName'];
};

const hostPort = (pod: Pod): FieldPath => {
	for (const [index, {ports = []}] of pod.spec.containers.entries()) {
		const port = ports.findIndex((candidate) => candidate.hostPort !== undefined);
		if (port !== -1) {
			return ['spec', 'containers', index, 'ports', port, 'hostPort'];
		}
	}

	return ['spec', 'containers'];
};

/** What the scheduler's reasons mean for somebody who can change the Pod or the cluster. */
const advisers: ReadonlyArray<readonly [RegExp, Adviser]> = [
	[/Insufficient ([^\s,]+?)(?=,|\.?$)/g, insufficient],
	[/untolerated taint/, untolerated],
	[/didn't match Pod's node affinity\/selector/, unmatched],
	[
		/were unschedulable/,
		(_, {nodes}) => ({
			remedies: nodes
				.filter(({spec}) => spec?.unschedulable)
				.map(({metadata}) => `${metadata.name} is cordoned: kubectl uncordon ${metadata.name}`),
		}),
	],
	[
		/persistentvolumeclaim "([^"]+)" not found/,
		(pod, _, [, name]) => ({
			field: claimOf(pod, name),
			remedies: [`Apply a PersistentVolumeClaim named ${name} in the namespace ${pod.metadata.namespace}.`],
		}),
	],
	[
		/unbound immediate PersistentVolumeClaims/,
		(pod) => ({
			field: claimOf(pod),
			remedies: ['The claim has to be bound first: kubectl describe pvc says what it waits for.'],
		}),
	],
	[
		/didn't have free ports/,
		(pod) => ({
			field: hostPort(pod),
			remedies: [
				'A node gives a hostPort to one Pod: use at most as many replicas as nodes, or a DaemonSet.',
				'Or leave hostPort out and put a Service in front.',
			],
		}),
	],
	[
		/didn't (?:match|satisfy) (?:pod|existing pods) anti-affinity rules/,
		() => ({
			field: ['spec', 'affinity', 'podAntiAffinity'],
			remedies: [
				'Every node runs a Pod that it must not share a node with: use fewer replicas, or add a node.',
				'Or make it a preference: preferredDuringSchedulingIgnoredDuringExecution.',
			],
		}),
	],
	[
		/didn't match pod affinity rules/,
		() => ({
			field: ['spec', 'affinity', 'podAffinity'],
			remedies: ['No node runs a Pod that its affinity asks for: check the labels of that Pod, or apply it first.'],
		}),
	],
	[
		/didn't match pod topology spread constraints/,
		() => ({
			field: ['spec', 'topologySpreadConstraints'],
			remedies: ['Raise maxSkew, label the nodes with the topologyKey, or use whenUnsatisfiable: ScheduleAnyway.'],
		}),
	],
	[
		/Too many pods/,
		() => ({remedies: ['Every node has reached its limit of Pods: add a node, or delete other Pods.']}),
	],
];

/** What would place a Pod that the scheduler has found no node for. */
export const placementAdvice = (pod: Pod, message: string, cluster: Nodes): Advice => {
	// What preemption says after the reasons repeats them.
	const [reasons = message] = message.split(/ (?:no new claims|preemption:)/);
	const advice = advisers.flatMap(([pattern, advise]) => {
		const matches = pattern.global ? [...reasons.matchAll(pattern)] : [pattern.exec(reasons)];
		return matches.flatMap((match) => (match ? [advise(pod, cluster, match)] : []));
	});
	return {field: advice.find(({field}) => field)?.field, remedies: advice.flatMap(({remedies}) => remedies)};
};
