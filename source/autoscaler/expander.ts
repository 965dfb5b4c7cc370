import type {Expander} from '../objects/node-group.js';
import {cpuMillis, bytes} from '../objects/quantity.js';
import type {PodInfo} from '../scheduler/pod-info.js';
import type {NodeGroup} from './options.js';

/** A group on whose new nodes Pods would fit. */
export interface Expansion {
	readonly group: NodeGroup;
	/** How many new nodes the Pods need. */
	readonly nodes: number;
	readonly pods: readonly PodInfo[];
}

interface Amounts {
	readonly cpuMillis: number;
	readonly memory: number;
}

const requestedBy = (pods: readonly PodInfo[]): Amounts => ({
	cpuMillis: pods.reduce((sum, {requests}) => sum + (requests['cpu'] ?? 0), 0),
	memory: pods.reduce((sum, {requests}) => sum + (requests['memory'] ?? 0), 0),
});

const capacityOf = ({template}: NodeGroup): Amounts => ({
	cpuMillis: cpuMillis(template.status?.capacity?.['cpu']),
	memory: bytes(template.status?.capacity?.['memory']),
});

/** The shares of CPU and memory that stay free, added. @mirrors cluster-autoscaler/expander/waste */
const waste = ({group, nodes, pods}: Expansion): number => {
	const wanted = requestedBy(pods);
	const own = capacityOf(group);
	const free = (capacity: number, request: number): number => (capacity * nodes - request) / (capacity * nodes);
	return free(own.cpuMillis, wanted.cpuMillis) + free(own.memory, wanted.memory);
};

/** The prices of Google's cloud for a CPU and a GiB of memory for an hour, by which upstream values Pods. @mirrors cluster-autoscaler/cloudprovider/gce GcePriceInfo */
const cpuPrice = 0.033174;
const memoryPrice = 0.004446;

const gib = 2 ** 30;
const valueOf = (amounts: Amounts): number =>
	(amounts.cpuMillis / 1000) * cpuPrice + (amounts.memory / gib) * memoryPrice;

/** Added to both sides, so that Pods without requests count. */
const stabilization = valueOf({cpuMillis: 500, memory: 500 * 2 ** 20});

/** The CPU of the nodes that suit a cluster of this many nodes. @mirrors cluster-autoscaler/expander/price SimplePreferredNodeProvider */
export const preferredCpuMillis = (nodes: number): number =>
	1000 *
	(
		[
			[2, 1],
			[6, 2],
			[20, 4],
			[60, 8],
			[200, 16],
		] as const
	).reduceRight((cpu, [upTo, own]) => (nodes <= upTo ? own : cpu), 32);

/** The cost of the Pods relative to their worth, times the distance of the node from the preferred size. A group without a price costs what its capacity is worth. @mirrors cluster-autoscaler/expander/price BestOptions */
const priceScore = ({group, nodes, pods}: Expansion, clusterNodes: number): number => {
	const own = capacityOf(group);
	const price = nodes * (group.price ?? valueOf(own));
	const preferred = preferredCpuMillis(clusterNodes);
	const unfitness = Math.max(preferred / own.cpuMillis, own.cpuMillis / preferred);
	const suppressed = (unfitness - 1) * (1 - Math.tanh((nodes - 1) / 15)) + 1;
	return (suppressed * (price + stabilization)) / (valueOf(requestedBy(pods)) + stabilization);
};

/** The score by each expander; lower is better. */
const scores: Readonly<Record<Exclude<Expander, 'random'>, (expansion: Expansion, clusterNodes: number) => number>> = {
	'least-waste': waste,
	'most-pods': ({pods}) => -pods.length,
	'least-nodes': ({nodes}) => nodes,
	price: priceScore,
};

/**
The best groups after each expander in turn. If several are equal, chance decides.

@param clusterNodes the number of nodes in the cluster.
@see https://github.com/kubernetes/autoscaler/blob/master/cluster-autoscaler/FAQ.md#what-are-expanders
*/
export const bestExpansions = (
	expansions: readonly Expansion[],
	expanders: readonly Expander[],
	clusterNodes: number,
): readonly Expansion[] => {
	let left = expansions;
	for (const expander of expanders) {
		if (expander !== 'random') {
			const scored = left.map((expansion) => ({expansion, score: scores[expander](expansion, clusterNodes)}));
			const best = Math.min(...scored.map(({score}) => score));
			left = scored.filter(({score}) => score === best).map(({expansion}) => expansion);
		}
	}

	return left;
};
