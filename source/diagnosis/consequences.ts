import type {Deployment, Pod, Service} from '../objects/kubernetes.generated.js';
import {matchesLabels} from '../objects/labels.js';
import {objectWords} from './decision.js';
import type {Reader} from './look.js';
import type {Reason, Trouble} from './reason.js';
import {inWords, told, type Said, type Saying} from './words/words.js';

/** Symptoms of a container that does nothing but wait. */
const waiting = new Set(['init container runs', 'waits in vain']);

const emptyService = 'service selects no Pod';

const namespaceIn = (key: string): string | undefined => key.split('/').at(-2);

/** Whether a Service is meant to lead to what a reason is about: a Pod, or the object that makes such Pods. */
const isBehind = (awaited: string, {blockage: {key}, progress}: Trouble, ledger: Reader): boolean => {
	const selector = ledger.read<Service>(awaited)?.spec?.selector ?? {};
	if (Object.keys(selector).length === 0 || namespaceIn(awaited) !== namespaceIn(progress.key ?? key)) {
		return false;
	}

	const template = ledger.read<Deployment>(progress.key ?? key)?.spec?.template?.metadata?.labels;
	const own = ledger.read<Pod>(key)?.metadata.labels;
	return [own, template].some((labels) => labels !== undefined && matchesLabels(selector, labels));
};

/** The reason why what a container waits for is not there. */
const causeOf = (trouble: Trouble, reasons: readonly Reason[], ledger: Reader): Reason | undefined => {
	const {unanswered, blockage} = trouble;
	const isEmpty = blockage.symptom === emptyService;
	const awaited = isEmpty ? blockage.key : unanswered?.awaited;
	if (awaited === undefined) {
		return undefined;
	}

	const name = objectWords(awaited);
	const others = reasons.filter((one) => one !== trouble);
	return (
		(isEmpty ? undefined : others.find((one) => told(one.object) === name)) ??
		others.find((one) => one.kind === 'stuck' && isBehind(awaited, one, ledger))
	);
};

/** `service/default/db selects no Pod: app=db` */
const inALine =
	({object, message, ...rest}: Reason): Saying =>
	(words) =>
		`${inWords(object, words)}${'blockage' in rest && rest.blockage.symptom === emptyService ? '' : ':'} ${inWords(message, words)}`;

/** A reason with the end that its container waits for, in one sentence; a container that has ended asked for it. */
const explained = (trouble: Trouble, cause: Reason | undefined): Trouble => {
	const {unanswered, blockage, message} = trouble;
	const {container} = blockage;
	if (blockage.symptom === emptyService && cause) {
		return {...trouble, message: (words) => words.cluster.because(inWords(message, words), inALine(cause)(words))};
	}

	if (!unanswered || !container) {
		return trouble;
	}

	const what: Saying = (words) =>
		cause ? words.cluster.because(unanswered.says(words), inALine(cause)(words)) : unanswered.says(words);
	const isInit = container.field[1] === 'initContainers';
	const waits: Said = (words) =>
		words.cluster.waitsFor((isInit ? words.pods.initContainer : words.pods.container)(container.name), what(words));
	return waiting.has(blockage.symptom)
		? {...trouble, message: waits}
		: {...trouble, advice: [(words) => words.cluster.askedFor(what(words)), ...trouble.advice]};
};

/** Whether following the causes of a reason leads back to it: two that wait for each other have no cause of their own. */
const isCircular = (trouble: Trouble, causes: ReadonlyMap<Reason, Reason>): boolean => {
	const seen = new Set<Reason>();
	for (let at = causes.get(trouble); at && !seen.has(at); at = causes.get(at)) {
		if (at === trouble) {
			return true;
		}

		seen.add(at);
	}

	return false;
};

/**
Reasons, where one that only waits for another follows it, names it, and has no remedies of its own.

Several containers may wait for one Service, and that Service for a Pod: each cause appears once.
*/
export const withConsequences = (reasons: readonly Reason[], ledger: Reader): readonly Reason[] => {
	const causes = new Map<Reason, Reason>();
	for (const one of reasons) {
		const cause = one.kind === 'refused' ? undefined : causeOf(one, reasons, ledger);
		if (cause) {
			causes.set(one, cause);
		}
	}

	const told = reasons.map((one) => {
		const cause = causes.get(one);
		return one.kind === 'refused'
			? one
			: cause && !isCircular(one, causes)
				? {...explained(one, cause), candidates: [], follows: cause}
				: explained(one, cause);
	});
	const isConsequence = (one: Reason): boolean => one.kind === 'stuck' && one.follows !== undefined;
	return [...told.filter((one) => !isConsequence(one)), ...told.filter((one) => isConsequence(one))];
};
