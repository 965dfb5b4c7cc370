/** A message in transit or waiting, with the step that sent it. */
export interface Delivery<T> {
	readonly message: T;
	/** Step of the stop that sent it; −1: the user. */
	readonly cause: number;
	readonly periodic: boolean;
}

/** A queue of messages for a process. One process takes from it; `kernel.send` puts into it. */
export class Mailbox<T> {
	/** Delivered messages that wait, oldest first. */
	readonly waiting: Array<Delivery<T>> = [];
	/** Wakes the process that waits here, for something urgent or for housekeeping; the kernel's own. */
	wake?: (urgent: boolean) => void;
	/** Time of the latest delivery in transit: later messages never overtake. */
	lastArrivalMs = 0;

	constructor(readonly name: string) {}
}
