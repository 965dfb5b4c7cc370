import type {SchedulerFacts} from '../facts/scheduler.js';
import type {Sentences} from '../language.js';

/** Stops in scheduler, in English. */
export const schedulerSentences: Sentences<SchedulerFacts> = {};
