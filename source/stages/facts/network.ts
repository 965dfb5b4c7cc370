import type {ConsumerFacts} from './network/consumers.js';
import type {TrafficFacts} from './network/traffic.js';

/** Facts of the stops in network. */
export interface NetworkFacts extends ConsumerFacts, TrafficFacts {}
