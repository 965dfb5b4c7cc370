import {parseTimestamp} from '../kernel/clock.js';
import type {Saying} from './words/words.js';

/** Something that is due, though nothing happens until then. */
export interface Wait {
	/** Milliseconds since 1970. */
	readonly untilMs: number;
	/** The name of the wait: `the back-off of main in web`. */
	readonly words: Saying;
	/** It may be over at any moment before, so a run with a shorter limit waits for it too. */
	readonly isLongest?: boolean;
}

/** The time limit of a run without a natural end. */
export interface Patience {
	/** Runs of CronJobs that begin later are not waited for. */
	readonly cronMs: number;
	/** The user asked to see all runs until then; otherwise the first is enough. */
	readonly everyRun: boolean;
	/** The time limit of a program that ends, of an attach, or of a first answer. */
	readonly workMs: number;
	/** The time of the command, in milliseconds since 1970: waiting objects may have to be checked again after it. */
	readonly sinceMs: number;
}

/** A time of an object in milliseconds since 1970; 0 where it has none. */
export const timeOf = (text: string | undefined): number => (text === undefined ? 0 : parseTimestamp(text));

/** The end of a number of seconds after a time of an object, in milliseconds since 1970; 0 where either is missing. */
export const secondsAfter = (time: string | undefined, seconds: number | undefined): number =>
	time === undefined || seconds === undefined ? 0 : timeOf(time) + seconds * 1000;
