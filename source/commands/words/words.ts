import type {LanguageName} from '../../stages/language-names.js';
import {Texts} from '../../stages/translation.js';
import {chinese} from './chinese.js';
import {english} from './english.js';
import {russian} from './russian.js';

/** What commands print in English; a translation may lack texts. */
export type CommandWords = typeof english;

/** What commands print, in all languages. */
export const commandTexts = new Texts<CommandWords>('commands', english, {zh: chinese, ru: russian});

/** What commands print in a language. */
export const commandWords = (language: LanguageName): CommandWords => commandTexts.in(language);
