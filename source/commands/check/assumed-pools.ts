import {podSpecPath} from '../../objects/pod-template.js';
import {
	addQuantities,
	canonicalQuantity,
	formatQuantity,
	isQuantity,
	readQuantity,
	subtractQuantities,
} from '../../objects/quantity.js';
import {
	nestedField,
	nestedMap,
	nestedNumber,
	nestedSlice,
	nestedString,
	nestedStringMap,
} from '../../objects/unstructured.js';
import type {Scenario} from '../../scenario/scenario.js';
import type {GivenDocument} from './given-documents.js';

/** Labels that a cloud, an autoscaler or the kubelet gives to nodes: a manifest names them, but its files do not create them. */
const givenLabels =
	/^(?:agentpool|(?:[\w.-]+\.)?(?:azure|google|amazonaws|digitalocean|linode)\.com\/.+|(?:[\w.-]+\.)?karpenter\.(?:sh|k8s\.aws)\/.+|alpha\.eksctl\.io\/.+|nvidia\.com\/.+|feature\.node\.kubernetes\.io\/.+|node-role\.kubernetes\.io\/(?!master$).+|(?:topology|failure-domain\.beta)\.kubernetes\.io\/(?:zone|region)|(?:node|beta)\.kubernetes\.io\/instance-type)$/;

/** Values that the kubelet gives to labels of the machine. */
const machineLabels: Readonly<Record<string, RegExp>> = {
	'kubernetes.io/os': /^windows$/,
	'beta.kubernetes.io/os': /^windows$/,
	'kubernetes.io/arch': /^(?:arm64|arm|amd64|s390x|ppc64le|riscv64)$/,
	'beta.kubernetes.io/arch': /^(?:arm64|arm|amd64|s390x|ppc64le)$/,
};

/** Devices that a cloud or a vendor's plug-in gives to nodes. */
const givenDevices =
	/^(?:(?:[\w-]+\.)*(?:nvidia|amd|intel|google|amazonaws|qualcomm|xilinx)\.com|(?:[\w-]+\.)*amazon\.com|habana\.ai)\//;

/** A node for some Pods. */
export interface NodeAsked {
	readonly labels: Readonly<Record<string, string>>;
	/** The resources that all replicas together request, as quantities by their names. */
	readonly requests: Readonly<Record<string, string>>;
}

/** A node that Pods request by labels or devices that only the target has. */
export interface AssumedPool extends NodeAsked {
	readonly by: GivenDocument;
	/** The first label or device that no node has. */
	readonly key: string;
}

/** The spec of a Pod, or of the Pods that a document's controller makes. */
export const podSpecOf = ({kind, value}: GivenDocument): unknown =>
	nestedField(value, ...(podSpecPath(kind) ?? ['spec', 'template', 'spec']));

/** The labels that a node must have for a Pod, of several alternatives the first. */
const labelsWanted = (spec: unknown): Readonly<Record<string, string>> => {
	const [term] = nestedSlice(
		spec,
		'affinity',
		'nodeAffinity',
		'requiredDuringSchedulingIgnoredDuringExecution',
		'nodeSelectorTerms',
	);
	const required = nestedSlice(term, 'matchExpressions').flatMap(
		(expression): ReadonlyArray<readonly [string, string]> => {
			const key = nestedString(expression, 'key') ?? '';
			const [value] = nestedSlice(expression, 'values');
			const operator = nestedString(expression, 'operator');
			if (operator === 'In' && typeof value === 'string') {
				return [[key, value]];
			}

			if (operator === 'Exists') {
				return [[key, '']];
			}

			return [];
		},
	);
	return {...Object.fromEntries(required), ...nestedStringMap(spec, 'nodeSelector')};
};

/** Labels that each kubelet of the simulation gives to its node. */
const ownLabels: Readonly<Record<string, string>> = {
	'kubernetes.io/os': 'linux',
	'beta.kubernetes.io/os': 'linux',
	'kubernetes.io/arch': 'amd64',
	'beta.kubernetes.io/arch': 'amd64',
};

const controlPlane = 'node-role.kubernetes.io/control-plane';

/** kubeadm keeps other Pods away from the nodes of the control plane. @see https://kubernetes.io/docs/reference/labels-annotations-taints/#node-role-kubernetes-io-control-plane-taint */
const taintsOf = (labels: Readonly<Record<string, string>>): Scenario['nodes'][number]['taints'] =>
	Object.hasOwn(labels, controlPlane) ? [{key: controlPlane, effect: 'NoSchedule'}] : [];

/** Nodes have lost the label `node-role.kubernetes.io/master` in v1.24, except those of k3s, where it is `true`. */
const isGiven = (key: string, value: string): boolean =>
	givenLabels.test(key) ||
	(key === 'node-role.kubernetes.io/master' && value === 'true') ||
	(Object.hasOwn(machineLabels, key) && (machineLabels[key]?.test(value) ?? false));

/** The most replicas that receive room. */
const mostReplicas = 100;

const replicasOf = ({value}: GivenDocument): number =>
	Math.min(mostReplicas, nestedNumber(value, 'spec', 'replicas') ?? nestedNumber(value, 'spec', 'parallelism') ?? 1);

const amountsOf = (container: unknown): Readonly<Record<string, string>> =>
	Object.fromEntries(
		Object.entries({
			...nestedMap(container, 'resources', 'limits'),
			...nestedMap(container, 'resources', 'requests'),
		}).flatMap(([name, amount]) =>
			(typeof amount === 'string' || typeof amount === 'number') && isQuantity(amount)
				? [[name, canonicalQuantity(amount)] as const]
				: [],
		),
	);

