/** Facts of what the user does to the cluster. */
export interface ClusterFacts {
	'fault.*': {
		readonly process: string;
		/** No process of this name was started yet. */
		readonly isUnknown?: true;
		/** The process in whose memory it works, and which therefore dies and starts with it. */
		readonly root?: string;
	};
	/** From now on the requests of a client are disturbed. */
	'fault.requests': {
		readonly from: string;
		readonly forMs: number;
		readonly fail?: string;
		readonly share?: number;
		readonly delayMs?: number;
	};
	/** One request that is disturbed. */
	'fault.request': {
		readonly client: string;
		readonly method: string;
		readonly path: string;
		readonly fail?: string;
		readonly delayMs: number;
	};
	/** Open watches end. */
	'fault.watches': {
		readonly of: string;
		readonly end: 'closed' | 'expired';
		readonly count: number;
	};
}
