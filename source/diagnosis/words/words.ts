import type {LanguageName} from '../../stages/language-names.js';
import {cluster as englishCluster} from './en/cluster.js';
import {pods as englishPods} from './en/pods.js';
import {progress as englishProgress} from './en/progress.js';
import {cluster as russianCluster} from './ru/cluster.js';
import {pods as russianPods} from './ru/pods.js';
import {progress as russianProgress} from './ru/progress.js';
import {cluster as chineseCluster} from './zh/cluster.js';
import {pods as chinesePods} from './zh/pods.js';
import {progress as chineseProgress} from './zh/progress.js';

/** What a diagnosis says in its own words, beside those of Kubernetes. What a language lacks does not compile. */
export interface DiagnosisWords {
	readonly pods: typeof englishPods;
	readonly cluster: typeof englishCluster;
	readonly progress: typeof englishProgress;
}

const tables: Readonly<Record<LanguageName, DiagnosisWords>> = {
	en: {pods: englishPods, cluster: englishCluster, progress: englishProgress},
	zh: {pods: chinesePods, cluster: chineseCluster, progress: chineseProgress},
	ru: {pods: russianPods, cluster: russianCluster, progress: russianProgress},
};

/** What a diagnosis says in a language. */
export const diagnosisWords = (language: LanguageName): DiagnosisWords => tables[language];

/** Text that a language is chosen for when somebody reads it: decisions do not depend on it. */
export type Saying = (words: DiagnosisWords) => string;

/** Kubernetes' words, which are the same in all languages, or our own. */
export type Said = string | Saying;

/** What is said, in these words. */
export const inWords = (said: Said, words: DiagnosisWords): string => (typeof said === 'string' ? said : said(words));

/** What is said, in a language; without one in English, by which texts are compared. */
export const told = (said: Said, language: LanguageName = 'en'): string => inWords(said, diagnosisWords(language));
