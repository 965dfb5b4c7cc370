import type {Stop} from '../kernel/stop.js';
import type {CatalogueKey} from './catalogue.js';
import {english} from './en/english.js';
import type {StageFacts} from './facts.js';
import type {Title} from './stage.js';

/** One function a stage, from the facts of a stop to its sentence in one language: one or two sentences, present tense, about this object. */
export type Sentences<Facts> = {readonly [Key in keyof Facts]: (facts: Facts[Key], stop: Stop) => string};

/** Everything that stages say in one language. What a language lacks does not compile. */
export interface LanguageTable {
	readonly sentences: Sentences<StageFacts>;
	readonly titles: Readonly<Record<CatalogueKey, Title>>;
}

const tables = {en: english} satisfies Readonly<Record<string, LanguageTable>>;

/** A language that stages are told in. */
export type Language = keyof typeof tables;

/** What stages say in a language; English where none is chosen. */
export const tableOf = (language: Language = 'en'): LanguageTable => tables[language];
