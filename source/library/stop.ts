import type {Stop as KernelStop} from '../kernel/stop.js';
import {sentenceOf} from '../stages/sentence.js';

/** One place where the debugger can stop: stage, facts, process, object, cause. */
export interface Stop extends KernelStop {
	/** The sentence of the stop, in English. */
	readonly sentence: string;
	/** Virtual time since the run began, as the debugger prints it: `+1.234 s`. */
	readonly time: string;
}

class SeenStop implements Stop {
	declare readonly step: number;
	declare readonly timeMs: number;
	declare readonly process: string;
	declare readonly component: string;
	declare readonly depth: number;
	declare readonly frame?: KernelStop['frame'];
	declare readonly stage: string;
	declare readonly facts?: KernelStop['facts'];
	declare readonly object?: string;
	declare readonly outcome?: KernelStop['outcome'];
	declare readonly cause: number;
	declare readonly periodic: boolean;

	constructor(stop: KernelStop) {
		Object.assign(this, stop);
	}

	get sentence(): string {
		return sentenceOf(this, 'en');
	}

	get time(): string {
		return `+${(this.timeMs / 1000).toFixed(3)} s`;
	}

	/** All fields, including computed ones: for `JSON.stringify` and test snapshots. */
	toJSON(): Stop {
		return {...this, time: this.time, sentence: this.sentence};
	}
}

/** A stop of the tape, for a user of the library. */
export const seen = (stop: KernelStop): Stop => new SeenStop(stop);
