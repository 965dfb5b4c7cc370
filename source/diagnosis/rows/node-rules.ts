import type {Pod} from '../../objects/kubernetes.generated.js';
import {matchesLabels} from '../../objects/labels.js';
import {formatTaint, untoleratedTaint} from '../../objects/taints.js';
import {closest} from '../../scenario/mistake.js';
import type {Candidate, FieldPath} from '../symptom.js';
import type {Nodes, PlacementAdvice} from './room.js';

const few = 3;

/** All values that the nodes have for a label. */
const valuesOf = ({nodes}: Nodes, key: string): readonly string[] => [
	...new Set(nodes.flatMap(({metadata}) => metadata.labels?.[key] ?? [])),
];

const labelNodes = ({nodes}: Nodes, labels: string): readonly Candidate[] =>
	nodes.slice(0, few).map(({metadata}) => ({command: `kubectl label node ${metadata.name} ${labels}`}));

/** The closest of the nodes' values first. */
const valueCandidates = (field: FieldPath, wanted: string, values: readonly string[]): readonly Candidate[] => {
	const near = closest(wanted, values);
	return [...new Set([...(near === undefined ? [] : [near]), ...values])]
		.slice(0, few)
		.map((value) => ({field, change: {value}}));
};

const requiredNodeAffinity: FieldPath = [
	'spec',
	'affinity',
	'nodeAffinity',
	'requiredDuringSchedulingIgnoredDuringExecution',
	'nodeSelectorTerms',
];

const nodeAffinityAdvice = ({spec}: Pod, cluster: Nodes): PlacementAdvice => {
	const terms = spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? [];
	for (const [term, {matchExpressions = []}] of terms.entries()) {
		for (const [index, {key, operator, values = []}] of matchExpressions.entries()) {
			const known = valuesOf(cluster, key);
			const [wanted] = values;
			if (operator === 'In' && wanted !== undefined && !values.some((value) => known.includes(value))) {
				const field = [...requiredNodeAffinity, term, 'matchExpressions', index, 'values', 0];
				return {
					field,
					advice: [({pods}) => pods.noNodeHas(`${key}=${wanted}`, known)],
					candidates: [...valueCandidates(field, wanted, known), ...labelNodes(cluster, `${key}=${wanted}`)],
				};
			}
		}
	}

	return {
		field: spec.affinity?.nodeAffinity ? requiredNodeAffinity.slice(0, -1) : ['spec', 'nodeSelector'],
		advice: [({pods}) => pods.noNodeHasAll],
		candidates: [],
	};
};

/** Advice that makes the Pod's selector or affinity match a node. */
export const selectorAdvice = (pod: Pod, cluster: Nodes): PlacementAdvice => {
	const missing = Object.entries(pod.spec.nodeSelector ?? {}).filter(
		([key, value]) => !cluster.nodes.some(({metadata}) => matchesLabels({[key]: value}, metadata.labels)),
	);
	const [first] = missing;
	if (!first) {
		return nodeAffinityAdvice(pod, cluster);
	}

	const [key, value] = first;
	const field = ['spec', 'nodeSelector', key];
	const known = valuesOf(cluster, key);
	const keys = [...new Set(cluster.nodes.flatMap(({metadata}) => Object.keys(metadata.labels ?? {})))];
	const nearKey = known.length === 0 ? closest(key, keys) : undefined;
	const labels = missing.map(([name, wanted]) => `${name}=${wanted}`);
	return {
		field,
		advice: [({pods}) => pods.noNodeHasLabels(labels, known.length > 0 ? `${key}=${known.join(', ')}` : undefined)],
		candidates: [
			...(missing.length === 1 ? valueCandidates(field, value, known) : []),
			...(nearKey ? [{field, change: {rename: nearKey}}] : []),
			...labelNodes(cluster, labels.join(' ')),
			{
				field: missing.length === Object.keys(pod.spec.nodeSelector ?? {}).length ? field.slice(0, -1) : field,
				change: {remove: true},
			},
		],
	};
};

