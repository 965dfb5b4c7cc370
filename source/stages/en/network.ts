import type {NetworkFacts} from '../facts/network.js';
import {consumerSentences} from './network/consumers.js';
import {trafficSentences} from './network/traffic.js';
import type {Sentences} from '../language-table.js';

/** Stops in network, in English. */
export const networkSentences: Sentences<NetworkFacts> = {...consumerSentences, ...trafficSentences};
