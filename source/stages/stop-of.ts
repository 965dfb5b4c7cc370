import type {Facts} from '../kernel/routine.js';
import type {Stop} from '../kernel/stop.js';
import type {FactsOf, StageId} from './facts.js';

type Bare = Omit<Stop, 'facts'>;

/** A stop of a stage in the catalogue, with the facts that this stage reports. */
export interface StopOf<Id extends StageId> extends Bare {
	readonly facts: FactsOf<Id> & Facts;
}

/** Whether a stop is of this stage, and so has its facts. */
export const isStopOf = <Id extends StageId>(stop: Stop, stage: Id): stop is StopOf<Id> => stop.stage === stage;
