import type {Pod, TopologySpreadConstraint} from '../objects/kubernetes.generated.js';
import {matchesLabelSelector} from '../objects/labels.js';
import type {DefaultConstraint} from '../objects/scheduler-configuration/configuration.js';
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
	/** The places of all of them. */
	readonly namespace: string;
	/** Whether a constraint counts a Pod. Constraints with equal selectors share one function. */
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

const knownConstraints = 1000;

/** The label that sets each host apart. */
export const hostname = 'kubernetes.io/hostname';

const noConstraints: readonly SpreadConstraint[] = Object.freeze([]);

const own = new RecentMap<string, readonly SpreadConstraint[]>(knownConstraints);

/** The Pod's own constraints of one kind: the required ones or the preferred ones. Pods with equal constraints share them. */
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
		namespace,
		selects,
		matches: matching(namespace, selects),
	};
};

/**
The default constraints of Pods without any, if the profile has none: a preferred spread over hosts and zones.

@mirrors podtopologyspread.systemDefaultConstraints
*/
export const systemConstraints: readonly DefaultConstraint[] = [
	{topologyKey: hostname, whenUnsatisfiable: 'ScheduleAnyway', maxSkew: 3},
	{topologyKey: 'topology.kubernetes.io/zone', whenUnsatisfiable: 'ScheduleAnyway', maxSkew: 5},
];

/**
The constraints of Pods without their own: those of the profile, applied to a Pod and its siblings. A Pod without siblings has none.

@mirrors podtopologyspread.buildDefaultConstraints
*/
export const defaultConstraintsOf = (given: readonly DefaultConstraint[]) => {
	const known = new RecentMap<string, readonly SpreadConstraint[]>(knownConstraints);
	return (
		pod: Pod,
		view: ClusterView,
		when: TopologySpreadConstraint['whenUnsatisfiable'],
	): readonly SpreadConstraint[] => {
		const chosen = given.filter(({whenUnsatisfiable}) => whenUnsatisfiable === when);
		const selectors = chosen.length > 0 ? view.siblingSelectors(pod) : [];
		if (selectors.length === 0) {
			return noConstraints;
		}

		const namespace = pod.metadata.namespace ?? 'default';
		const key = JSON.stringify([when, namespace, selectors]);
		return getOrInsert(known, key, () => {
			const selects = (labels: Labels): boolean =>
				selectors.every((selector) => matchesLabelSelector(selector, labels));
			const matches = matching(namespace, selects);
			return chosen.map(({topologyKey = '', maxSkew = 1, minDomains = 1, nodeAffinityPolicy, nodeTaintsPolicy}) => ({
				topologyKey,
				maxSkew,
				minDomains,
				honorsAffinity: nodeAffinityPolicy !== 'Ignore',
				honorsTaints: nodeTaintsPolicy === 'Honor',
				namespace,
				selects,
				matches,
			}));
		});
	};
};
