import type {SimulatedNode} from './simulated-node.js';

/** The ways in which the cluster autoscaler chooses among groups that help. @mirrors cluster-autoscaler/expander AvailableExpanders */
export const expanders = ['least-waste', 'most-pods', 'least-nodes', 'price', 'random'] as const;
export type Expander = (typeof expanders)[number];

/** Nodes of one sort that a cloud makes and removes. */
export interface SimulatedNodeGroup {
	readonly name: string;
	/** The autoscaler does not remove nodes of a group that has no more; 0 by default. */
	readonly min?: number;
	readonly max: number;
	/** The initial number of nodes; `min` by default. */
	readonly size?: number;
	/** The time from the request for a node until its kubelet starts, such as `1m30s`; 1m by default. */
	readonly delay?: string;
	/** The price of one node per hour, for the expander `price`. */
	readonly price?: number;
	readonly template?: Partial<Omit<SimulatedNode, 'name' | 'podCIDR' | 'address' | 'isDown'>>;
}

/** The flags of the cluster autoscaler. Durations are as Go writes them. */
export interface AutoscalerFlags {
	/** The expanders, applied in order until one group is left; `least-waste` by default. */
	readonly expander?: readonly Expander[];
	/** 10s by default. */
	readonly scanInterval?: string;
	/** 10m by default. */
	readonly scaleDownUnneededTime?: string;
	/** 20m by default. */
	readonly scaleDownUnreadyTime?: string;
	/** 10m by default. */
	readonly scaleDownDelayAfterAdd?: string;
	/** The utilization below which a node counts as unneeded; 0.5 by default. */
	readonly scaleDownUtilizationThreshold?: number;
}

/** Ledger key of the nodes that a cloud is about to start. */
export const comingNodesKey = '/components/cloud/coming';

/** A node that a cloud is about to start. */
export interface ComingNode {
	readonly name: string;
	readonly group: string;
	/** The start of its kubelet, in milliseconds since 1970. */
	readonly atMs: number;
}

/** Ledger key of the changes that a cloud has made to the nodes of a scenario. */
export const cloudNodesKey = '/components/cloud/nodes';

/** Nodes that a cloud has started since the beginning, and the names of those that it has ended. */
export interface CloudNodes {
	readonly started: ReadonlyArray<Pick<SimulatedNode, 'name' | 'capacity'>>;
	readonly ended: readonly string[];
}

/** The taints of a node that the autoscaler removes, and of a node that it does not need. Their value is a time in seconds since 1970. */
export const toBeDeletedTaint = 'ToBeDeletedByClusterAutoscaler';
export const deletionCandidateTaint = 'DeletionCandidateOfClusterAutoscaler';

/** The name of a node of a group. @param number from 1 */
export const nodeOfGroup = (group: string, number: number): string => `${group}-${number}`;
