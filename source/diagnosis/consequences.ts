import type {Deployment, Pod, Service} from '../objects/kubernetes.generated.js';
import {matchesLabels} from '../objects/labels.js';
import {nestedStringMap} from '../objects/unstructured.js';
import {objectWords} from './decision.js';
import type {Reader} from './look.js';
import type {Reason, Refusal, Trouble} from './reason.js';
import {inWords, told, type Said, type Saying} from './words/words.js';

/** Symptoms of a container that only waits. */
const waiting = new Set(['init container runs', 'waits in vain']);

const emptyService = 'service selects no Pod';

const namespaceIn = (key: string): string | undefined => key.split('/').at(-2);

/** Whether a Service is intended for the Pods of a refused object. */
const isBehindRefused = (awaited: string, {site}: Refusal, ledger: Reader): boolean => {
	const selector = ledger.read<Service>(awaited)?.spec?.selector ?? {};
	const {kind, namespace = 'default', written} = site?.applied ?? {};
	const labels = [
		nestedStringMap(written, 'spec', 'template', 'metadata', 'labels'),
		// The mistake may be in the labels of the template.
		nestedStringMap(written, 'spec', 'selector', 'matchLabels'),
		kind === 'Pod' ? nestedStringMap(written, 'metadata', 'labels') : undefined,
	];
	return (
		Object.keys(selector).length > 0 &&
		namespaceIn(awaited) === namespace &&
		labels.some((some) => some !== undefined && matchesLabels(selector, some))
	);
};

/** Whether a Service is intended for a reason's object: a Pod, or the object that creates such Pods. */
const isBehind = (awaited: string, {blockage: {key}, progress}: Trouble, ledger: Reader): boolean => {
	const selector = ledger.read<Service>(awaited)?.spec?.selector ?? {};
	if (Object.keys(selector).length === 0 || namespaceIn(awaited) !== namespaceIn(progress.key ?? key)) {
		return false;
	}

	const template = ledger.read<Deployment>(progress.key ?? key)?.spec?.template?.metadata?.labels;
	// Other objects, such as claims and Services, may have the same labels.
	const own = key.startsWith('/registry/pods/') ? ledger.read<Pod>(key)?.metadata.labels : undefined;
	return [own, template].some((labels) => labels !== undefined && matchesLabels(selector, labels));
};

/** Whether Kubernetes' words about an object say that the refused one is missing: `secret "db" not found`. */
const isMissed = ({message, blockage, progress}: Trouble, {site}: Refusal): boolean => {
	const {kind = '', name = '', namespace} = site?.applied ?? {};
	const [, missingKind, missingName] = /\b(\w+)(?:\.[\w.]+)? "([^"]+)" not found/.exec(told(message)) ?? [];
	return (
		missingKind?.toLowerCase() === kind.toLowerCase() &&
		missingName === name &&
		(namespace === undefined || namespace === namespaceIn(progress.key ?? blockage.key))
	);
};

/** The refusal that prevented the object that a reason misses. */
const refusalOfMissed = (trouble: Trouble, reasons: readonly Reason[]): Refusal | undefined => {
	for (const one of reasons) {
		if (one.kind === 'refused' && isMissed(trouble, one)) {
			return one;
		}
	}

	return undefined;
};

/** Whether a reason follows from the objects: the refused client shows it better. */
const isUntried = (reason: Reason): boolean => reason.kind !== 'refused' && reason.blockage.isUntried === true;

/** The reason why the target of a container or of a reference does not exist. */
const causeOf = (trouble: Trouble, reasons: readonly Reason[], ledger: Reader): Reason | undefined => {
	const {unanswered, blockage} = trouble;
	const refusal = refusalOfMissed(trouble, reasons);
	if (refusal) {
		return refusal;
	}

	const isEmpty = blockage.symptom === emptyService;
	const awaited = isEmpty ? blockage.key : unanswered?.awaited;
	if (awaited === undefined) {
		return undefined;
	}

	const name = objectWords(awaited);
	const others = reasons
		.flatMap((one) => [one, ...((one.kind === 'refused' ? undefined : one.same) ?? [])])
		.filter((one) => one !== trouble && !isUntried(one) && !(isEmpty && told(one.object) === name));
	return (
		(isEmpty ? undefined : others.find((one) => told(one.object) === name)) ??
		others.find((one) => one.kind === 'stuck' && isBehind(awaited, one, ledger)) ??
		others.find((one) => one.kind === 'refused' && isBehindRefused(awaited, one, ledger))
	);
};

/** `service/default/db selects no Pod: app=db` */
const inALine =
	({object, message, ...rest}: Reason): Saying =>
	(words) =>
		`${inWords(object, words)}${'blockage' in rest && rest.blockage.symptom === emptyService ? '' : ':'} ${inWords(message, words)}`;

/** A reason and its cause in one sentence: the server that the container waits for, or that it called before it ended. */
const explained = (trouble: Trouble, cause: Reason | undefined): Trouble => {
	const {unanswered, blockage, message} = trouble;
	const {container} = blockage;
	if (blockage.symptom === emptyService && cause) {
		return {
			...trouble,
			message: (words) => words.cluster.because(inWords(message, words), inALine(cause)(words)),
			// The selector is right: other labels would be a wrong remedy.
			blockage: {...blockage, field: ['spec', 'selector']},
			advice: [],
		};
	}

	if (cause?.kind === 'refused' && isMissed(trouble, cause)) {
		return {
			...trouble,
			message: (words) => words.cluster.because(inWords(message, words), inALine(cause)(words)),
			advice: [],
		};
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

/** Whether following the causes of a reason leads back to it: two reasons that wait for each other have no separate cause. */
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
Orders reasons: one that only waits for another follows it, names it, and has no remedies. Several containers may wait for one Service, and
that Service for a Pod: each cause appears once.
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
		if (one.kind === 'refused') {
			return one;
		}

		const same = one.same?.map((other) => explained(other, causeOf(other, reasons, ledger)));
		return {
			...explained(one, cause),
			...(same ? {same} : {}),
			...(cause && !isCircular(one, causes) ? {candidates: [], follows: cause} : {}),
		};
	});
	const isConsequence = (one: Reason): boolean => one.kind === 'stuck' && one.follows !== undefined;
	return [...told.filter((one) => !isConsequence(one)), ...told.filter((one) => isConsequence(one))];
};
