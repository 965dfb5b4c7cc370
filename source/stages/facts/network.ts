/** Facts of the stops in network. */
export interface NetworkFacts {}
