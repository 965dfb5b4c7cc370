/** The part of a resource to which a list or watch is restricted. */
interface Selected {
	readonly namespace?: string;
	readonly labelSelector?: string;
	readonly fieldSelector?: string;
}

/** Facts of the stops that components make through their client: informers, work queues, events. */
export interface ClientFacts {
	'client.throttle': {
		/** The user agent of the client that holds its request back: `kube-controller-manager/replicaset`. */
		readonly client: string;
		readonly method: string;
		readonly path: string;
		readonly waitMs: number;
		/** The limit: requests a second, and at once. */
		readonly qps: number;
		readonly burst: number;
		/** Whether it is the first waiting request since the client could last send a full burst. */
		readonly first: boolean;
	};
	'informer.list': Selected & {readonly owner: string; readonly resource: string} & (
			| {
					readonly count: number;
					/** The number of those that the cache lacked, or had in another version. */
					readonly news: number;
					readonly resourceVersion: string;
			  }
			| {readonly reason: string; readonly message: string; readonly pauseMs: number}
		);
	'informer.watch':
		| (Selected & {readonly owner: string; readonly resource: string; readonly resourceVersion: string})
		| {
				readonly owner: string;
				readonly resource: string;
				readonly code: number | undefined;
				readonly message: string | undefined;
		  }
		| {readonly owner: string; readonly resource: string; readonly closed: true};
	'informer.deliver': {
		readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
		readonly owner: string;
		readonly kind: string;
		/** `namespace/name`, or the name. */
		readonly key: string;
		readonly resourceVersion: string;
		/** The object that the cache held before, and its version. */
		readonly before: unknown;
		readonly beforeVersion: string | undefined;
		readonly after: unknown;
	};
	/** Leader election among several instances of a program. */
	'leader.election': {readonly lease: string; readonly identity: string} & (
		| {readonly case: 'held'; readonly by: string; readonly heldMs: number}
		/** It takes the Lease from another instance, or a Lease without a holder. */
		| {readonly case: 'take'; readonly from: string | undefined}
		| {readonly case: 'renew'}
		| {readonly case: 'failed'; readonly reason: string; readonly message: string}
		/** It could not renew the Lease in time, and ends. */
		| {readonly case: 'lost'}
	);
	'controller.*.enqueue': {
		readonly key: string;
		/** The event, and the object that it concerns, such as `Pod default/web`. */
		readonly event?: 'ADDED' | 'MODIFIED' | 'DELETED';
		readonly of?: string;
		/** The delay before the key joins the queue. */
		readonly afterMs?: number;
	};
	'event.record':
		| {
				/** Whether the correlator creates a new Event, raises the count of an existing one, or finds too many. */
				readonly case: 'create' | 'patch' | 'drop';
				readonly component: string;
				readonly type: string | undefined;
				readonly reason: string | undefined;
				readonly message: string | undefined;
				readonly involvedObject: {readonly kind?: string; readonly name?: string};
				/** The number of recordings of this event so far. */
				readonly count: number;
		  }
		| {
				readonly case: 'failure';
				readonly event: string;
				readonly reason: string;
				readonly message: string;
				/** Whether it is retried. */
				readonly again: boolean;
		  };
}
