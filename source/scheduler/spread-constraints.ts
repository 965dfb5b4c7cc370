import type {Pod, TopologySpreadConstraint} from '../objects/kubernetes.generated.js';
import {matchesLabelSelector} from '../objects/labels.js';
import {RecentMap} from '../kernel/memoised.js';
import type {ClusterView} from './framework.js';
import type {PodInfo} from './pod-info.js';
import {getOrInsert} from '../kernel/get-or-insert.js';

/** A topology spread constraint with its defaults filled in. */
export interface SpreadConstraint {
	readonly topologyKey: string;
	readonly maxSkew: number;
	readonly minDomains: number;
	readonly honorsAffinity: boolean;
	readonly honorsTaints: boolean;
	/** Whether a Pod is one of those that are spread. Constraints that spread the same Pods have the same function. */
	readonly matches: (pod: PodInfo) => boolean;
	/** Whether a Pod's labels make it one of those. */
	readonly selects: (labels: Labels) => boolean;
}

type Labels = Readonly<Record<string, string>> | undefined;

/** A Pod that is being deleted no longer counts. */
const matching =
	(namespace: string, selects: SpreadConstraint['selects']): SpreadConstraint['matches'] =>
	({pod}) =>
		(pod.metadata.namespace ?? 'default') === namespace &&
		pod.metadata.deletionTimestamp === undefined &&
		selects(pod.metadata.labels);

const knownConstraints = 200;

/** The label that sets each host apart. */
export const hostname = 'kubernetes.io/hostname';

const noConstraints: readonly SpreadConstraint[] = Object.freeze([]);

const own = new RecentMap<string, readonly SpreadConstraint[]>(knownConstraints);

/** The Pod's own constraints of one kind: those that must hold, or those that should. Pods that are spread alike have the same ones. */
export const constraintsOf = (
	{metadata, spec}: Pod,
	when: TopologySpreadConstraint['whenUnsatisfiable'],
): readonly SpreadConstraint[] => {
	const all = spec?.topologySpreadConstraints ?? [];
	if (all.length === 0) {
		return noConstraints;
	}

	const namespace = metadata.namespace ?? 'default';
	const labels = metadata.labels ?? {};
	const key = JSON.stringify([when, namespace, all, labels]);
	return getOrInsert(own, key, () =>
		all
			.filter(({whenUnsatisfiable}) => whenUnsatisfiable === when)
			.map((constraint) => readConstraint(constraint, namespace, labels)),
	);
};

const readConstraint = (
	constraint: TopologySpreadConstraint,
	namespace: string,
	labels: Readonly<Record<string, string>>,
): SpreadConstraint => {
	const keys = (constraint.matchLabelKeys ?? []).filter((key) => labels[key] !== undefined);
	const selector = constraint.labelSelector;
	const empty =
		!selector ||
		(Object.keys(selector.matchLabels ?? {}).length === 0 &&
			(selector.matchExpressions ?? []).length === 0 &&
			keys.length === 0);
	// An empty selector counts no Pods, though it would match all Pods.
	const selects = (other: Labels): boolean =>
		!empty && matchesLabelSelector(selector, other) && keys.every((key) => other?.[key] === labels[key]);
	return {
		topologyKey: constraint.topologyKey,
		maxSkew: constraint.maxSkew,
		minDomains: constraint.minDomains ?? 1,
		honorsAffinity: constraint.nodeAffinityPolicy !== 'Ignore',
		honorsTaints: constraint.nodeTaintsPolicy === 'Honor',
		selects,
		matches: matching(namespace, selects),
	};
};

const byDefault = new RecentMap<string, readonly SpreadConstraint[]>(knownConstraints);

/** Without constraints of its own, a Pod with siblings is spread over hosts and zones where that costs nothing. */
export const defaultConstraints = (pod: Pod, view: ClusterView): readonly SpreadConstraint[] => {
	const selectors = view.siblingSelectors(pod);
	if (selectors.length === 0) {
		return noConstraints;
	}

	const namespace = pod.metadata.namespace ?? 'default';
	const key = JSON.stringify([namespace, selectors]);
	return getOrInsert(byDefault, key, () => {
		const selects = (labels: Labels): boolean => selectors.every((selector) => matchesLabelSelector(selector, labels));
		const matches = matching(namespace, selects);
		const common = {minDomains: 1, honorsAffinity: true, honorsTaints: false, selects, matches};
		return [
			{...common, topologyKey: hostname, maxSkew: 3},
			{...common, topologyKey: 'topology.kubernetes.io/zone', maxSkew: 5},
		];
	});
};
