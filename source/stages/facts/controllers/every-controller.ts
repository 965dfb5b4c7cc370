/** The object of a key was deleted, or is being deleted, so no work is needed. */
export interface Gone {
	readonly case: 'gone';
	/** `namespace/name`, or the name. */
	readonly key: string;
}

/** A status is written: the old one, and the new one. */
export interface StatusChange<Status> {
	readonly before: Status | undefined;
	readonly after: Status;
}

/** An owner adopts an orphan whose labels match, or releases an object that no longer matches. */
interface Claim {
	/** Name of the owner; the stage implies its kind. */
	readonly owner: string;
	/** Kind of the claimed object. */
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
		/** Housekeeping, whose next round is the next attempt. */
		| {readonly case: 'round'; readonly reason: string; readonly message: string};
	'controller.*.done': {
		readonly key: string;
		/** Whether it changed during the work, and is queued again. */
		readonly again: boolean;
	};
	/** A controller without a sync stop of its own handles a key. */
	'controller.*.reconcile': {readonly key: string};
	/** A controller's report in its own words, with its own facts. */
	'controller.*.note': {readonly text: string; readonly [fact: string]: unknown};
	'controller.*.adopt': Claim;
	'controller.*.release': Claim;
}
