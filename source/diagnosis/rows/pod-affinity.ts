import type {LabelSelector, Node, Pod, PodAffinityTerm} from '../../objects/kubernetes.generated.js';
import {matchesLabelSelector} from '../../objects/labels.js';
import {closest} from '../../scenario/mistake.js';
import {all, isSystem} from '../look.js';
import type {Candidate, FieldPath, FileChange, Scene} from '../symptom.js';
import type {PlacementAdvice} from './room.js';

/** A label as a selector asks for it: the place of its value below the selector. */
interface Asked {
	readonly path: FieldPath;
	readonly key: string;
	readonly value: string;
}

/** The labels of which a selector asks for one value each. */
const askedLabels = ({matchLabels = {}, matchExpressions = []}: LabelSelector): readonly Asked[] => [
	...Object.entries(matchLabels).map(([key, value]) => ({path: ['matchLabels', key], key, value})),
	...matchExpressions.flatMap(({key, operator, values: [value, ...more] = []}, index) =>
		operator === 'In' && value !== undefined && more.length === 0
			? [{path: ['matchExpressions', index, 'values', 0], key, value}]
			: [],
	),
];

/** The value of a label that a selector nearly matches, or the only one that other Pods have. */
const nearLabel = (selector: LabelSelector, pods: readonly Pod[]): (Asked & {readonly near: string}) | undefined => {
	for (const asked of askedLabels(selector)) {
		const values = [...new Set(pods.flatMap(({metadata}) => metadata.labels?.[asked.key] ?? []))];
		const near = closest(asked.value, values) ?? (values.length === 1 ? values[0] : undefined);
		if (near !== undefined && near !== asked.value) {
			return {...asked, near};
		}
	}

	return undefined;
};

/** The label of nodes that a rule may mean, where no node has the one that it names. */
const nearTopology = (key: string, {ledger}: Scene): string | undefined => {
	const keys = new Set(
		all<Node>(ledger, '/registry/minions/').flatMap(({object}) => Object.keys(object.metadata.labels ?? {})),
	);
	return keys.has(key)
		? undefined
		: ([...keys].find((one) => one.endsWith(`/${key}`)) ?? closest(key, [...keys]) ?? 'kubernetes.io/hostname');
};

const required = 'requiredDuringSchedulingIgnoredDuringExecution';

/** A demand as a wish: the scheduler then only prefers such nodes. */
const asWish = (pod: Pod, field: FieldPath, terms: readonly PodAffinityTerm[]): Candidate => {
	const wishes = pod.spec.affinity?.podAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? [];
	const added = terms.map((podAffinityTerm, index): FileChange => ({
		field: [...field, 'preferredDuringSchedulingIgnoredDuringExecution', wishes.length + index],
		change: {value: {weight: 100, podAffinityTerm}},
	}));
	return {changes: [...added, {field: [...field, required], change: {remove: true}}]};
};

/** The first rule of a Pod about other Pods that no node meets: a label of nodes, a namespace or labels of Pods that are not there. */
const unmetRule = (pod: Pod, terms: readonly PodAffinityTerm[], scene: Scene): PlacementAdvice => {
	const field = ['spec', 'affinity', 'podAffinity'];
	const others = all<Pod>(scene.ledger, '/registry/pods/')
		.map(({object}) => object)
		.filter((other) => !isSystem(other) && other.metadata.uid !== pod.metadata.uid);
	for (const [index, {labelSelector, topologyKey, namespaces, namespaceSelector}] of terms.entries()) {
		const term = [...field, required, index];
		const topology = nearTopology(topologyKey, scene);
		if (topology !== undefined) {
			return {
				field: [...term, 'topologyKey'],
				advice: [({pods}) => pods.didYouMean(topology)],
				candidates: [{field: [...term, 'topologyKey'], change: {value: topology}}],
			};
		}

		const {namespace = 'default'} = pod.metadata;
		const searched = namespaces ?? [namespace];
		const isHere = (other: Pod): boolean => searched.includes(other.metadata.namespace ?? '');
		const matching = others.filter((other) => matchesLabelSelector(labelSelector, other.metadata.labels));
		const [elsewhere] = matching;
		if (labelSelector === undefined || namespaceSelector !== undefined || matching.some((one) => isHere(one))) {
			continue;
		}

		const place = elsewhere?.metadata.namespace;
		if (place !== undefined) {
			return {
				field: term,
				advice: [({pods}) => pods.affinityElsewhere(place)],
				candidates: [{field: [...term, 'namespaces'], change: {value: [...(namespaces ?? []), place]}}],
			};
		}

		const near = nearLabel(
			labelSelector,
			others.filter((other) => isHere(other)),
		);
		const value = near && [...term, 'labelSelector', ...near.path];
		return {
			field: value ?? [...term, 'labelSelector'],
			advice: [({pods}) => pods.together(near && `${near.key}=${near.near}`)],
			candidates: [...(near && value ? [{field: value, change: {value: near.near}}] : []), asWish(pod, field, terms)],
		};
	}

	return {field, advice: [({pods}) => pods.together(undefined)], candidates: []};
};

/** Advice that satisfies the Pod's rules about other Pods. @param apart the rules are about Pods to keep away from */
export const affinityAdvice = (pod: Pod, scene: Scene, apart: boolean): PlacementAdvice =>
	apart
		? {
				field: ['spec', 'affinity', 'podAntiAffinity'],
				advice: [({pods}) => pods.apart],
				candidates: [{node: {capacity: {}, words: ({pods}) => pods.addNode}}],
			}
		: unmetRule(pod, pod.spec.affinity?.podAffinity?.[required] ?? [], scene);
