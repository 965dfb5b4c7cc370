import type {NodeInfo} from '../scheduler/node-info.js';
import type {PodInfo} from '../scheduler/pod-info.js';
import {freshNode} from './fresh-node.js';
import type {Snapshot} from './snapshot.js';

/** Nodes that the Pods of an estimate need, and the Pods that get a place there. */
export interface Estimate {
	readonly nodes: number;
	readonly pods: readonly PodInfo[];
}

/** Larger Pods are first: the sum of the shares that they request of the node's CPU and memory. @mirrors cluster-autoscaler/estimator DecreasingPodOrderer */
const sizeOn = ({requests}: PodInfo, {allocatable}: NodeInfo): number =>
	['cpu', 'memory'].reduce((sum, name) => {
		const total = allocatable[name] ?? 0;
		return total > 0 ? sum + (requests[name] ?? 0) / total : sum;
	}, 0);

/**
The number of new nodes of a kind that the Pods need, by first fit: a Pod that fits no new node gets another one.

@param groups equal Pods; each fits an empty node.

@param most the most nodes that can be added to the group.
@mirrors cluster-autoscaler/estimator BinpackingNodeEstimator.Estimate
*/
export const estimate = (
	cluster: Snapshot,
	template: NodeInfo,
	groups: ReadonlyArray<readonly PodInfo[]>,
	most: number,
): Estimate => {
	const snapshot = cluster.fork();
	const added = new Set<string>();
	const used = new Set<string>();
	const placed: PodInfo[] = [];
	const put = (pod: PodInfo, isAcceptable: (node: NodeInfo) => boolean): boolean => {
		const node = snapshot.place(pod, isAcceptable);
		if (node !== undefined) {
			used.add(node);
			placed.push(pod);
		}

		return node !== undefined;
	};

	let last = '';
	const size = ([first]: readonly PodInfo[]): number => (first ? sizeOn(first, template) : 0);
	for (const pods of groups.toSorted((a, b) => size(b) - size(a))) {
		const stuck = pods.findIndex((pod) => !put(pod, ({name}) => added.has(name)));
		for (const pod of stuck < 0 ? [] : pods.slice(stuck)) {
			if (put(pod, ({name}) => name === last)) {
				continue;
			}

			// A new node that has stayed empty would not take it either.
			if ((last !== '' && !used.has(last)) || added.size >= most) {
				break;
			}

			last = `${template.name}-e-${added.size}`;
			added.add(last);
			snapshot.setNode(freshNode(template, last));
			if (!put(pod, ({name}) => name === last)) {
				break;
			}
		}
	}

	return {nodes: used.size, pods: placed};
};
