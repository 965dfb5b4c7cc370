import type {LanguageName} from '../../../stages/language-names.js';
import {chinese} from './chinese.js';
import {english} from './english.js';
import {russian} from './russian.js';

/** What is said of a packet's way in one language. What a language lacks does not compile. */
export type WalkWords = typeof english;

const tables: Readonly<Record<LanguageName, WalkWords>> = {en: english, zh: chinese, ru: russian};

/** What is said of a packet's way in a language. */
export const walkWords = (language: LanguageName = 'en'): WalkWords => tables[language];
