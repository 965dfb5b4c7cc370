import type {Ledger} from '../kernel/ledger.js';
import {rememberedSteps, type Tape} from './tape.js';

/** Parts of the past that are never forgotten. */
export interface Kept {
	/** Stages whose stops keep their facts. */
	readonly stages: Iterable<string>;
	/** Whether a key keeps its history. */
	readonly keeps: (key: string) => boolean;
}

/** A tape, and the ledger of the same run. */
interface Past {
	readonly stops: Tape;
	readonly ledger: Ledger;
}

/**
Makes a tape forget facts of stops far behind its end, and its ledger the values that were replaced before them. The first read of one of them restores both.

@param again plays the run again
*/
export const forgetPastOf = ({stops, ledger}: Past, {stages, keeps}: Kept, again: () => Past): void => {
	stops.forgetFacts(stages, () => {
		const whole = again();
		ledger.remember(whole.ledger);
		return whole.stops;
	});
	ledger.forgetPast({
		steps: rememberedSteps,
		keeps,
		recall() {
			const whole = again();
			stops.remember(whole.stops);
			return whole.ledger;
		},
	});
};
