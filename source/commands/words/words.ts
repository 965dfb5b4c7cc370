import type {LanguageName} from '../../stages/language-names.js';
import {chinese} from './chinese.js';
import {english} from './english.js';
import {russian} from './russian.js';

/** What commands print in one language. What a language lacks does not compile. */
export type CommandWords = typeof english;

const tables: Readonly<Record<LanguageName, CommandWords>> = {en: english, zh: chinese, ru: russian};

/** What commands print in a language. */
export const commandWords = (language: LanguageName): CommandWords => tables[language];
