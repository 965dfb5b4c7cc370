import type {DeletionReason, GraceReason, VerbFacts} from '../../facts/apiserver/verbs.js';
import {counted} from '../words.js';
import type {Sentences} from '../../language-table.js';

const nameOf = ({name, generateName}: {readonly name?: string; readonly generateName?: string}): string =>
	name || (generateName ? `${generateName}…` : '(without a name)');

/** The reason of a Pod's grace period, after a comma. */
const graceReasons: Readonly<Record<GraceReason, string>> = {
	'no-node': 'because it has no node',
	Failed: 'because its phase is Failed',
	Succeeded: 'because its phase is Succeeded',
	negative: 'because the requested grace period is negative',
	spec: 'as its terminationGracePeriodSeconds says',
	request: 'as requested',
};

const whyDeleted = (what: string, verdict: 'pending' | 'marked' | 'gone', because: DeletionReason): string => {
	switch (because.case) {
		case 'no-finalizer': {
			return `${what} has no finalizer: it is removed at once.`;
		}

		case 'finalizers': {
			const holders = because.finalizers.join(', ');
			return verdict === 'pending'
				? `${what} is already being deleted, but ${holders} still ${because.finalizers.length === 1 ? 'holds' : 'hold'} it.`
				: `${what} is only marked for deletion: it stays until ${holders} ${because.finalizers.length === 1 ? 'is' : 'are'} removed.`;
		}

		case 'namespace-terminates': {
			return `${what} becomes Terminating: nothing new may be created in it, and the namespace controller empties it.`;
		}

		case 'namespace-not-empty': {
			return `${what} is already being deleted and is not empty yet.`;
		}

		case 'namespace-empty': {
			return `${what} is empty: it is removed.`;
		}

		case 'no-time-left': {
			return `${what} has no grace period left: the object is removed.`;
		}

		case 'no-less-time': {
			return `${what} is already being deleted, with a grace period of ${because.graceSeconds} s, which can only be shortened.`;
		}

		case 'less-time': {
			const {beforeSeconds, graceSeconds} = because;
			return verdict === 'gone'
				? `The grace period of ${what} is cut from ${beforeSeconds} s to 0: the object is removed.`
				: `The grace period of ${what} is cut from ${beforeSeconds} s to ${graceSeconds} s.`;
		}

		case 'no-time': {
			return `${what} is removed at once, ${graceReasons[because.because]}.`;
		}

		case 'pod-finalizer': {
			return `${what} is only marked for deletion: a finalizer holds it.`;
		}

		case 'grace': {
			return `${what} is only marked for deletion: the kubelet of ${because.node} has ${because.graceSeconds} s to stop it, ${graceReasons[because.because]}.`;
		}
	}
};

/** The effect of each verb on an object, in English. */
export const verbSentences: Sentences<VerbFacts> = {
	'apiserver.default': ({before: {kind, metadata}, changed}) =>
		changed
			? `The fields that ${kind} ${nameOf(metadata)} leaves out get their defaults.`
			: `No field of ${kind} ${nameOf(metadata)} needs a default.`,
	'apiserver.validate'(facts) {
		const {kind} = facts;
		if (facts.verdict === 'invalid') {
			const errors = counted(facts.errors.length, 'error');
			return 'object' in facts
				? `${kind} ${nameOf(facts.object.metadata)} is not valid: ${errors}. The request ends here.`
				: `The change to ${kind} ${facts.name} is not valid: ${errors}. The request ends here.`;
		}

		return 'object' in facts
			? `${kind} ${nameOf(facts.object.metadata)} is valid.`
			: `The change to ${kind} ${facts.name}${facts.subresource === '' ? '' : `'s ${facts.subresource}`} is valid.`;
	},
	'apiserver.apply'(facts) {
		const {manager, kind, name} = facts;
		const what = `${kind} ${name}`;
		if ('verdict' in facts) {
			return `${manager} cannot apply ${what}: ${facts.message}`;
		}

		const {liveVersion, force} = facts;
		return `The configuration of ${manager} ${liveVersion === undefined ? `becomes ${what}, which does not exist yet` : `is merged into ${what} at resourceVersion ${liveVersion}`}${force ? '; it takes over fields of other managers' : ''}.`;
	},
	'apiserver.delete': ({kind, name, verdict, because}) => whyDeleted(`${kind} ${name}`, verdict, because),
};
