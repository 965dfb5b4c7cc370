import type {PluginName} from '../objects/scheduling.js';
import type {FilterNode, ProfilePlugin, Refusal, ClusterView} from './framework.js';
import type {NodeInfo} from './node-info.js';
import type {PodInfo} from './pod-info.js';

/** A refusal with its plug-in. */
export interface Verdict {
	readonly plugin: PluginName;
	readonly refusal: Refusal;
}

/** The results of the plug-ins' PreFilter. */
export interface Prefiltering {
	/** Plug-ins that will check the nodes, each with its function for a node. */
	readonly active: ReadonlyArray<{readonly plugin: PluginName; readonly filter: FilterNode}>;
	/** Filter plug-ins that do not apply to this Pod. */
	readonly skipped: readonly string[];
	/** The refusal before any node is checked: scheduling is impossible. */
	readonly refused?: Verdict;
	/** The candidates; `undefined` for all nodes. */
	readonly nodeNames?: ReadonlySet<string>;
	/** The plug-ins that narrowed the nodes down. */
	readonly narrowedBy: readonly string[];
}

/** Calls PreFilter of every plug-in. */
export const prefilter = (profile: readonly ProfilePlugin[], pod: PodInfo, view: ClusterView): Prefiltering => {
	const active: Array<Prefiltering['active'][number]> = [];
	const skipped: string[] = [];
	const narrowedBy: string[] = [];
	let nodeNames: ReadonlySet<string> | undefined;
	for (const {name, look, concerns} of profile) {
		const answer = (concerns?.(pod.pod) ?? true) ? look?.(pod, view) : undefined;
		if (!answer) {
			continue;
		}

		if (answer.kind === 'skip') {
			skipped.push(name);
		} else if (answer.kind === 'refused') {
			return {active, skipped, narrowedBy, refused: {plugin: name, refusal: answer.refusal}};
		} else {
			active.push({plugin: name, filter: answer.filter});
			if (answer.nodeNames) {
				narrowedBy.push(name);
				nodeNames = nodeNames ? both(nodeNames, answer.nodeNames) : answer.nodeNames;
			}
		}
	}

	return {active, skipped, nodeNames, narrowedBy};
};

const both = (a: ReadonlySet<string>, b: ReadonlySet<string>): ReadonlySet<string> =>
	new Set([...a].filter((name) => b.has(name)));

/** The first plug-in's refusal of a node; `undefined` if all accept the Pod. */
export const filterNode = (
	profile: readonly ProfilePlugin[],
	pod: PodInfo,
	node: NodeInfo,
	prefiltering: Prefiltering,
	view: ClusterView,
): Verdict | undefined => {
	// Pods that preemption promised a place here count as present. The Pod must also fit without them, since they have not arrived:
	// it may fit only because of them.
	const nominated = view.nominated(node.name, pod);
	const promised =
		nominated.length === 0 ? nominated : nominated.filter((other) => other.key !== pod.key && !node.has(other));
	if (promised.length > 0) {
		const crowded = node.clone();
		for (const other of promised) {
			crowded.add(other);
		}

		const changed = withNode(view, crowded);
		const verdict = firstRefusal(crowded, prefilter(profile, pod, changed));
		if (verdict) {
			return verdict;
		}
	}

	return firstRefusal(node, prefiltering);
};

/** The view with one node as it would be. */
export const withNode = (view: ClusterView, changed: NodeInfo): ClusterView => ({
	...view,
	nodes: view.nodes.map((node) => (node.name === changed.name ? changed : node)),
});

const firstRefusal = (node: NodeInfo, {active, refused}: Prefiltering): Verdict | undefined => {
	if (refused) {
		return refused;
	}

	for (const {plugin, filter} of active) {
		const refusal = filter(node);
		if (refusal) {
			return {plugin, refusal};
		}
	}

	return undefined;
};

/** The plug-ins' verdicts on the nodes. */
export interface Filtering {
	/** The checked nodes, in that order. */
	readonly nodes: readonly NodeInfo[];
	readonly feasible: readonly NodeInfo[];
	/** The refusals, by node name. */
	readonly refusals: ReadonlyMap<string, Verdict>;
	/** The error that ended the search, in the words of the framework. */
	readonly error?: string;
	/** Whether an extender caused the error: then no change in the cluster helps. */
	readonly isOutside?: boolean;
}

/**
The number of feasible nodes that suffices: in large clusters, checking all costs more than the best placement is worth.

@param percentage of `percentageOfNodesToScore`; 0 is 50 % minus 1 % per 125 nodes, at least 5 %.
@mirrors scheduler.numFeasibleNodesToFind
*/
export const enoughNodes = (nodes: number, percentage = 0): number => {
	if (nodes < 100) {
		return nodes;
	}

	const share = percentage === 0 ? Math.max(5, 50 - Math.trunc(nodes / 125)) : percentage;
	return share >= 100 ? nodes : Math.max(100, Math.trunc((nodes * share) / 100));
};

/** Searches for nodes that all plug-ins admit, cyclically from `start`, until `enough` are found. */
export const findNodes = (
	profile: readonly ProfilePlugin[],
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
		const node = candidates[(start + index) % candidates.length];
		if (!node) {
			break;
		}

		nodes.push(node);
		const verdict = filterNode(profile, pod, node, prefiltering, view);
		if (verdict) {
			refusals.set(node.name, verdict);
			if (verdict.refusal.error !== undefined) {
				const error = `running "${verdict.plugin}" filter plugin: ${verdict.refusal.error}`;
				return {nodes, feasible: [], refusals, error};
			}
		} else {
			feasible.push(node);
		}
	}

	return {nodes, feasible, refusals};
};
