import type {LanguageName} from '../../../../stages/language-names.js';
import type {Entry} from '../entry.js';
import {chineseExplanations} from './chinese.js';
import type {Explained} from './explained.js';
import {russianExplanations} from './russian.js';

const translated: Readonly<Partial<Record<LanguageName, Readonly<Record<string, Explained>>>>> = {
	zh: chineseExplanations,
	ru: russianExplanations,
};

/** The heads of the lines of an explanation: finding, reason, remedy, stage of the pipeline, command of the debugger, page to read. */
type Heads = Readonly<Record<'what' | 'why' | 'mend' | 'stage' | 'see' | 'read', string>>;

const english: Heads = {what: 'what', why: 'why', mend: 'mend', stage: 'stage', see: 'see', read: 'read'};

const heads: Readonly<Partial<Record<LanguageName, Heads>>> = {
	en: english,
	zh: {what: '内容', why: '原因', mend: '修复', stage: '阶段', see: '查看', read: '文档'},
	ru: {
		what: 'что',
		why: 'почему',
		mend: 'исправить',
		stage: 'стадия',
		see: 'увидеть',
		read: 'прочитать',
	},
};

/** The heads of an explanation in a language; in English without a translation. */
export const headsIn = (language: LanguageName): Heads => heads[language] ?? english;

/** Reason and remedy of a finding in a language; in English without a translation. */
export const explainedIn = (language: LanguageName, {id, why, mend}: Pick<Entry, 'id' | 'why' | 'mend'>): Explained =>
	translated[language]?.[id] ?? [why, mend];
