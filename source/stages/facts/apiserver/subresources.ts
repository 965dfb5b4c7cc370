/** Facts of subresources, and of unique allocations. */
export interface SubresourceFacts {
	'apiserver.allocate':
		| {
				readonly service: string;
				/** The ranges of cluster IPs. */
				readonly range: string;
				readonly before: unknown;
				readonly after: unknown;
				readonly clusterIP: string | undefined;
				readonly nodePorts: readonly number[];
		  }
		/** An IPAddress object reserves the address of its name for a Service. */
		| {
				readonly service: string;
				readonly range: string;
				readonly address: string;
				/** The Service names it. */
				readonly isAsked: boolean;
		  }
		/** A Service releases an address, or no Service has it. */
		| {readonly service: string; readonly address: string; readonly because: 'leaked' | 'released'}
		| {
				readonly service: string;
				readonly range: string;
				readonly object: unknown;
				readonly verdict: 'refused';
				readonly reason: string | undefined;
				readonly message: string | undefined;
		  };
	'apiserver.bind': {
		readonly pod: string;
		readonly node: string | undefined;
		readonly request: unknown;
		readonly before: unknown;
		readonly after: unknown;
	};
	'apiserver.scale': {
		readonly kind: string;
		readonly name: string;
		/** The Scale before and after. */
		readonly before: unknown;
		readonly after: unknown;
		readonly replicasBefore: number;
		readonly replicas: number;
	};
	'apiserver.evict':
		/** The Pod gets the condition DisruptionTarget. */
		| {readonly pod: string; readonly before: unknown; readonly after: unknown}
		| ({readonly pod: string; readonly budget: unknown; readonly budgetName: string} & (
				| {readonly verdict: 'refused'; readonly reason: string | undefined; readonly message: string | undefined}
				| {readonly verdict: 'allowed'; readonly disruptionsAllowed: number | undefined}
		  ));
	'apiserver.token': {
		/** Namespace and name of the ServiceAccount. */
		readonly namespace: string;
		readonly name: string;
		readonly seconds: number;
		readonly request: {readonly boundObjectRef?: {readonly kind?: string; readonly name?: string}};
		readonly expirationTimestamp: string;
	};
}
