import type {ApiserverFacts} from '../facts/apiserver.js';
import type {Sentences} from '../language.js';

/** Stops in apiserver, in English. */
export const apiserverSentences: Sentences<ApiserverFacts> = {};
