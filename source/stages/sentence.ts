import {memoised} from '../kernel/memoised.js';
import type {Stop} from '../kernel/stop.js';
import type {StageKey} from './facts.js';
import type {Loss} from './facts/network/traffic.js';
import {tableOf, type Language} from './language.js';

/** The keys that may mean a stage, the most exact first: the stage itself, then with one segment as `*`. */
const keysOf = memoised((stage: string): readonly string[] => {
	const parts = stage.split('.');
	return [stage, ...parts.map((_, at) => parts.map((part, index) => (index === at ? '*' : part)).join('.')).reverse()];
}, 10_000);

/** The key of a stage's facts and sentence; `undefined` if missing. */
export const stageKeyOf = (stage: string): StageKey | undefined => {
	const {sentences} = tableOf();
	return keysOf(stage).find((key): key is StageKey => Object.hasOwn(sentences, key));
};

/** The sentence of a stop, made from its facts. A stage without a sentence has the name of the stop's frame. */
export const sentenceOf = (stop: Stop, language?: Language): string => {
	const key = stageKeyOf(stop.stage);
	// note() accepted only the facts of this stage.
	const sentence = key && (tableOf(language).sentences[key] as (facts: unknown, stop: Stop) => string);
	return sentence ? sentence(stop.facts ?? {}, stop) : (stop.frame?.name ?? stop.stage);
};

/** Why a request of a client is lost, in words. */
export const lossInWords = (loss: Loss, language?: Language): string => tableOf(language).losses(loss);
