import {meetsRequiredNodeAffinity} from '../../objects/node-selector.js';
import type {PluginArguments} from '../../objects/scheduler-configuration/configuration.js';
import {untoleratedTaint} from '../../objects/taints.js';
import {maxNodeScore, refuse, refuseForGood, skip, type Plugin, type Prefiltered} from '../framework.js';
import type {NodeInfo} from '../node-info.js';
import type {PodInfo} from '../pod-info.js';
import {
	constraintsOf,
	defaultConstraintsOf,
	hostname,
	systemConstraints,
	type SpreadConstraint,
} from '../spread-constraints.js';

interface Counted {
	readonly constraint: SpreadConstraint;
	/** Value of the topology label → matching Pods there. */
	readonly counts: ReadonlyMap<string, number>;
	readonly least: number;
	readonly selfMatch: number;
}

interface Weighed {
	readonly constraint: SpreadConstraint;
	/** Value of the topology label → matching Pods there; empty for hosts. */
	readonly counts: ReadonlyMap<string, number>;
	/** The weight of a Pod in a domain, which grows with the number of domains. */
	readonly weight: number;
}

interface Scoring {
	readonly weighed: readonly Weighed[];
	/** Nodes that lack a label of the constraints. */
	readonly ignored: ReadonlySet<string>;
}

type SpreadArguments = Pick<PluginArguments, 'defaultingType' | 'defaultConstraints'>;

/**
Spreads Pods over zones, hosts or other groups of nodes by label, so that no domain has many more than another.

@param defaultConstraints the constraints of Pods without their own, if the type of defaulting is `List`.

@see https://kubernetes.io/docs/concepts/scheduling-eviction/topology-spread-constraints/
*/
export const podTopologySpread = ({
	defaultingType = 'System',
	defaultConstraints: given = [],
}: SpreadArguments = {}): Plugin<readonly Counted[], Scoring> => {
	const isSystem = defaultingType === 'System';
	const byDefault = defaultConstraintsOf(isSystem ? systemConstraints : given);
	return {
		name: 'PodTopologySpread',

		prefilter(info, view): Prefiltered<readonly Counted[]> {
			const constraints = hasOwn(info)
				? constraintsOf(info.pod, 'DoNotSchedule')
				: byDefault(info.pod, view, 'DoNotSchedule');
			return constraints.length === 0 ? skip : {kind: 'go', state: count(info, constraints, view.nodes)};
		},

		filter(_pod, {labels}, counted) {
			for (const {constraint, counts, least, selfMatch} of counted) {
				const value = labels[constraint.topologyKey];
				if (value === undefined) {
					return refuseForGood("node(s) didn't match pod topology spread constraints (missing required label)");
				}

				if ((counts.get(value) ?? 0) + selfMatch - least > constraint.maxSkew) {
					return refuse("node(s) didn't match pod topology spread constraints");
				}
			}

			return undefined;
		},

		prescore(info, view, nodes) {
			const own = hasOwn(info);
			const constraints = own ? constraintsOf(info.pod, 'ScheduleAnyway') : byDefault(info.pod, view, 'ScheduleAnyway');
			return constraints.length === 0 ? undefined : prepare(info, constraints, view.nodes, nodes, own || !isSystem);
		},

		score(_pod, node, {weighed, ignored}) {
			if (ignored.size > 0 && ignored.has(node.name)) {
				return 0;
			}

			let score = 0;
			for (const {constraint, counts, weight} of weighed) {
				const value = node.labels[constraint.topologyKey];
				if (value !== undefined) {
					const matching =
						constraint.topologyKey === hostname
							? node.count(constraint.matches, constraint.namespace)
							: (counts.get(value) ?? 0);
					score += matching * weight + (constraint.maxSkew - 1);
				}
			}

			return Math.round(score);
		},

		normalise,
		worthRetrying: (_pod, event) => event.resource === 'pods' || event.resource === 'nodes',
	};
};

