import type {AdmissionFinding, AdmissionFindings, AdmissionName} from './facts/apiserver/admission.js';

/** One function per admission plug-in: from its finding to a sentence of a language. */
export type FindingSentences = {readonly [N in AdmissionName]: (found: AdmissionFindings[N]) => string};

const isPlugin = (sentences: FindingSentences, name: string): name is AdmissionName => Object.hasOwn(sentences, name);

const say = <N extends AdmissionName>(sentences: FindingSentences, name: N, found: AdmissionFindings[N]): string =>
	sentences[name](found);

/** The sentence for a plug-in's finding; the plug-in's name if it has no sentence. A stage of admission carries the finding of its own plug-in: the chain takes both from the plug-in. */
export const findingInWords = (sentences: FindingSentences, name: string, found: AdmissionFinding): string =>
	isPlugin(sentences, name) ? say(sentences, name, found as AdmissionFindings[typeof name]) : name;
