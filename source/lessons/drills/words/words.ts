import type {LanguageName} from '../../../stages/language-names.js';
import {chinese} from './chinese.js';
import {english} from './english.js';
import {russian} from './russian.js';

/** What a drill says that a number makes, in one language. What a language lacks does not compile. */
export type FaultWords = typeof english;

/** Something that can go wrong with a healthy application. */
export type FaultName = keyof FaultWords['faults'];

const tables: Readonly<Record<LanguageName, FaultWords>> = {en: english, zh: chinese, ru: russian};

/** What a drill says that a number makes, in a language. */
export const faultWords = (language: LanguageName): FaultWords => tables[language];
