/** A client that sends requests while the cluster runs, as a scenario describes it. */
export interface TrafficClient {
	readonly name: string;
	/** The client's node, whose rules apply to its requests; by default, the first node with rules. */
	readonly node?: string;
	/** `shop.default.svc.cluster.local:80`, or the host of an Ingress. */
	readonly target: string;
	/** Milliseconds from one request to the next; 100 by default. */
	readonly everyMs?: number;
	/** The duration of a request, in milliseconds; 30 by default. */
	readonly durationMs?: number;
	/** Whether it sends from outside, through the ingress controller. */
	readonly viaIngress?: boolean;
	/** `namespace/name` of the sending Pod, or its name in `default`. Without it, a process in the node's own network sends. */
	readonly pod?: string;
	/** Whether it sends from outside the cluster: to a node port, a load balancer's address or an external IP. */
	readonly outside?: boolean;
}
