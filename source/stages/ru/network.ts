import type {NetworkFacts} from '../facts/network.js';
import type {Sentences} from '../language.js';
import {consumerSentences} from './network/consumers.js';
import {trafficSentences} from './network/traffic.js';
import type {Translation} from '../translation.js';

/** Stops in network, in Russian. */
export const networkSentences: Translation<Sentences<NetworkFacts>> = {...consumerSentences, ...trafficSentences};
