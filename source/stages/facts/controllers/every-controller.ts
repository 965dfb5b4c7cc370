/** The object of a key is gone, or about to go: there is nothing to do. */
export interface Gone {
	readonly case: 'gone';
	/** `namespace/name`, or the name. */
	readonly key: string;
}

/** A status is written: what it was, and what it becomes. */
export interface StatusChange<Status> {
	readonly before: Status | undefined;
	readonly after: Status;
}

/** An owner takes an orphan whose labels match, or gives up what matches no more. */
interface Claim {
	/** Name of the owner; the stage tells its kind. */
	readonly owner: string;
	/** Kind of what is claimed. */
	readonly kind: string;
	/** The object as the owner's controller knows it. */
	readonly before: unknown;
}

/** Facts of the stops that all controllers have. */
export interface EveryControllerFacts {
	'controller.*.retry':
		| {
				readonly case: 'key';
				readonly key: string;
				readonly reason: string;
				readonly message: string;
				/** Failures of the key in a row. */
				readonly retries: number;
				readonly pauseMs: number;
		  }
		/** Of housekeeping: the next round is the next try. */
		| {readonly case: 'round'; readonly reason: string; readonly message: string};
	'controller.*.done': {
		readonly key: string;
		/** Whether it changed meanwhile, and is queued again. */
		readonly again: boolean;
	};
	'controller.*.adopt': Claim;
	'controller.*.release': Claim;
}
