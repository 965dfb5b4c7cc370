import type {ProxyMode} from '../../../objects/simulated-node.js';
/** One hop of a request. */
export type Hop =
	| {readonly case: 'name'; readonly host: string; readonly ip: string}
	/** The DNS has no address for the name. */
	| {readonly case: 'unresolved'; readonly host: string; readonly rcode: string}
	/** The DNS gives no answer. */
	| {readonly case: 'unanswered'; readonly host: string; readonly server: string}
	| {readonly case: 'address'; readonly ip: string}
	/** A load balancer outside the cluster sends the packet to a node. */
	| {readonly case: 'balancer'; readonly ip: string; readonly node: string}
	/** A node's rules refuse a port that a Service's address does not have. */
	| {readonly case: 'checked'; readonly node: string}
	/** The node has no rule for the address; a process may still answer there. */
	| {readonly case: 'no-rule'; readonly node: string; readonly ip: string | undefined}
	/** The node's rules block all requests to the Service. */
	| {
			readonly case: 'verdict';
			readonly service: string;
			readonly node: string;
			readonly mode: ProxyMode;
			readonly verdict: 'drop' | 'reject';
	  }
	/** A node's rules choose an endpoint, at random or because they remember the client. */
	| {
			readonly case: 'endpoint';
			readonly service: string;
			readonly node: string;
			readonly endpoint: string;
			readonly remembers: string | undefined;
	  }
	/** The route that the ingress controller finds for host and path; `undefined` if there is no route. */
	| {readonly case: 'ingress'; readonly host: string; readonly path: string; readonly service: string | undefined}
	/** The policies of one end of the connection; of the sender's for a question to the DNS. `isEnforced`: the network plug-in acts on them. */
	| {
			readonly case: 'policy';
			readonly direction: 'ingress' | 'egress';
			readonly pod: string;
			readonly to: string;
			readonly policies: readonly string[];
			readonly allowed: boolean;
			readonly isEnforced: boolean;
	  }
	| {readonly case: 'upstream'; readonly endpoint: string}
	/** The sidecar of the sender's Pod accepts the request and chooses the endpoint itself; `undefined` without a sidecar. */
	| {
			readonly case: 'sidecar-out';
			readonly pod: string;
			readonly service: string;
			readonly endpoint: string | undefined;
	  }
	/** The sidecar of the target Pod accepts it first. */
	| {readonly case: 'sidecar-in'; readonly pod: string}
	| {readonly case: 'pod'; readonly pod: string; readonly node: string}
	| {readonly case: 'container'; readonly container: string; readonly pod: string; readonly node: string};

/** The sender of a request to an endpoint. */
export type Sender =
	| {readonly case: 'client'}
	| {readonly case: 'kube-proxy'; readonly node: string}
	| {readonly case: 'ingress-controller'}
	| {readonly case: 'sidecar'; readonly pod: string};

/** Why a request is lost. */
export type Loss =
	| {readonly case: 'unknown-name'; readonly host: string}
	/** A Service's address does not have the port. */
	| {readonly case: 'unknown-port'; readonly ip: string; readonly port: number}
	| {readonly case: 'closed-node-port'; readonly node: string; readonly port: number}
	/** The node's rules do not include the address yet. */
	| {readonly case: 'late-rules'; readonly node: string; readonly ip: string; readonly port: number}
	/** A node has no route to the address; `undefined`: there is no route from outside the cluster. */
	| {readonly case: 'no-route'; readonly node: string | undefined; readonly ip: string}
	/** The source ranges of a load balancer do not have the client's address. */
	| {readonly case: 'source-ranges'; readonly service: string; readonly ip: string}
	/** The policies that isolate a Pod block this connection. */
	| {
			readonly case: 'policy';
			readonly direction: 'ingress' | 'egress';
			readonly pod: string;
			readonly to: string;
			readonly policies: readonly string[];
	  }
	/** The Pod that is to send does not run. */
	| {readonly case: 'no-client'; readonly pod: string}
	| {readonly case: 'no-endpoints'; readonly service: string}
	| {readonly case: 'no-local-endpoints'; readonly service: string; readonly node: string}
	| {readonly case: 'no-ingress'; readonly host: string; readonly path: string}
	| {readonly case: 'no-upstream'; readonly service: string}
	/** The sidecar of the sender's Pod knows no endpoint of the Service. */
	| {readonly case: 'no-healthy-upstream'; readonly service: string; readonly pod: string}
	/** The Pod with the address was deleted. */
	| {readonly case: 'gone'; readonly sender: Sender; readonly ip: string}
	| {readonly case: 'shutting-down'; readonly sender: Sender; readonly pod: string}
	| {readonly case: 'closed-port'; readonly pod: string; readonly port: number}
	/** The Pod ended while the request was in progress. */
	| {readonly case: 'cut-off'; readonly pod: string};

/** How a client notices a lost request. */
export type LossResult = 'refused' | 'reset' | 'timedOut' | 'failed';

/** Facts of the requests that clients send. */
export interface TrafficFacts {
	'traffic.start': {readonly client: string; readonly target: string; readonly everyMs: number};
	'traffic.request': {
		readonly client: string;
		readonly number: number;
		/** The client's node; `undefined` outside the cluster. */
		readonly node: string | undefined;
		readonly hops: readonly Hop[];
		readonly endpoint: string | undefined;
	};
	'traffic.answered': {
		readonly client: string;
		readonly number: number;
		/** Who answers. */
		readonly pod: string;
		readonly endpoint: unknown;
		/** The outcome of the client's previous request; `undefined` if this is its first. */
		readonly last: 'answered' | LossResult | undefined;
	};
	'traffic.lost': {
		readonly client: string;
		readonly number: number;
		readonly result: LossResult;
		readonly loss: Loss;
		readonly hops: readonly Hop[];
		readonly endpoint: string | undefined;
	};
}
