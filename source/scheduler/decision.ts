import type {Plugin, Refusal, Weighted, ClusterView} from './framework.js';
import type {NodeInfo} from './node-info.js';
import type {PodInfo} from './pod-info.js';

/** A refusal with the plug-in it comes from. */
export interface Verdict {
	readonly plugin: string;
	readonly refusal: Refusal;
}

/** What the plug-ins' first look at the Pod gave. */
export interface Prefiltering {
	/** Plug-ins that will look at the nodes, with what they prepared. */
	readonly active: ReadonlyArray<{readonly plugin: Plugin<unknown>; readonly state: unknown}>;
	/** Plug-ins that filter, but have nothing to say about this Pod. */
	readonly skipped: readonly string[];
	/** No node needs to be looked at: it cannot work. */
	readonly refused?: Verdict;
	/** Only these nodes come into question; `undefined`: all. */
	readonly nodeNames?: ReadonlySet<string>;
	/** Who narrowed the nodes down. */
	readonly narrowedBy: readonly string[];
}

/** Asks every plug-in for its first look at the Pod. */
export const prefilter = (profile: readonly Weighted[], pod: PodInfo, view: ClusterView): Prefiltering => {
	const active: Array<{plugin: Plugin<unknown>; state: unknown}> = [];
	const skipped: string[] = [];
	const narrowedBy: string[] = [];
	let nodeNames: ReadonlySet<string> | undefined;
	for (const {plugin} of profile) {
		if (!plugin.filter && !plugin.prefilter) {
			continue;
		}

		const answer = plugin.prefilter?.(pod, view);
		if (!answer) {
			active.push({plugin, state: undefined});
		} else if (answer.kind === 'skip') {
			skipped.push(plugin.name);
		} else if (answer.kind === 'refused') {
			return {active, skipped, narrowedBy, refused: {plugin: plugin.name, refusal: answer.refusal}};
		} else {
			active.push({plugin, state: answer.state});
			if (answer.nodeNames) {
				narrowedBy.push(plugin.name);
				nodeNames = nodeNames ? both(nodeNames, answer.nodeNames) : answer.nodeNames;
			}
		}
	}

	return {active, skipped, nodeNames, narrowedBy};
};

const both = (a: ReadonlySet<string>, b: ReadonlySet<string>): ReadonlySet<string> =>
	new Set([...a].filter((name) => b.has(name)));

/** The first plug-in's refusal of a node; `undefined`: all let the Pod in. */
export const filterNode = (
	profile: readonly Weighted[],
	pod: PodInfo,
	node: NodeInfo,
	prefiltering: Prefiltering,
	view: ClusterView,
): Verdict | undefined => {
	// Pods that preemption promised a place here count as if they were there already; and the Pod must fit without them too,
	// as they are not there yet: their being there may be what would let it in.
	const promised = view.nominated(node.name, pod).filter((other) => other.key !== pod.key && !node.has(other));
	if (promised.length > 0) {
		const crowded = node.clone();
		for (const other of promised) {
			crowded.add(other);
		}

		const changed = withNode(view, crowded);
		const verdict = firstRefusal(pod, crowded, prefilter(profile, pod, changed));
		if (verdict) {
			return verdict;
		}
	}

	return firstRefusal(pod, node, prefiltering);
};

/** The same view with one node as it would be. */
export const withNode = (view: ClusterView, changed: NodeInfo): ClusterView => ({
	...view,
	nodes: view.nodes.map((node) => (node.name === changed.name ? changed : node)),
});

const firstRefusal = (pod: PodInfo, node: NodeInfo, {active, refused}: Prefiltering): Verdict | undefined => {
	if (refused) {
		return refused;
	}

	for (const {plugin, state} of active) {
		const refusal = plugin.filter?.(pod, node, state);
		if (refusal) {
			return {plugin: plugin.name, refusal};
		}
	}

	return undefined;
};

export interface Filtering {
	/** Nodes that were looked at, in that order. */
	readonly nodes: readonly NodeInfo[];
	readonly feasible: readonly NodeInfo[];
	/** By the node's name. */
	readonly refusals: ReadonlyMap<string, Verdict>;
}

/**
How many feasible nodes are enough. In large clusters looking at all costs more than the best place is worth.

@param percentage of `percentageOfNodesToScore`; 0: 50 % less 1 % for each 125 nodes, at least 5 %.
@mirrors scheduler.numFeasibleNodesToFind
*/
export const enoughNodes = (nodes: number, percentage = 0): number => {
	if (nodes < 100) {
		return nodes;
	}

	const share = percentage === 0 ? Math.max(5, 50 - Math.trunc(nodes / 125)) : percentage;
	return share >= 100 ? nodes : Math.max(100, Math.trunc((nodes * share) / 100));
};

