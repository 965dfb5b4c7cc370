import type {LanguageName} from '../../../stages/language-names.js';
import {Texts} from '../../../stages/translation.js';
import {chinese} from './chinese.js';
import {english} from './english.js';
import {russian} from './russian.js';
import type {FaultWords} from './fault-words.js';

/** A fault of a healthy application. */
export type FaultName = keyof FaultWords['faults'];

/** The texts of such drills, in all languages. */
export const faultTexts = new Texts<FaultWords>('drills', english, {zh: chinese, ru: russian});

/** The texts of a drill that a number makes, in a language. */
export const faultWords = (language: LanguageName): FaultWords => faultTexts.in(language);
