/** Facts of the stops in apiserver. */
export interface ApiserverFacts {}
