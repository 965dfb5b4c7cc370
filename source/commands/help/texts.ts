import type {LanguageName} from '../../stages/language-names.js';
import {chineseHelp} from './chinese.js';
import {russianHelp} from './russian.js';

/** The texts of help in languages other than English, by their English texts. */
export const helpTexts: Readonly<Record<Exclude<LanguageName, 'en'>, Readonly<Record<string, string>>>> = {
	zh: chineseHelp,
	ru: russianHelp,
};