/** Fewer matching Pods score more; nodes without the labels score nothing. */
function normalise(scores: readonly number[], nodes: readonly NodeInfo[], {ignored}: Scoring): readonly number[] {
	let least = Number.POSITIVE_INFINITY;
	let most = 0;
	const isIgnored = (index: number): boolean => ignored.size > 0 && ignored.has(nodes[index]?.name ?? '');
	for (let index = 0; index < scores.length; index++) {
		const score = scores[index];
		if (score !== undefined && !isIgnored(index)) {
			least = Math.min(least, score);
			most = Math.max(most, score);
		}
	}

	return scores.map((score, index) => {
		if (isIgnored(index)) {
			return 0;
		}

		if (most === 0) {
			return maxNodeScore;
		}

		return Math.trunc((maxNodeScore * (most + least - score)) / most);
	});
}

const hasOwn = ({pod}: PodInfo): boolean => (pod.spec?.topologySpreadConstraints ?? []).length > 0;

const hasAll = (node: NodeInfo, constraints: readonly SpreadConstraint[]): boolean =>
	constraints.every(({topologyKey}) => node.labels[topologyKey] !== undefined);

const includes = ({honorsAffinity, honorsTaints}: SpreadConstraint, {pod}: PodInfo, {node}: NodeInfo): boolean =>
	(!honorsAffinity || meetsRequiredNodeAffinity(pod.spec, node)) &&
	(!honorsTaints || !untoleratedTaint(node.spec?.taints, pod.spec?.tolerations));

/** @mirrors podtopologyspread.calPreFilterState */
const count = (info: PodInfo, constraints: readonly SpreadConstraint[], nodes: readonly NodeInfo[]): Counted[] => {
	const complete = nodes.filter((node) => hasAll(node, constraints));
	return constraints.map((constraint) => {
		const counts = new Map<string, number>();
		for (const node of complete) {
			const value = node.labels[constraint.topologyKey];
			if (value !== undefined && includes(constraint, info, node)) {
				counts.set(value, (counts.get(value) ?? 0) + node.count(constraint.matches, constraint.namespace));
			}
		}

		return {
			constraint,
			counts,
			least: counts.size < constraint.minDomains ? 0 : Math.min(2_147_483_647, ...counts.values()),
			selfMatch: constraint.selects(info.pod.metadata.labels) ? 1 : 0,
		};
	});
};

/** @mirrors podtopologyspread.PreScore */
const prepare = (
	info: PodInfo,
	constraints: readonly SpreadConstraint[],
	all: readonly NodeInfo[],
	candidates: readonly NodeInfo[],
	needsAllLabels: boolean,
): Scoring => {
	const complete = (nodes: readonly NodeInfo[]) =>
		needsAllLabels ? nodes.filter((node) => hasAll(node, constraints)) : nodes;
	const scored = complete(candidates);
	const counted = complete(all);
	const weighed = constraints.map((constraint): Weighed => {
		const {topologyKey} = constraint;
		const counts = new Map<string, number>();
		// Hosts are counted one by one when scored.
		if (topologyKey !== hostname) {
			for (const node of scored) {
				counts.set(node.labels[topologyKey] ?? '', 0);
			}

			for (const node of counted) {
				// Of thousands of nodes, few have matching Pods.
				const matching = node.podCount === 0 ? 0 : node.count(constraint.matches, constraint.namespace);
				const value = node.labels[topologyKey] ?? '';
				const known = matching === 0 ? undefined : counts.get(value);
				if (known !== undefined && includes(constraint, info, node)) {
					counts.set(value, known + matching);
				}
			}
		}

		const places = topologyKey === hostname ? scored.length : counts.size;
		return {constraint, counts, weight: Math.log(places + 2)};
	});
	const ignored = new Set(
		scored.length === candidates.length
			? []
			: candidates.filter((node) => !hasAll(node, constraints)).map(({name}) => name),
	);
	return {weighed, ignored};
};
