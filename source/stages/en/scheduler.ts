import type {SchedulerFacts} from '../facts/scheduler.js';
import type {Sentences} from '../sentence.js';

/** Stops in scheduler, in English. */
export const schedulerSentences: Sentences<SchedulerFacts> = {};
