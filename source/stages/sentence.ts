import type {Stop} from '../kernel/stop.js';
import {english} from './en/sentences.js';
import type {StageFacts, StageKey} from './facts.js';

/** One function a stage, from the facts of a stop to its sentence in one language: one or two sentences, present tense, about this object. */
export type Sentences<Facts> = {readonly [Key in keyof Facts]: (facts: Facts[Key], stop: Stop) => string};

const languages: Readonly<Record<string, Sentences<StageFacts>>> = {en: english};

/** A language that stops can be told in. */
export type Language = 'en';

/** The keys of the catalogue that may mean a stage, the most exact first: the stage itself, then with one segment as `*`. */
const keysOf = (stage: string): readonly string[] => {
	const parts = stage.split('.');
	return [stage, ...parts.map((_, at) => parts.map((part, index) => (index === at ? '*' : part)).join('.')).reverse()];
};

/** The key of the catalogue that tells of a stage; `undefined`: none does. */
export const stageKeyOf = (stage: string): StageKey | undefined =>
	keysOf(stage).find((key): key is StageKey => Object.hasOwn(english, key));

/** What a stop says in words. Whoever has no language to choose leaves it out. */
export const sentenceOf = (stop: Stop, language: Language = 'en'): string => {
	if (stop.text !== undefined) {
		return stop.text;
	}

	const key = stageKeyOf(stop.stage);
	const sentence = key && (languages[language]![key] as (facts: unknown, stop: Stop) => string);
	return sentence ? sentence(stop.facts ?? {}, stop) : (stop.frame?.name ?? stop.stage);
};
