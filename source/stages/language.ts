import {english} from './en/english.js';
import {languageNames, type LanguageName} from './language-names.js';
import {russian} from './ru/russian.js';
import {Texts} from './translation.js';
import {chinese} from './zh/chinese.js';
import type {LanguageTable} from './language-table.js';

/** The texts of stages in all languages. */
export const stageTexts = new Texts<LanguageTable>('stages', english, {zh: chinese, ru: russian});

/** A language in which stages are described. */
export type Language = LanguageName;

/** The default language, if the user has not chosen one. */
export const defaultLanguage: Language = 'en';

const isLanguage = (word: string): word is Language => Object.hasOwn(languageNames, word);

/** The language that a word of the user's means, such as `zh`; the default one if stages are not described in it. */
export const languageOf = (word: string | undefined): Language =>
	word !== undefined && isLanguage(word) ? word : defaultLanguage;

/** The texts of stages in a language. */
export const tableOf = (language: Language = defaultLanguage): LanguageTable => stageTexts.in(language);
