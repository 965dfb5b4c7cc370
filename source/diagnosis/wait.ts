import {parseTimestamp} from '../kernel/clock.js';
import type {Saying} from './words/words.js';

/** An event that is due, although no stop precedes it. */
export interface Wait {
	/** Milliseconds since 1970. */
	readonly untilMs: number;
	/** The name of the wait: `the back-off of main in web`. */
	readonly words: Saying;
	/** Whether it may end at any earlier moment, so that a run with a shorter limit also waits for it. */
	readonly isLongest?: boolean;
}

/** The time limit of a run without a natural end. */
export interface Patience {
	/** The time until which runs of CronJobs are waited for. */
	readonly cronMs: number;
	/** Whether the user requested all runs until then; otherwise, the first is enough. */
	readonly everyRun: boolean;
	/** The time limit of a program that ends, of an attach, or of a first answer. */
	readonly workMs: number;
	/** The time of the command, in milliseconds since 1970: objects that wait may have to be checked again after it. */
	readonly sinceMs: number;
}

/** A time of an object in milliseconds since 1970; 0 where it has none. */
export const timeOf = (text: string | undefined): number => (text === undefined ? 0 : parseTimestamp(text));

/** The end of a number of seconds after a time of an object, in milliseconds since 1970; 0 where either is missing. */
export const secondsAfter = (time: string | undefined, seconds: number | undefined): number =>
	time === undefined || seconds === undefined ? 0 : timeOf(time) + seconds * 1000;