/** Advice that lets the Pod pass the nodes' taints. */
export const taintAdvice = ({spec}: Pod, {nodes}: Nodes): PlacementAdvice => {
	const taints = nodes.flatMap((node) => {
		const taint = untoleratedTaint(node.spec?.taints, spec.tolerations, ['NoSchedule', 'NoExecute']);
		return taint && !taint.key.startsWith('node.kubernetes.io/') ? [{node: node.metadata.name, taint}] : [];
	});
	const field = ['spec', 'tolerations'];
	const written = (spec.tolerations ?? []).filter(({key}) => !key?.startsWith('node.kubernetes.io/'));
	return {
		field,
		advice: [],
		candidates: [
			...taints.slice(0, few).flatMap(({taint}): Candidate[] => {
				const {key, value, effect} = taint;
				const own = written.findIndex((toleration) => toleration.key === key);
				return own === -1
					? [
							{
								field: [...field, written.length],
								change: {value: {key, ...(value ? {value} : {operator: 'Exists'}), effect}},
							},
						]
					: [{field: [...field, own, 'value'], change: {value: value ?? ''}}];
			}),
			...taints.slice(0, few).map(({node, taint}) => ({command: `kubectl taint nodes ${node} ${formatTaint(taint)}-`})),
		],
	};
};

/** Advice that lets a Pod have its host port. */
export const hostPortAdvice = ({spec}: Pod): PlacementAdvice => {
	for (const [index, {ports = []}] of spec.containers.entries()) {
		const port = ports.findIndex(({hostPort}) => hostPort !== undefined);
		if (port !== -1) {
			const field = ['spec', 'containers', index, 'ports', port, 'hostPort'];
			return {
				field,
				advice: [({pods}) => pods.hostPort],
				candidates: [{field, change: {remove: true}}],
			};
		}
	}

	return {advice: [], candidates: []};
};

/** Advice that lets Pods spread as their constraints require. */
export const spreadAdvice = ({spec}: Pod, {nodes}: Nodes): PlacementAdvice => {
	const constraints = spec.topologySpreadConstraints ?? [];
	const index = Math.max(
		0,
		constraints.findIndex(
			({topologyKey}) => !nodes.every(({metadata}) => metadata.labels?.[topologyKey] !== undefined),
		),
	);
	const key = constraints[index]?.topologyKey ?? '';
	const field = ['spec', 'topologySpreadConstraints', index];
	const lacks = nodes.filter(({metadata}) => metadata.labels?.[key] === undefined);
	const keys = nodes.flatMap(({metadata}) => Object.keys(metadata.labels ?? {}));
	const near = keys.find((other) => other.endsWith(`/${key}`)) ?? closest(key, keys);
	const domains = new Set(nodes.flatMap(({metadata}) => metadata.labels?.[key] ?? [])).size;
	const {minDomains = 1} = constraints[index] ?? {};
	if (lacks.length === 0 && domains > 0 && minDomains > domains) {
		return {
			field: [...field, 'minDomains'],
			advice: [({pods}) => pods.tooFewDomains(key, domains, minDomains)],
			candidates: [
				{field: [...field, 'minDomains'], change: {value: domains}},
				{field: [...field, 'whenUnsatisfiable'], change: {value: 'ScheduleAnyway'}},
			],
		};
	}

	return {
		field: lacks.length > 0 ? [...field, 'topologyKey'] : [...field, 'maxSkew'],
		advice:
			lacks.length > 0
				? [({pods}) => pods.lacksTopology(lacks.length === nodes.length ? undefined : lacks[0]?.metadata.name, key)]
				: [],
		candidates: [
			...(lacks.length > 0
				? [...new Set([...(near && near !== key ? [near] : []), 'kubernetes.io/hostname'])].map((value) => ({
						field: [...field, 'topologyKey'],
						change: {value},
					}))
				: []),
			{field: [...field, 'whenUnsatisfiable'], change: {value: 'ScheduleAnyway'}},
		],
	};
};
