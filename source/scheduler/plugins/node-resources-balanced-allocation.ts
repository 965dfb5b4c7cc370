import type {ResourceAmounts} from '../../objects/pod-resources.js';
import type {ResourceWeight} from '../../objects/scheduler-configuration/configuration.js';
import {maxNodeScore, type Plugin} from '../framework.js';

const nothing: ResourceAmounts = Object.freeze({});
const usual: readonly ResourceWeight[] = [{name: 'cpu'}, {name: 'memory'}];

/**
Prefers nodes on which CPU and memory, or the resources of its arguments, would have about the same utilization, so that no resource remains
unusable. The score reflects the change by the Pod: 75 means an unchanged balance, a higher score a better one.

@mirrors noderesources.balancedResourceScorer
*/
export const nodeResourcesBalancedAllocation = ({
	resources = [],
}: {
	readonly resources?: readonly ResourceWeight[];
} = {}): Plugin<never, true> => {
	const names = (resources.length > 0 ? resources : usual).map(({name}) => name);
	return {
		name: 'NodeResourcesBalancedAllocation',

		// A Pod without requests does not change the balance.
		prescore: ({requests}) => (names.every((name) => (requests[name] ?? 0) === 0) ? undefined : true),

		score({requests}, {allocatable, requested}) {
			const change =
				evenness(names, requested, requests, allocatable) - evenness(names, requested, nothing, allocatable);
			return maxNodeScore / 2 + Math.trunc((maxNodeScore / 2 + change) / 2);
		},
	};
};

/** 100 if the resources are used in the same proportion; reduced by the standard deviation of their shares. */
const evenness = (
	names: readonly string[],
	used: ResourceAmounts,
	more: ResourceAmounts,
	allocatable: ResourceAmounts,
): number => {
	const shareOf = (name: string): number | undefined => {
		const capacity = allocatable[name] ?? 0;
		return capacity > 0 ? Math.min(1, ((used[name] ?? 0) + (more[name] ?? 0)) / capacity) : undefined;
	};
	if (names.length === 2) {
		// Without a list: this runs for each Pod and node.
		const [one = '', other = ''] = names;
		const first = shareOf(one);
		const second = shareOf(other);
		return first === undefined || second === undefined ? maxNodeScore : scoreOf(deviationOfTwo(first, second));
	}

	return scoreOf(deviation(names.map(shareOf).filter((share) => share !== undefined)));
};

const scoreOf = (deviated: number): number => Math.trunc((1 - deviated) * maxNodeScore);

const deviationOfTwo = (first: number, second: number): number => Math.abs((first - second) / 2);

/** The deviation of shares; two shares have a separate formula, as upstream, which rounds differently. */
const deviation = (shares: readonly number[]): number => {
	const [first = 0, second = 0] = shares;
	if (shares.length < 3) {
		return shares.length === 2 ? deviationOfTwo(first, second) : 0;
	}

	const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
	return Math.sqrt(shares.reduce((sum, share) => sum + (share - mean) ** 2, 0) / shares.length);
};