/** Looks for nodes that all plug-ins admit, from `start` around, until there are `enough`. */
export const findNodes = (
	profile: readonly Weighted[],
	pod: PodInfo,
	view: ClusterView,
	prefiltering: Prefiltering,
	{start = 0, enough = Number.POSITIVE_INFINITY} = {},
): Filtering => {
	const {nodeNames} = prefiltering;
	const candidates = nodeNames ? view.nodes.filter(({name}) => nodeNames.has(name)) : view.nodes;
	const nodes: NodeInfo[] = [];
	const feasible: NodeInfo[] = [];
	const refusals = new Map<string, Verdict>();
	for (let index = 0; index < candidates.length && feasible.length < enough; index++) {
		const node = candidates[(start + index) % candidates.length]!;
		nodes.push(node);
		const verdict = filterNode(profile, pod, node, prefiltering, view);
		if (verdict) {
			refusals.set(node.name, verdict);
		} else {
			feasible.push(node);
		}
	}

	return {nodes, feasible, refusals};
};

/** One plug-in's scores, each parallel to the feasible nodes. */
export interface Scores {
	readonly plugin: Plugin;
	readonly weight: number;
	readonly raw: readonly number[];
	readonly normalised: readonly number[];
	readonly weighted: readonly number[];
}

export interface Scoring {
	readonly scores: readonly Scores[];
	/** Plug-ins that score, but have no opinion about this Pod. */
	readonly skipped: readonly string[];
	/** Sum of the weighted scores, parallel to the nodes. */
	readonly totals: readonly number[];
}

/** Scores the nodes. */
export const scoreNodes = (
	profile: readonly Weighted[],
	pod: PodInfo,
	view: ClusterView,
	nodes: readonly NodeInfo[],
): Scoring => {
	const scores: Scores[] = [];
	const skipped: string[] = [];
	const totals = nodes.map(() => 0);
	for (const {plugin, weight} of profile) {
		if (!plugin.score) {
			continue;
		}

		const state: unknown = plugin.prescore?.(pod, view, nodes);
		if (state === undefined) {
			skipped.push(plugin.name);
			continue;
		}

		const raw = Object.freeze(nodes.map((node) => plugin.score!(pod, node, state)));
		const normalised = Object.freeze(plugin.normalise ? plugin.normalise(raw, nodes, state) : raw);
		const weighted = weight === 1 ? normalised : Object.freeze(normalised.map((score) => score * weight));
		for (const [index, score] of weighted.entries()) {
			totals[index]! += score;
		}

		scores.push({plugin, weight, raw, normalised, weighted});
	}

	return {scores, skipped, totals: Object.freeze(totals)};
};

/** The nodes with the greatest total. */
export const bestNodes = (nodes: readonly NodeInfo[], totals: readonly number[]): readonly NodeInfo[] => {
	let most = Number.NEGATIVE_INFINITY;
	for (const total of totals) {
		most = Math.max(most, total);
	}

	return nodes.filter((_node, index) => totals[index] === most);
};

const reasonsText = (counts: ReadonlyMap<string, number>): string =>
	[...counts]
		.map(([reason, count]) => `${count} ${reason}`)
		.sort((a, b) => (a < b ? -1 : 1))
		.join(', ');

/** `2 Insufficient cpu, 1 …`: how many nodes each reason kept out, sorted as text. */
export const countReasons = (
	refusals: ReadonlyMap<string, Verdict>,
	absent: {readonly count: number; readonly reason: string} | undefined,
): string => {
	const counts = new Map<string, number>();
	for (const {refusal} of refusals.values()) {
		for (const reason of refusal.reasons) {
			counts.set(reason, (counts.get(reason) ?? 0) + 1);
		}
	}

	if (absent && absent.count > 0) {
		counts.set(absent.reason, (counts.get(absent.reason) ?? 0) + absent.count);
	}

	return reasonsText(counts);
};

/** Nodes that were never looked at, because a plug-in had narrowed the choice. */
export const absentNodes = (view: ClusterView, {narrowedBy}: Prefiltering, {refusals}: Pick<Filtering, 'refusals'>) =>
	narrowedBy.length > 0
		? {
				count: view.nodes.length - refusals.size,
				reason: `node(s) didn't satisfy plugin(s) [${narrowedBy.toSorted().join(' ')}]`,
			}
		: undefined;

/**
The message of a Pod that fits nowhere.

@param afterwards what PostFilter had to say; empty when preemption makes room.
@mirrors k8s.io/kubernetes/pkg/scheduler/framework.FitError
*/
export const unschedulableMessage = (
	nodeCount: number,
	prefiltering: Prefiltering,
	reasons: string,
	afterwards: string,
): string => {
	const causes = prefiltering.refused ? prefiltering.refused.refusal.reasons.join(', ') : reasons;
	return `0/${nodeCount} nodes are available:${causes ? ` ${causes}.` : ''}${afterwards ? ` ${afterwards}` : ''}`;
};
