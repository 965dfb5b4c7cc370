import type {Pod, TopologySpreadConstraint} from '../objects/kubernetes.generated.js';
import {matchesLabelSelector} from '../objects/labels.js';
import type {ClusterView} from './framework.js';

/** A topology spread constraint with its defaults filled in. */
export interface SpreadConstraint {
	readonly topologyKey: string;
	readonly maxSkew: number;
	readonly minDomains: number;
	readonly honorsAffinity: boolean;
	readonly honorsTaints: boolean;
	/** Whether a Pod's labels make it one of those that are spread. */
	readonly selects: (labels: Readonly<Record<string, string>> | undefined) => boolean;
}

/** The label that sets each host apart. */
export const hostname = 'kubernetes.io/hostname';

/** The Pod's own constraints of one kind: those that must hold, or those that should. */
export const constraintsOf = (pod: Pod, when: TopologySpreadConstraint['whenUnsatisfiable']): SpreadConstraint[] =>
	(pod.spec?.topologySpreadConstraints ?? [])
		.filter(({whenUnsatisfiable}) => whenUnsatisfiable === when)
		.map((constraint) => {
			const labels = pod.metadata?.labels ?? {};
			const keys = (constraint.matchLabelKeys ?? []).filter((key) => labels[key] !== undefined);
			const selector = constraint.labelSelector;
			const empty =
				!selector ||
				(Object.keys(selector.matchLabels ?? {}).length === 0 &&
					(selector.matchExpressions ?? []).length === 0 &&
					keys.length === 0);
			return {
				topologyKey: constraint.topologyKey,
				maxSkew: constraint.maxSkew,
				minDomains: constraint.minDomains ?? 1,
				honorsAffinity: constraint.nodeAffinityPolicy !== 'Ignore',
				honorsTaints: constraint.nodeTaintsPolicy === 'Honor',
				// An empty selector counts no Pods, though it would match all Pods.
				selects: (other) =>
					!empty && matchesLabelSelector(selector, other) && keys.every((key) => other?.[key] === labels[key]),
			};
		});

/** Without constraints of its own, a Pod with siblings is spread over hosts and zones where that costs nothing. */
export const defaultConstraints = (pod: Pod, view: ClusterView): SpreadConstraint[] => {
	const selectors = view.siblingSelectors(pod);
	if (selectors.length === 0) {
		return [];
	}

	const selects: SpreadConstraint['selects'] = (labels) =>
		selectors.every((selector) => matchesLabelSelector(selector, labels));
	const common = {minDomains: 1, honorsAffinity: true, honorsTaints: false, selects};
	return [
		{...common, topologyKey: hostname, maxSkew: 3},
		{...common, topologyKey: 'topology.kubernetes.io/zone', maxSkew: 5},
	];
};
