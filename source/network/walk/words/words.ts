import type {LanguageName} from '../../../stages/language-names.js';
import {Texts} from '../../../stages/translation.js';
import {chinese} from './chinese.js';
import {english} from './english.js';
import {russian} from './russian.js';

/** The sentences about a packet's way in English; a translation may lack texts. */
export type WalkWords = typeof english;

/** The sentences about a packet's way, in all languages. */
export const walkTexts = new Texts<WalkWords>('network', english, {zh: chinese, ru: russian});

/** The sentences about a packet's way in a language. */
export const walkWords = (language: LanguageName = 'en'): WalkWords => walkTexts.in(language);
