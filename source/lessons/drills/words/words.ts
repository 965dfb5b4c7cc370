import type {LanguageName} from '../../../stages/language-names.js';
import {Texts} from '../../../stages/translation.js';
import {chinese} from './chinese.js';
import {english} from './english.js';
import {russian} from './russian.js';

/** What a drill says that a number makes, in English; a translation may lack texts. */
export type FaultWords = typeof english;

/** Something that can go wrong with a healthy application. */
export type FaultName = keyof FaultWords['faults'];

/** What such drills say, in all languages. */
export const faultTexts = new Texts<FaultWords>('drills', english, {zh: chinese, ru: russian});

/** What a drill says that a number makes, in a language. */
export const faultWords = (language: LanguageName): FaultWords => faultTexts.in(language);
