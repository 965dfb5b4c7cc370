import type {LanguageName} from '../../stages/language-names.js';
import {chineseHelp} from './chinese.js';
import {russianHelp} from './russian.js';

/** What help says in languages other than English, by the English texts that stand beside what they describe. */
export const helpTexts: Readonly<Record<Exclude<LanguageName, 'en'>, Readonly<Record<string, string>>>> = {
	zh: chineseHelp,
	ru: russianHelp,
};
