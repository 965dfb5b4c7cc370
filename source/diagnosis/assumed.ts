import {getOrInsert} from '../kernel/get-or-insert.js';
import type {Stop} from '../kernel/stop.js';
import type {AssumedKind} from '../stages/facts/kubelet/runtime.js';
import type {LanguageName} from '../stages/language-names.js';
import {nestedString} from '../objects/unstructured.js';
import {isStopOf} from '../stages/stop-of.js';
import {diagnosisWords} from './words/words.js';

/** An assumption of the run: a verdict that depends on it is only as reliable. */
export interface Assumption {
	readonly kind: AssumedKind | 'webhook' | 'conversion';
	/** The program, host, image or Secret that it is about: `docker.io/team/app:1 (python app.py)`, `example.com`. */
	readonly what: string;
	/** The whole sentence. */
	readonly says: string;
	/** The first stop that shows it. */
	readonly step: number;
}

const webhookStages = [
	'apiserver.admit.mutate.MutatingAdmissionWebhook',
	'apiserver.admit.validate.ValidatingAdmissionWebhook',
] as const;

/** The stages whose stops may reveal an assumption. */
export const assumingStages: readonly string[] = [
	'container.assume',
	'container.resolve',
	'apiserver.convert',
	...webhookStages,
];

/** The assumption of a stop. A name outside the cluster is assumed to exist on the Internet. */
const assumedAt = (stop: Stop): Pick<Assumption, 'kind' | 'what'> | undefined => {
	if (isStopOf(stop, 'container.assume')) {
		return {kind: stop.facts.kind, what: stop.facts.what};
	}

	if (isStopOf(stop, 'container.resolve') && stop.facts.isOutside) {
		return {kind: 'host', what: stop.facts.name ?? stop.facts.host};
	}

	if (isStopOf(stop, 'apiserver.convert') && stop.facts.case === 'answers' && stop.facts.isAssumed) {
		return {kind: 'conversion', what: stop.facts.definition ?? stop.facts.kind};
	}

	for (const stage of webhookStages) {
		if (isStopOf(stop, stage) && stop.facts.case === 'answers' && stop.facts.isAssumed) {
			return {kind: 'webhook', what: nestedString(stop.facts, 'webhook', 'name') ?? ''};
		}
	}

	return undefined;
};

/** Tells assumptions apart. */
export const assumptionName = ({kind, what}: Pick<Assumption, 'kind' | 'what'>): string => `${kind} ${what}`;

/**
All assumptions of a run, each once, in order: programs without a description, hosts outside the cluster, users of images, Secrets.

@param about only the assumptions of stops about an object: its ledger key, and one of its containers if it is known.
*/
export const assumptionsOf = (
	stops: Iterable<Stop>,
	language: LanguageName,
	about?: {readonly key: string; readonly container?: string},
): readonly Assumption[] => {
	const words = diagnosisWords(language).cluster.assumed;
	const found = new Map<string, Assumption>();
	for (const stop of stops) {
		const assumed = assumedAt(stop);
		const isAbout =
			about === undefined ||
			(stop.object === about.key && (about.container === undefined || stop.facts?.['container'] === about.container));
		if (assumed && isAbout && !found.has(assumptionName(assumed))) {
			found.set(assumptionName(assumed), {
				...assumed,
				says: words[assumed.kind](assumed.what),
				step: stop.step,
			});
		}
	}

	return [...found.values()];
};

/** The place of an assumption: the Pod, by its ledger key, and its container. */
export interface AssumedIn {
	readonly key: string;
	readonly container: string;
}

/** All Pods and containers that make each assumption of a run, by {@link assumptionName}. */
export const assumedIn = (stops: Iterable<Stop>): ReadonlyMap<string, readonly AssumedIn[]> => {
	const found = new Map<string, Map<string, AssumedIn>>();
	for (const stop of stops) {
		const assumed = assumedAt(stop);
		const container = stop.facts?.['container'];
		if (assumed && stop.object !== undefined) {
			const one = {key: stop.object, container: typeof container === 'string' ? container : ''};
			getOrInsert(found, assumptionName(assumed), () => new Map<string, AssumedIn>()).set(
				`${one.key} ${one.container}`,
				one,
			);
		}
	}

	return new Map([...found].map(([name, ones]) => [name, [...ones.values()]]));
};
