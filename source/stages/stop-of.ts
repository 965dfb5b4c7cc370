import type {Stop} from '../kernel/stop.js';
import type {FactsOf, StageId} from './facts.js';

/** A stop of a stage in the catalogue, with the facts that this stage tells. */
export type StopOf<Id extends StageId> = Stop & {readonly facts: FactsOf<Id>};

/** Whether a stop is of this stage, and so has its facts. */
export const isStopOf = <Id extends StageId>(stop: Stop, stage: Id): stop is StopOf<Id> => stop.stage === stage;
