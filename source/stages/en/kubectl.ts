import type {KubectlFacts} from '../facts/kubectl.js';
import type {Sentences} from '../language.js';

/** Stops in kubectl, in English. */
export const kubectlSentences: Sentences<KubectlFacts> = {
	'kubectl.print': ({code}) =>
		code === 0
			? 'kubectl prints its answer and ends.'
			: `kubectl prints why it failed and ends with exit code ${code}.`,
};
