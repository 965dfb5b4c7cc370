import type {LanguageName} from '../../../../stages/language-names.js';
import type {Entry} from '../entry.js';
import {chineseTitles} from './chinese.js';
import {russianTitles} from './russian.js';

const titles: Readonly<Partial<Record<LanguageName, Readonly<Record<string, string>>>>> = {
	zh: chineseTitles,
	ru: russianTitles,
};

/** The meaning of a finding in a language; in English without a translation. */
export const whatIn = (language: LanguageName, {id, what}: Pick<Entry, 'id' | 'what'>): string =>
	titles[language]?.[id] ?? what;
