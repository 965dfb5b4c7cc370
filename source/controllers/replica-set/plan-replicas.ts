import type {Pod} from '../../objects/kubernetes.generated.js';
import {deletionOrder} from './deletion-order.js';

const burst = 500;

/** The action for a number of Pods. */
export type Plan =
	| {readonly action: 'none'}
	| {readonly action: 'create'; readonly count: number}
	| {readonly action: 'delete'; readonly pods: readonly Pod[]};

/**
Compares the desired number of Pods with the existing ones.

@param pods the existing ones; read only when too many exist.

@param rankOf the number of the owner's Pods on the Pod's node.
*/
export const planReplicas = (
	want: number,
	have: number,
	pods: () => readonly Pod[],
	rankOf: (pod: Pod) => number,
	nowMs: number,
): Plan => {
	const missing = want - have;
	if (missing > 0) {
		return {action: 'create', count: Math.min(missing, burst)};
	}

	if (missing === 0) {
		return {action: 'none'};
	}

	const count = Math.min(-missing, burst);
	const present = pods();
	const ordered = count < present.length ? [...present].sort(deletionOrder(rankOf, nowMs)) : present;
	return {action: 'delete', pods: ordered.slice(0, count)};
};

/** Sizes of the batches for `count` Pods: 1, 2, 4 …, so that a refusal costs few requests. */
export const slowStartBatches = (count: number): number[] => {
	const batches = [];
	for (let rest = count, size = 1; rest > 0; size *= 2) {
		batches.push(Math.min(size, rest));
		rest -= size;
	}

	return batches;
};
