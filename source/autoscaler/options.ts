import type {Expander} from '../objects/node-group.js';
import type {Routine} from '../kernel/routine.js';
import type {Node} from '../objects/kubernetes.generated.js';

/** The flags of the cluster autoscaler, in milliseconds. */
export interface AutoscalerOptions {
	readonly expanders: readonly Expander[];
	readonly scanMs: number;
	/** How long a node is not needed before it is removed. */
	readonly unneededMs: number;
	/** The same for a node that is not ready. */
	readonly unreadyMs: number;
	/** How long no node is removed after one was added. */
	readonly delayAfterAddMs: number;
	/** A node whose Pods request a larger share of its CPU or memory stays. */
	readonly threshold: number;
}

/** @mirrors cluster-autoscaler/config/flags */
export const defaultOptions: AutoscalerOptions = {
	expanders: ['least-waste'],
	scanMs: 10_000,
	unneededMs: 600_000,
	unreadyMs: 1_200_000,
	delayAfterAddMs: 600_000,
	threshold: 0.5,
};

/** A group as the cloud describes it. @mirrors cluster-autoscaler/cloudprovider NodeGroup */
export interface NodeGroup {
	readonly name: string;
	readonly min: number;
	readonly max: number;
	/** Of one node for an hour. */
	readonly price?: number;
	/** A node of the group, as its kubelet would register it. */
	readonly template: Omit<Node, 'metadata'> & {
		readonly metadata: Pick<Node['metadata'], 'name' | 'labels' | 'annotations'>;
	};
}

/** The door of the cloud: makes nodes of groups and removes them. @mirrors cluster-autoscaler/cloudprovider CloudProvider */
export interface Cloud {
	readonly groups: readonly NodeGroup[];
	/** The number of nodes that a group is to have: those on their way count. */
	targetSize(group: string): number;
	/** The group that a node belongs to; `undefined` for nodes that the cloud has not made. */
	groupOf(node: string): NodeGroup | undefined;
	/** The nodes of a group, also those that have not registered yet. */
	instances(group: string): readonly string[];
	/** Requests more nodes, which arrive later. */
	increase(group: string, by: number): Routine;
	/** Asks for a node's end. */
	remove(node: string): Routine;
}
