/** Facts of the stops in scheduler. */
export interface SchedulerFacts {}
