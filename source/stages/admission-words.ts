import type {AdmissionFinding, AdmissionFindings, AdmissionName} from './facts/apiserver/admission.js';

/** What each plug-in found out, as a sentence of a language. */
export type FindingSentences = {readonly [N in AdmissionName]: (found: AdmissionFindings[N]) => string};

const isPlugin = (sentences: FindingSentences, name: string): name is AdmissionName => Object.hasOwn(sentences, name);

const say = <N extends AdmissionName>(sentences: FindingSentences, name: N, found: AdmissionFindings[N]): string =>
	sentences[name](found);

/** What a plug-in found out; of one without a sentence, its name. A stage of admission reports what its own plug-in found: the chain takes both from the plug-in. */
export const findingInWords = (sentences: FindingSentences, name: string, found: AdmissionFinding): string =>
	isPlugin(sentences, name) ? say(sentences, name, found as AdmissionFindings[typeof name]) : name;
