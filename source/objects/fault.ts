/**
The failure of a request: a status of the server. With `lost`, the server carries the request out and its answer never arrives; with `held`,
the answer waits until the fault ends.
*/
export const requestFailures = ['409', '500', '503', '504', 'held', 'lost'] as const;
export type RequestFailureWord = (typeof requestFailures)[number];

/** The end of a watch: a closed connection, after which the client continues from its last seen version, or 410, after which it lists again. */
export const watchEnds = ['closed', 'expired'] as const;

export const killSignals = ['KILL', 'TERM'] as const;
export type KillSignal = (typeof killSignals)[number];

/** Calls of a kubelet to its runtime, network and storage. */
export const failingCalls = ['pull', 'cni', 'csi'] as const;

/** Calls that fail on a node. */
export interface CallFault extends Lasting {
	readonly kind: 'calls';
	readonly call: (typeof failingCalls)[number];
	/** `*` is every node. */
	readonly node: string;
	/** Number of times; by default, as long as it lasts. */
	readonly times?: number;
}

/** The ledger key of the last ended fault that cut clients off; they retry on their own schedule. */
export const faultEndedKey = '/faults/ended';

/** The last fault that was over. */
export interface EndedFault {
	/** The time of the end, as a Kubernetes timestamp. */
	readonly at: string;
	readonly words: string;
}

/** The duration of a fault: a number of milliseconds, or until it is healed. */
export interface Lasting {
	readonly forMs?: number;
}

/** Disturbs the requests of a client. */
export interface RequestFault extends Lasting {
	readonly kind: 'requests';
	/** User agent, such as `kubelet/node-a`, or its beginning, such as `kube-controller-manager`; a user or service account; `*` matches every client. */
	readonly client: string;
	readonly fail?: RequestFailureWord;
	/** Only requests with this verb, such as `create`. */
	readonly verb?: string;
	/** Only requests for this resource: a plural name, such as `configmaps` or `deployments/status`. */
	readonly resource?: string;
	/** Only one of these requests, by its number from 1. */
	readonly number?: number;
	/** The share of the requests, from 0 to 1; all by default. */
	readonly share?: number;
	/** Delays the requests by this many milliseconds. */
	readonly delayMs?: number;
}

/** Ends the open watches of a client. */
export interface WatchFault {
	readonly kind: 'watches';
	/** See {@link RequestFault}. */
	readonly client: string;
	/** Plural name, such as `pods`; all by default. */
	readonly resource?: string;
	readonly end: (typeof watchEnds)[number];
}

/** Disturbs the events on their way to watchers. */
export interface DeliveryFault extends Lasting {
	readonly kind: 'deliveries';
	/** See {@link RequestFault}. */
	readonly client: string;
	/** Plural name, such as `pods`; all by default. */
	readonly resource?: string;
	/**
	`drop`: events are lost until the connection is found broken. `miss`: the watch expires in the end, and the client lists again without
	these events. `hold`: events wait, as retransmitted packets do, at most until then. `reorder`: events arrive after those of another
	watch.
	*/
	readonly change: 'delay' | 'drop' | 'duplicate' | 'hold' | 'miss' | 'reorder';
	readonly delayMs?: number;
	/** The resource of the overtaking events. */
	readonly behind?: string;
}

/** A fault in a cluster, or its repair. `scenario/faults` reads it from words. */
export type Fault =
	/** Ends a process at its current place; it stays down. */
	| {readonly kind: 'crash'; readonly process: string}
	/** Starts a process again from its beginning. */
	| {readonly kind: 'restart'; readonly process: string}
	/** A process, or all of a node, does not run; its timers and messages wait. */
	| ({readonly kind: 'pause'; readonly target: string} & Lasting)
	/** Makes the work of a process, a component or a node take `factor` times as long. */
	| ({readonly kind: 'slow'; readonly target: string; readonly factor: number} & Lasting)
	| RequestFault
	| WatchFault
	| DeliveryFault
	/** Two components, or nodes, do not reach each other. */
	| ({readonly kind: 'partition'; readonly ends: readonly [string, string]} & Lasting)
	/** The clock of a node is ahead, or behind. */
	| ({readonly kind: 'clock'; readonly node: string; readonly byMs: number} & Lasting)
	/** Limits a free resource on a node to an amount (`50Mi`) or a percentage (`1%`). */
	| ({
			readonly kind: 'shortage';
			readonly node: string;
			readonly of: 'disk' | 'memory';
			readonly free: string;
	  } & Lasting)
	/** A signal for a container's process. */
	| {
			readonly kind: 'kill';
			/** `namespace/name`. */
			readonly pod: string;
			readonly container?: string;
			readonly signal: KillSignal;
	  }
	| CallFault
	/** A node has no power for a while. */
	| ({readonly kind: 'power'; readonly node: string} & Lasting)
	/** The system of a node shuts down in an orderly way, as for its repair; then it is off for a while. */
	| ({readonly kind: 'shutdown'; readonly node: string} & Lasting)
	/** Ends lasting faults: all, or those of a target or kind. */
	| {readonly kind: 'heal'; readonly what?: string};

/** A fault and when it happens: at once, after some time, or at the first stop that a breakpoint's words mean. */
export interface PlannedFault {
	readonly fault: Fault;
	readonly afterMs?: number;
	readonly when?: string;
}

/** The target of a fault, by its name in the fault's words. */
export interface FaultTarget {
	readonly what: 'process' | 'process or node' | 'node' | 'client' | 'pod' | 'end';
	readonly name: string;
}
