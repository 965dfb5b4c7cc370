/** A handler's decision about a Pod that arrives at the node. */
export interface Admission {
	readonly admit: boolean;
	readonly handler: string;
	/** `OutOfcpu`, `NodeAffinity` … */
	readonly reason?: string;
	readonly message?: string;
}
