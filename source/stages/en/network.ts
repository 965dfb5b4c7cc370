import type {NetworkFacts} from '../facts/network.js';
import type {Sentences} from '../language.js';

/** Stops in network, in English. */
export const networkSentences: Sentences<NetworkFacts> = {};
