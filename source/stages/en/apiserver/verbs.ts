import type {DeletionReason, GraceReason, VerbFacts} from '../../facts/apiserver/verbs.js';
import type {Sentences} from '../../language.js';

const nameOf = ({name, generateName}: {readonly name?: string; readonly generateName?: string}): string =>
	name || (generateName ? `${generateName}…` : '(without a name)');

const graceReasons: Readonly<Record<GraceReason, string>> = {
	'no-node': 'no node has it',
	Failed: 'it has Failed',
	Succeeded: 'it has Succeeded',
	negative: 'the time asked for is negative',
	spec: 'its terminationGracePeriodSeconds',
	request: 'as the request asks',
};

const whyDeleted = (what: string, verdict: 'pending' | 'marked' | 'gone', because: DeletionReason): string => {
	switch (because.case) {
		case 'no-finalizer': {
			return `${what} has no finalizer: it goes at once.`;
		}

		case 'finalizers': {
			const holders = because.finalizers.join(', ');
			return verdict === 'pending'
				? `${what} is already being deleted, and ${holders} still holds it.`
				: `${what} is only marked: ${holders} holds it until whoever put that there takes it away.`;
		}

		case 'namespace-terminates': {
			return `${what} becomes Terminating: nothing new is let in, and the namespace controller empties it.`;
		}

		case 'namespace-not-empty': {
			return `${what} is already being deleted and is not empty yet.`;
		}

		case 'namespace-empty': {
			return `${what} is empty: it goes.`;
		}

		case 'no-time-left': {
			return `${what} has no time left: its record goes.`;
		}

		case 'no-less-time': {
			return `${what} is already being deleted, with ${because.graceSeconds} s of grace; the time can only be shortened.`;
		}

		case 'less-time': {
			const {beforeSeconds, graceSeconds} = because;
			return verdict === 'gone'
				? `The grace of ${what} is cut from ${beforeSeconds} s to 0: its record goes.`
				: `The grace of ${what} is cut from ${beforeSeconds} s to ${graceSeconds} s.`;
		}

		case 'no-time': {
			return `${what} goes at once: ${graceReasons[because.because]}.`;
		}

		case 'pod-finalizer': {
			return `${what} is only marked: a finalizer holds it.`;
		}

		case 'grace': {
			return `${what} is only marked: it has ${because.graceSeconds} s of grace (${graceReasons[because.because]}), and the kubelet of ${because.node} is to stop it in that time.`;
		}
	}
};

/** What the verbs do with an object, in English. */
export const verbSentences: Sentences<VerbFacts> = {
	'apiserver.default': ({before: {kind, metadata}, changed}) =>
		changed
			? `What ${kind} ${nameOf(metadata)} leaves out gets its default value.`
			: `Nothing is left out that ${kind} has a default for.`,
	'apiserver.validate'(facts) {
		const {kind} = facts;
		if (facts.verdict === 'invalid') {
			const wrong = facts.errors.length === 1 ? 'one thing is' : `${facts.errors.length} things are`;
			return 'object' in facts
				? `${kind} ${nameOf(facts.object.metadata)} is not valid: ${wrong} wrong. The chain ends here.`
				: `${kind} ${facts.name} may not be changed like this: ${wrong} wrong. The chain ends here.`;
		}

		return 'object' in facts
			? `${kind} ${nameOf(facts.object.metadata)} is valid.`
			: `The change of ${kind} ${facts.name}${facts.subresource === '' ? '' : `'s ${facts.subresource}`} is valid.`;
	},
	'apiserver.apply'(facts) {
		const {manager, kind, name} = facts;
		const what = `${kind} ${name}`;
		if ('verdict' in facts) {
			return `${manager} may not have ${what} like this: ${facts.message}`;
		}

		const {liveVersion, force} = facts;
		return `What ${manager} wishes ${what} to be is merged with ${liveVersion === undefined ? 'nothing: there is no such object yet' : `what is stored at resourceVersion ${liveVersion}`}${force ? '; fields that others own become its own' : ''}.`;
	},
	'apiserver.delete': ({kind, name, verdict, because}) => whyDeleted(`${kind} ${name}`, verdict, because),
};
