import {nestedField, nestedSlice, nestedString, nestedStringMap} from '../../objects/unstructured.js';
import type {Scenario} from '../../scenario/scenario.js';
import type {GivenDocument} from './given-documents.js';

/** Labels that a cloud, an autoscaler or the kubelet gives to nodes: a manifest names them, and no file of it makes them. */
const givenLabels =
	/^(?:agentpool|(?:[\w.-]+\.)?(?:azure|google|amazonaws|digitalocean|linode)\.com\/.+|(?:[\w.-]+\.)?karpenter\.(?:sh|k8s\.aws)\/.+|alpha\.eksctl\.io\/.+|nvidia\.com\/.+|feature\.node\.kubernetes\.io\/.+|node-role\.kubernetes\.io\/.+|(?:topology|failure-domain\.beta)\.kubernetes\.io\/(?:zone|region)|(?:node|beta)\.kubernetes\.io\/instance-type)$/;

/** Values that the kubelet gives to labels of the machine. */
const machineLabels: Readonly<Record<string, RegExp>> = {
	'kubernetes.io/os': /^windows$/,
	'beta.kubernetes.io/os': /^windows$/,
	'kubernetes.io/arch': /^(?:arm64|arm|amd64|s390x|ppc64le|riscv64)$/,
	'beta.kubernetes.io/arch': /^(?:arm64|arm|amd64|s390x|ppc64le)$/,
};

/** A node that Pods ask for by labels that only the target has. */
export interface AssumedPool {
	readonly by: GivenDocument;
	readonly labels: Readonly<Record<string, string>>;
	/** The first label that no node has. */
	readonly key: string;
}

const podSpecOf = ({kind, value}: GivenDocument): unknown =>
	kind === 'Pod'
		? nestedField(value, 'spec')
		: kind === 'CronJob'
			? nestedField(value, 'spec', 'jobTemplate', 'spec', 'template', 'spec')
			: nestedField(value, 'spec', 'template', 'spec');

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
			return operator === 'In' && typeof value === 'string' ? [[key, value]] : operator === 'Exists' ? [[key, '']] : [];
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

const isGiven = (key: string, value: string): boolean =>
	givenLabels.test(key) || (Object.hasOwn(machineLabels, key) && (machineLabels[key]?.test(value) ?? false));

const mostPools = 5;

/** The nodes that documents ask for and the scenario lacks, where each label that is missing is one that only a target gives. */
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
		const [first] = missing;
		if (!fits && first && missing.every(([key, value]) => isGiven(key, value))) {
			found.set(JSON.stringify(labels), found.get(JSON.stringify(labels)) ?? {by, labels, key: first[0]});
		}
	}

	return [...found.values()].slice(0, mostPools);
};

/** The labels that take the place of old ones: the node lifecycle controller writes the old ones after them. */
const primaryLabels = (labels: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
	Object.fromEntries(
		Object.entries(labels).flatMap(([key, value]) =>
			/^beta\.kubernetes\.io\/(?:os|arch)$/.test(key) ? [[key.replace('beta.', ''), value]] : [],
		),
	);

/** A scenario with a node for each set of labels. */
export const withPools = (scenario: Scenario, pools: ReadonlyArray<AssumedPool['labels']>): Scenario => {
	const [node] = scenario.nodes;
	const distinct = [...new Map(pools.map((labels) => [JSON.stringify(labels), labels])).values()];
	return node === undefined || distinct.length === 0
		? scenario
		: {
				...scenario,
				nodes: [
					...scenario.nodes,
					...distinct.map((labels, index) => ({
						...node,
						name: `assumed-${index + 1}`,
						labels: {...node.labels, ...labels, ...primaryLabels(labels)},
						taints: [],
					})),
				],
			};
};
