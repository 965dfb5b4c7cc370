import {maxNodeScore, type Plugin} from '../framework.js';
import type {ResourceAmounts} from '../../objects/pod-resources.js';

const nothing: ResourceAmounts = Object.freeze({});

/**
Prefers nodes on which CPU and memory come to be used to about the same share, so that neither is left over without the other.

It looks at what the Pod changes: 75 is a node that stays as even as it was, more is one that gets more even.

@mirrors noderesources.balancedResourceScorer
*/
export const nodeResourcesBalancedAllocation: Plugin<never, true> = {
	name: 'NodeResourcesBalancedAllocation',

	// A Pod without requests does not change the balance.
	prescore: ({requests}) => ((requests['cpu'] ?? 0) === 0 && (requests['memory'] ?? 0) === 0 ? undefined : true),

	score({requests}, {allocatable, requested}) {
		const change = evenness(requested, requests, allocatable) - evenness(requested, nothing, allocatable);
		return maxNodeScore / 2 + Math.trunc((maxNodeScore / 2 + change) / 2);
	},
};

/** 100 if CPU and memory are used in the same proportion; reduced by the deviation of the two. */
const evenness = (used: ResourceAmounts, more: ResourceAmounts, allocatable: ResourceAmounts): number => {
	const cpu = shareOf('cpu', used, more, allocatable);
	const memory = shareOf('memory', used, more, allocatable);
	const deviation = cpu === undefined || memory === undefined ? 0 : Math.abs((cpu - memory) / 2);
	return Math.trunc((1 - deviation) * maxNodeScore);
};

/** Which share of a resource is used; `undefined` if the node has none. */
const shareOf = (
	name: 'cpu' | 'memory',
	used: ResourceAmounts,
	more: ResourceAmounts,
	allocatable: ResourceAmounts,
): number | undefined => {
	const capacity = allocatable[name] ?? 0;
	return capacity > 0 ? Math.min(1, ((used[name] ?? 0) + (more[name] ?? 0)) / capacity) : undefined;
};
