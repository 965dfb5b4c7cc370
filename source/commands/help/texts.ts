import type {LanguageName} from '../../stages/language-names.js';
import {chineseHelp} from './chinese.js';
import {russianHelp} from './russian.js';

/** The texts of help in languages other than English, by their English texts. */
export const helpTexts = {zh: chineseHelp, ru: russianHelp} satisfies Readonly<
	Partial<Record<LanguageName, Readonly<Record<string, string>>>>
>;

const byLanguage: Readonly<Partial<Record<LanguageName, Readonly<Record<string, string>>>>> = helpTexts;

/** The texts of help that are translated into a language, by their English ones. */
export const helpIn = (language: LanguageName): Readonly<Record<string, string>> => byLanguage[language] ?? {};
