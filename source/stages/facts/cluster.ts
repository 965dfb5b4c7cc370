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
		/** Milliseconds; until it is healed, if absent. */
		readonly forMs?: number;
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
		/** Plural name; all if absent. */
		readonly resource?: string;
		readonly end: 'closed' | 'expired';
		readonly count: number;
	};
	/** A process, or all of a node, stands still. */
	'fault.pause': {
		readonly target: string;
		/** How many processes, besides their children. */
		readonly count: number;
		readonly forMs?: number;
	};
	/** The work of a process, component or node takes longer. */
	'fault.slow': {
		readonly target: string;
		readonly factor: number;
		readonly forMs?: number;
	};
	/** Something that lasted is over. */
	'fault.end': {
		/** The words of the fault. */
		readonly words: string;
		readonly why: 'time' | 'healed';
	};
	/** What lasts is to end. */
	'fault.heal': {
		readonly what?: string;
		/** How many faults end. */
		readonly count: number;
	};
	/** A fault that happens later. */
	'fault.plan': {
		readonly words: string;
		readonly afterMs?: number;
		/** The words of a breakpoint. */
		readonly when?: string;
	};
	/** What a fault names is not there. */
	'fault.refused': {
		readonly words: string;
		readonly message: string;
	};
}
