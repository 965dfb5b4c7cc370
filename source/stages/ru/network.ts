import type {NetworkFacts} from '../facts/network.js';
import {consumerSentences} from './network/consumers.js';
import {trafficSentences} from './network/traffic.js';
import type {Translation} from '../translation.js';
import type {Sentences} from '../language-table.js';

/** Stops in network, in Russian. */
export const networkSentences: Translation<Sentences<NetworkFacts>> = {...consumerSentences, ...trafficSentences};
