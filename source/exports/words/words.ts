import type {LanguageName} from '../../stages/language-names.js';
import {Texts} from '../../stages/translation.js';
import {chinese} from './chinese.js';
import {english} from './english.js';
import {russian} from './russian.js';

/** The texts of exports in English; a translation may lack texts. */
export type ExportWords = typeof english;

/** The texts of exports, in all languages. */
export const exportTexts = new Texts<ExportWords>('exports', english, {zh: chinese, ru: russian});

/** The texts of exports in a language. */
export const exportWords = (language: LanguageName): ExportWords => exportTexts.in(language);
