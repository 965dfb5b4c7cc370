import type {Expander} from '../objects/node-group.js';
import type {Routine} from '../kernel/routine.js';
import type {Node} from '../objects/kubernetes.generated.js';

/** The flags of the cluster autoscaler, in milliseconds. */
export interface AutoscalerOptions {
	readonly expanders: readonly Expander[];
	readonly scanMs: number;
	/** How long a node must be unneeded before its removal. */
	readonly unneededMs: number;
	/** How long a node that is not ready must be unneeded before its removal. */
	readonly unreadyMs: number;
	/** The time without removals after a node was added. */
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
	/** The price of one node per hour. */
	readonly price?: number;
	/** A node of the group, as its kubelet would register it. */
	readonly template: Omit<Node, 'metadata'> & {
		readonly metadata: Pick<Node['metadata'], 'name' | 'labels' | 'annotations'>;
	};
}

/** The door of the cloud: makes nodes of groups and removes them. @mirrors cluster-autoscaler/cloudprovider CloudProvider */
export interface Cloud {
	readonly groups: readonly NodeGroup[];
	/** The target size of a group, including requested nodes. */
	targetSize(group: string): number;
	/** The group that a node belongs to; `undefined` for nodes that are not from the cloud. */
	groupOf(node: string): NodeGroup | undefined;
	/** The nodes of a group, also those that have not registered yet. */
	instances(group: string): readonly string[];
	/** Requests more nodes, which arrive later. */
	increase(group: string, by: number): Routine;
	/** Requests the removal of a node. */
	remove(node: string): Routine;
}
