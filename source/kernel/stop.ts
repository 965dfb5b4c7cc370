import type {Facts, Outcome} from './routine.js';

/** An open frame; `parent` is the enclosing frame. Frames are immutable, so a stop keeps its whole stack by one reference. */
export interface Frame {
	readonly name: string;
	readonly component: string;
	readonly facts?: Facts;
	readonly object?: string;
	/** The step at which the frame was entered. */
	readonly step: number;
	readonly parent?: Frame;
	/** The number of frames opened before it in this run. */
	readonly number: number;
}

/** One place where the debugger can stop. */
export interface Stop {
	/** Number of this stop on the tape, from 0. */
	readonly step: number;
	/** Virtual milliseconds since the run began. */
	readonly timeMs: number;
	readonly process: string;
	/** The active component: that of the innermost frame. */
	readonly component: string;
	/** The number of open frames. */
	readonly depth: number;
	readonly frame?: Frame;
	readonly stage: string;
	readonly facts?: Facts;
	/** Ledger key of the object this is about. */
	readonly object?: string;
	readonly outcome?: Outcome;
	/** The step that sent the message or armed the timer that led here; −1: the user. */
	readonly cause: number;
	/** Part of routine housekeeping, such as a lease or a resync. */
	readonly periodic: boolean;
}
