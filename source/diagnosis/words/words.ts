import type {LanguageName} from '../../stages/language-names.js';
import {Texts} from '../../stages/translation.js';
import {cluster as englishCluster} from './en/cluster.js';
import {pods as englishPods} from './en/pods.js';
import {progress as englishProgress} from './en/progress.js';
import {cluster as russianCluster} from './ru/cluster.js';
import {pods as russianPods} from './ru/pods.js';
import {progress as russianProgress} from './ru/progress.js';
import {cluster as chineseCluster} from './zh/cluster.js';
import {pods as chinesePods} from './zh/pods.js';
import {progress as chineseProgress} from './zh/progress.js';

/** The diagnosis's own texts, beside Kubernetes' messages; a translation may lack texts. */
export interface DiagnosisWords {
	readonly pods: typeof englishPods;
	readonly cluster: typeof englishCluster;
	readonly progress: typeof englishProgress;
}

/** The words of a diagnosis in all languages. */
export const diagnosisTexts = new Texts<DiagnosisWords>(
	'diagnosis',
	{pods: englishPods, cluster: englishCluster, progress: englishProgress},
	{
		zh: {pods: chinesePods, cluster: chineseCluster, progress: chineseProgress},
		ru: {pods: russianPods, cluster: russianCluster, progress: russianProgress},
	},
);

/** The words of a diagnosis in a language. */
export const diagnosisWords = (language: LanguageName): DiagnosisWords => diagnosisTexts.in(language);

/** A text whose language is chosen when it is read: decisions do not depend on it. */
export type Saying = (words: DiagnosisWords) => string;

/** Kubernetes' words, which are the same in all languages, or our own. */
export type Said = string | Saying;

/** The text, in these words. */
export const inWords = (said: Said, words: DiagnosisWords): string => (typeof said === 'string' ? said : said(words));

/** The text in a language; by default in English, the language of comparisons. */
export const told = (said: Said, language: LanguageName = 'en'): string => inWords(said, diagnosisWords(language));
