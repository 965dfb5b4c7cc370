import {frame as enter, note as record, type Opening, type Outcome, type Routine} from '../kernel/routine.js';
import type {FactsOf, StageId} from './facts.js';

/** Optional parts of a stop's record. */
interface StopOptions {
	/** Ledger key of the object that it concerns; if absent, that of the frame around it. */
	readonly object?: string;
	/** The outcome of the work; by default, it continues. */
	readonly outcome?: Outcome;
}

/**
A stop of a stage in the catalogue, with the facts that this stage reports.

The sentence is made from them on demand: `sentenceOf`. An action is reported at its beginning, before its request, so that the debugger can step into it.

@example yield* note('kubelet.pull', {case: 'start', image}, {object: podKey(pod)});
*/
export const note = <Id extends StageId>(stage: Id, facts: FactsOf<Id>, options?: StopOptions): Routine =>
	record(stage, facts as Readonly<Record<string, unknown>>, options);

/** A frame whose entry is a stop of a stage in the catalogue. */
interface StagedOpening<Id extends StageId> extends Opening {
	readonly stage: Id;
	readonly facts: FactsOf<Id> & NonNullable<Opening['facts']>;
}

/** A frame without its own stop. */
interface SilentOpening extends Opening {
	readonly stage?: undefined;
}

/** Runs `body` inside a frame, entered with a stop if the opening names a stage. An error passes through and closes the frame. */
export const frame = <T, Id extends StageId = StageId>(
	opening: StagedOpening<Id> | SilentOpening,
	body: Routine<T>,
): Routine<T> => enter(opening, body);
