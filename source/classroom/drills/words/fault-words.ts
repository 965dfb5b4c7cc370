import {english} from './english.js';

/** The texts of a drill that a number makes, in English; a translation may lack texts. */
export type FaultWords = typeof english;
