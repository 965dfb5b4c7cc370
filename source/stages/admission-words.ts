import type {AdmissionFinding, AdmissionFindings, CommonFinding} from './facts/apiserver/admission.js';

/** Findings by the plug-in that reports them; `common`: those that any plug-in may report. */
interface Findings extends AdmissionFindings {
	readonly common: CommonFinding;
}

/** One function per admission plug-in with its own findings, and one for common findings: from a plug-in's finding to a sentence of a language. */
export type FindingSentences = {readonly [N in keyof Findings]: (found: Findings[N], plugin: string) => string};

const hasOwn = (sentences: FindingSentences, name: string): name is keyof AdmissionFindings =>
	name !== 'common' && Object.hasOwn(sentences, name);

const say = <N extends keyof Findings>(
	sentences: FindingSentences,
	key: N,
	found: Findings[N],
	plugin: string,
): string => sentences[key](found, plugin);

/** The sentence for a plug-in's finding. A stage of admission has the finding of its own plug-in, since the chain takes both from the plug-in. */
export const findingInWords = (sentences: FindingSentences, plugin: string, found: AdmissionFinding): string => {
	const key = hasOwn(sentences, plugin) ? plugin : 'common';
	return say(sentences, key, found as Findings[typeof key], plugin);
};
