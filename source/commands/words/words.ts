import type {LanguageName} from '../../stages/language-names.js';
import {Texts} from '../../stages/translation.js';
import {chinese} from './chinese.js';
import {english} from './english.js';
import {russian} from './russian.js';

/** The output of commands in English; a translation may lack texts. */
export type CommandWords = typeof english;

/** The output of commands, in all languages. */
export const commandTexts = new Texts<CommandWords>('commands', english, {zh: chinese, ru: russian});

/** The output of commands in a language. */
export const commandWords = (language: LanguageName): CommandWords => commandTexts.in(language);
