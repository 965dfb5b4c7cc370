import {findingInWords} from '../../admission-words.js';
import type {AdmissionFacts} from '../../facts/apiserver/admission.js';
import {counted, lastPartOf} from '../words.js';
import {findingSentences} from './admission-findings.js';
import type {Sentences} from '../../language-table.js';

type MutateFacts = AdmissionFacts['apiserver.admit.mutate.*'];
type ValidateFacts = AdmissionFacts['apiserver.admit.validate.*'];

const operations = (count: number): string => (count === 1 ? 'one operation' : `${count} operations`);

const actions = (verdict: 'admitted' | readonly string[]): string =>
	verdict === 'admitted' ? '' : verdict.join(' and ');

/** A step inside a plug-in: a webhook, a policy, an initializer. */
const part = (facts: Extract<MutateFacts | ValidateFacts, {readonly case: string}>): string => {
	switch (facts.case) {
		case 'asks': {
			return `kube-apiserver sends an AdmissionReview to the webhook "${facts.webhook.name}" of "${facts.configuration}" and waits for at most ${facts.timeoutSeconds} s.`;
		}

		case 'unanswered': {
			return `${facts.message}. The webhook's failurePolicy is ${facts.webhook.failurePolicy ?? 'Fail'}, so the request ${facts.verdict === 'ignored' ? 'continues without it' : 'is refused'}.${facts.notCalled ? ' Only `serve --webhooks` calls servers outside the simulation.' : ''}`;
		}

		case 'answers': {
			const {message, patch = []} = facts.response;
			const who = `The webhook "${facts.webhook.name}"`;
			return facts.verdict === 'allowed'
				? `${who} allows the request${patch.length > 0 ? ` and sends a patch of ${operations(patch.length)}` : ''}${facts.isAssumed ? ': its program is not simulated and is assumed to allow it' : ''}.`
				: `${who} does not allow the request${message ? `: ${message}` : ''}.`;
		}

		case 'skipped': {
			const {name} = facts.policy.metadata;
			return facts.message === undefined
				? `The policy "${name}" does not apply: one of its match conditions does not hold.`
				: `The match conditions of the policy "${name}" cannot be evaluated: ${facts.message}.`;
		}

		case 'applied': {
			const {policy, binding, failures, changed} = facts;
			const who = `The policy "${policy.metadata.name}", bound by "${binding.metadata.name}",`;
			if (failures.length > 0) {
				return `${who} fails: ${failures.join('; ')}.`;
			}

			return changed.length === 0 ? `${who} leaves the object as it is.` : `${who} changes ${changed.join(', ')}.`;
		}

		case 'misconfigured': {
			return `The policy "${facts.policy.metadata.name}" cannot be used: ${facts.message}. Its failurePolicy ${facts.verdict === 'ignored' ? 'Ignore lets the request continue' : 'Fail refuses the request'}.`;
		}

		case 'judged': {
			const {policy, binding, applies, decisions, verdict} = facts;
			const who = `The policy "${policy.metadata.name}", bound by "${binding.metadata.name}",`;
			if (!applies) {
				return `${who} does not apply: one of its match conditions does not hold.`;
			}

			const denying = decisions.find(({denied}) => denied);
			return denying
				? `${who} is not met: ${denying.message}. The binding asks for ${actions(verdict)}.`
				: `${who} evaluates ${decisions.length === 1 ? 'its expression' : `its ${decisions.length} expressions`} and accepts the object.`;
		}

		case 'image-review': {
			return `kube-apiserver sends an ImageReview with ${counted(facts.images, 'image')} to ${facts.url}.`;
		}

		case 'initializer-refuses': {
			return `The initializer ${facts.initializer} refuses the object: it is removed before any client sees it. ${facts.message}`;
		}

		case 'initializer': {
			const {initializer, changes, pending} = facts;
			return `The initializer ${initializer} is the first in the list: it ${changes ? 'changes the object and ' : ''}removes itself. ${
				pending.length === 0 ? 'The list is empty, so all clients now see the object' : `Next is ${pending[0]}`
			}.`;
		}
	}
};

const admissionSentence = (facts: MutateFacts | ValidateFacts, {stage}: {readonly stage: string}): string => {
	if ('case' in facts) {
		return part(facts);
	}

	const plugin = lastPartOf(stage);
	// Actions of a legacy plug-in are marked: no current cluster has them.
	const removed = facts.legacy === undefined ? '' : ` (Removed from Kubernetes in ${facts.legacy}.)`;
	if ('verdict' in facts) {
		return `${plugin} refuses the request, which ends here: ${facts.message}${removed}`;
	}

	const again = facts.reinvocation ? 'Again, as the object has changed: ' : '';
	return `${again}${findingInWords(findingSentences, plugin, facts.found)}${removed}`;
};

/** Admission, in English. */
export const admissionSentences: Sentences<AdmissionFacts> = {
	'apiserver.admit.mutate.*': admissionSentence,
	'apiserver.admit.validate.*': admissionSentence,
};
