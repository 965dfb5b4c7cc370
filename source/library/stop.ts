import type {Stop as KernelStop} from '../kernel/stop.js';
import {sentenceOf} from '../stages/sentence.js';

/** One place the debugger can be: stage, facts, process, object, cause. */
export interface Stop extends KernelStop {
	/** What happens, in words. */
	readonly sentence: string;
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
}

/** A stop of the tape, for a user of the library. */
export const seen = (stop: KernelStop): Stop => new SeenStop(stop);
