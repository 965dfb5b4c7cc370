/** A group whose new nodes would help. */
interface Option {
	readonly group: string;
	readonly nodes: number;
	readonly pods: number;
}

/** The larger of the shares of CPU and memory that the Pods of a node request. */
interface Use {
	readonly resource: 'cpu' | 'memory';
	/** The share, from 0 to 1. */
	readonly share: number;
}

/** Facts of the stops of the cluster autoscaler and of the cloud that makes its nodes. */
export interface AutoscalerFacts {
	'cluster-autoscaler.start': {
		readonly groups: ReadonlyArray<{
			readonly name: string;
			readonly min: number;
			readonly max: number;
			readonly size: number;
		}>;
	};
	/** Each round: how many Pods fit nowhere, and the nodes that are not needed. */
	'cluster-autoscaler.scan': {
		readonly nodes: number;
		readonly waiting: readonly string[];
		/** Pods that have a place on a node that is on its way. */
		readonly soon: readonly string[];
		/** Whether all of them are so new that more may follow. */
		readonly isEarly: boolean;
		readonly unneeded: readonly string[];
	};
	'cluster-autoscaler.scale-up': {
		readonly group: string;
		readonly from: number;
		readonly to: number;
		readonly max: number;
		readonly pods: readonly string[];
		readonly options: readonly Option[];
		readonly expanders: readonly string[];
	};
	/** A Pod that no new node would help. */
	'cluster-autoscaler.no-scale-up': {readonly pod: string; readonly reasons: string};
	'cluster-autoscaler.unneeded': Use & {
		readonly node: string;
		/** The Pods that would move. */
		readonly pods: readonly string[];
		/** How long it must be unneeded before its removal. */
		readonly unneededMs: number;
	};
	'cluster-autoscaler.needed': Partial<Use> & {
		readonly node: string;
		/** The reason, in upstream's words: `NotUnderutilized`. */
		readonly reason: string;
		/** The Pod that keeps it, and upstream's word for why. */
		readonly pod?: string;
		readonly blocking?: string;
	};
	'cluster-autoscaler.scale-down': {
		readonly node: string;
		readonly pods: readonly string[];
		readonly unneededMs: number;
	};
	'cluster-autoscaler.removed': {readonly node: string; readonly drained: boolean};
	'cluster-autoscaler.failed': {readonly node: string; readonly message: string};
	'cloud.create': {readonly group: string; readonly node: string; readonly delayMs: number};
	'cloud.start': {readonly group: string; readonly node: string};
	'cloud.remove': {readonly group: string; readonly node: string};
}
