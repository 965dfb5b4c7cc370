import {maxNodeScore, type Plugin} from '../framework.js';

/**
Prefers nodes that are the fullest once the Pod is there: it packs Pods instead of spreading them.

A plug-in of its own until v1.23, under a Policy file MostRequestedPriority; today a strategy of NodeResourcesFit.

@mirrors noderesources.MostAllocated, of v1.22
*/
export const nodeResourcesMostAllocated: Plugin<never, true> = {
	name: 'NodeResourcesMostAllocated',

	prescore: () => true,

	score(pod, node) {
		const shares = [
			usedShare(node.assumedCpuMillis + pod.assumedCpuMillis, node.allocatable['cpu'] ?? 0),
			usedShare(node.assumedMemoryBytes + pod.assumedMemoryBytes, node.allocatable['memory'] ?? 0),
		].filter((share) => share !== undefined);
		return shares.length === 0 ? 0 : Math.trunc(shares.reduce((sum, share) => sum + share, 0) / shares.length);
	},
};

/** Share of the capacity that is requested, 0 … 100; `undefined` if the node has none. @mirrors noderesources.mostRequestedScore */
const usedShare = (requested: number, capacity: number): number | undefined =>
	capacity === 0 ? undefined : Math.trunc((Math.min(requested, capacity) * maxNodeScore) / capacity);