/** The resources that all Pods of a document request, those of main containers and sidecars together, as upper bounds. */
const requestsOf = (document: GivenDocument, replicas = replicasOf(document)): Readonly<Record<string, string>> => {
	const spec = podSpecOf(document);
	const sums = new Map<string, string>();
	for (const container of [...nestedSlice(spec, 'containers'), ...nestedSlice(spec, 'initContainers')]) {
		for (const [name, amount] of Object.entries(amountsOf(container))) {
			sums.set(name, addQuantities(sums.get(name) ?? '0', amount));
		}
	}

	return Object.fromEntries(
		[...sums].map(([name, amount]) => {
			const {nanos, format} = readQuantity(amount);
			return [name, formatQuantity({nanos: nanos * BigInt(replicas), format})];
		}),
	);
};

/**
The most that a Pod may request of a node that only the target has: a large machine of a cloud. A larger request is probably a mistake, such
as 500 CPUs for 500m.
*/
const largest: Readonly<Record<string, string>> = {cpu: '128', memory: '1Ti', 'ephemeral-storage': '4Ti'};

/** The capacity of a node without the memory that its kubelet keeps free. */
const roomOf = (capacity: Readonly<Record<string, string>>): Readonly<Record<string, string>> => ({
	...capacity,
	memory: subtractQuantities(capacity['memory'] ?? '0', '100Mi'),
});

/** The number of Pods with these requests that a capacity has room for. */
const podsWithin = (capacity: Readonly<Record<string, string>>, requests: Readonly<Record<string, string>>): number =>
	Object.entries(requests).reduce((most, [name, amount]) => {
		const {nanos} = readQuantity(amount);
		return nanos === 0n ? most : Math.min(most, Number(readQuantity(capacity[name] ?? '0').nanos / nanos));
	}, mostReplicas);

/** The resource that the nodes lack for all Pods of a document, although a large node has room for each of them. A DaemonSet needs room on every node. */
const scarceResource = (document: GivenDocument, nodes: Scenario['nodes']): string | undefined => {
	const requests = requestsOf(document, 1);
	if (document.kind === 'DaemonSet' || podsWithin(largest, requests) === 0) {
		return undefined;
	}

	return Object.entries(requests).find(
		([name, amount]) =>
			nodes.reduce((sum, {capacity}) => sum + podsWithin(roomOf(capacity), {[name]: amount}), 0) < replicasOf(document),
	)?.[0];
};

/** The devices among requests that no node of a scenario has, where a target may have them. */
const missingDevices = (requests: Readonly<Record<string, string>>, nodes: Scenario['nodes']): readonly string[] =>
	Object.keys(requests).filter(
		(name) => givenDevices.test(name) && !nodes.some(({capacity}) => Object.hasOwn(capacity, name)),
	);

const mostPools = 5;

/** The nodes that documents request and the scenario lacks, if only a target has each missing label and device. */
export const assumedPools = (
	documents: readonly GivenDocument[],
	{nodes}: Pick<Scenario, 'nodes'>,
): readonly AssumedPool[] => {
	const found = new Map<string, AssumedPool>();
	for (const by of documents) {
		const labels = labelsWanted(podSpecOf(by));
		const wanted = Object.entries(labels);
		const labelsOf = ({name, labels: own}: Scenario['nodes'][number]): Readonly<Record<string, string>> => ({
			...ownLabels,
			'kubernetes.io/hostname': name,
			...own,
		});
		const fits = nodes.some((node) => wanted.every(([key, value]) => labelsOf(node)[key] === value));
		const missing = wanted.filter(([key, value]) => !nodes.some((node) => labelsOf(node)[key] === value));
		const requests = requestsOf(by);
		const devices = missingDevices(requests, nodes);
		const scarce = scarceResource(by, nodes);
		const key = missing[0]?.[0] ?? devices[0] ?? scarce;
		const isAsked = (!fits && missing.length > 0) || devices.length > 0 || scarce !== undefined;
		if (isAsked && key !== undefined && missing.every(([name, value]) => isGiven(name, value))) {
			const name = JSON.stringify([labels, devices]);
			const before = found.get(name);
			found.set(name, {
				by: before?.by ?? by,
				labels,
				key,
				requests: before ? together(before.requests, requests) : requests,
			});
		}
	}

	return [...found.values()].slice(0, mostPools);
};

const together = (
	one: Readonly<Record<string, string>>,
	other: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> => ({
	...one,
	...Object.fromEntries(Object.entries(other).map(([name, amount]) => [name, addQuantities(one[name] ?? '0', amount)])),
});

/** The labels that replaced old ones: the node lifecycle controller copies their values to the old ones. */
const primaryLabels = (labels: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
	Object.fromEntries(
		Object.entries(labels).flatMap(([key, value]) =>
			/^beta\.kubernetes\.io\/(?:os|arch)$/.test(key) ? [[key.replace('beta.', ''), value]] : [],
		),
	);

/** A scenario with a node for each set of labels, with room for all Pods that request it. */
export const withPools = (scenario: Scenario, pools: readonly NodeAsked[]): Scenario => {
	const [node] = scenario.nodes;
	const asked = new Map<string, NodeAsked>();
	for (const {labels, requests} of pools) {
		const name = JSON.stringify(labels);
		asked.set(name, {labels, requests: together(asked.get(name)?.requests ?? {}, requests)});
	}

	return node === undefined || asked.size === 0
		? scenario
		: {
				...scenario,
				nodes: [
					...scenario.nodes,
					...[...asked.values()].map(({labels, requests}, index) => ({
						...node,
						name: `assumed-${index + 1}`,
						labels: {...node.labels, ...labels, ...primaryLabels(labels)},
						taints: taintsOf(labels),
						capacity: together(node.capacity, requests),
					})),
				],
			};
};
