import type {ClusterRecording} from '../../cluster.js';
import {all} from '../../diagnosis/look.js';
import {told} from '../../diagnosis/words/words.js';
import {getOrInsert} from '../../kernel/get-or-insert.js';
import type {Pod} from '../../objects/kubernetes.generated.js';
import {isPodReady} from '../../objects/pod.js';
import {podTemplateHashLabel} from '../../objects/workload.js';
import type {Finished, Question} from './question.js';
import type {Answer} from './distribution.js';
import type {LanguageName} from '../../stages/language-names.js';
import {catalogue} from '../check/catalogue/catalogue.js';
import {whatIn} from '../check/catalogue/titles/titles.js';
import {commandWords} from '../words/words.js';

/** A line of an end, in a language: runs are compared by their English lines. */
type Line = (language: LanguageName) => string;

/**
The words without parts that depend on chance: addresses, nodes, numbers of restarts.

@param nodes their names, which other languages put elsewhere in a sentence
*/
const withoutChance = (words: string, nodes: readonly string[]): string =>
	nodes
		.reduce((text, node) => text.replaceAll(node, '…'), words)
		.replaceAll(/ on [\w.-]+(?:, \d+(?:\.\d+){3})?/g, '')
		.replaceAll(/\d+(?:\.\d+){3}/g, '…')
		.replaceAll(/\b\d+ restarts?/g, 'restarts');

interface Owned {
	readonly metadata: Pick<Pod['metadata'], 'uid' | 'name' | 'namespace' | 'labels'>;
	readonly spec?: {readonly replicas?: number};
}

const owners = ['replicasets', 'statefulsets'] as const;

/** A name without the hash of the template, which depends on the varied values. */
const withoutHash = (name: string, {labels}: Pick<Pod['metadata'], 'labels'>): string => {
	const hash = labels?.[podTemplateHashLabel];
	return hash === undefined ? name : name.replace(new RegExp(`-${hash}-?$`), '');
};

/** The state of a Pod in Kubernetes' words; `undefined`: it is terminating. */
const stateOf = (pod: Pod): string | undefined => {
	if (pod.metadata.deletionTimestamp !== undefined) {
		return undefined;
	}

	if (isPodReady(pod)) {
		return 'Ready';
	}

	return [pod.status.phase, pod.status.reason].filter(Boolean).join(': ');
};

/** The family of a Pod: the common name of the Pods of a controller. */
const familyOf = ({metadata}: Pod): string => {
	const owner = metadata.ownerReferences?.find(({controller}) => controller);
	return `${metadata.namespace}/${withoutHash(owner?.name ?? metadata.generateName ?? metadata.name, metadata)}`;
};

/** Workloads with more or fewer Pods than desired. */
const imbalances = (recording: ClusterRecording, pods: readonly Pod[]): readonly Line[] =>
	owners.flatMap((resource) =>
		all<Owned>(recording.kernel.ledger, `/registry/${resource}/`).flatMap(({object: {metadata, spec}}) => {
			const has = pods.filter(({metadata: own}) =>
				own.ownerReferences?.some(({uid, controller}) => controller && uid === metadata.uid),
			).length;
			const wanted = spec?.replicas ?? 1;
			const name = `${metadata.namespace}/${withoutHash(metadata.name, metadata)}`;
			const line: Line = (language) => {
				const {fewer, more} = linesIn(language);
				return has < wanted ? fewer(name) : more(name);
			};
			return has === wanted ? [] : [line];
		}),
	);

/** The Pods of a cluster by family: those without an owner are counted. */
const population = (recording: ClusterRecording): readonly Line[] => {
	const pods = all<Pod>(recording.kernel.ledger, '/registry/pods/').map(({object}) => object);
	const found = new Map<string, {family: string; state: string | undefined; count: number; isOwned: boolean}>();
	for (const pod of pods) {
		const [family, state] = [familyOf(pod), stateOf(pod)];
		const group = getOrInsert(found, `${family} ${state}`, () => ({
			family,
			state,
			count: 0,
			isOwned: (pod.metadata.ownerReferences?.length ?? 0) > 0,
		}));
		group.count++;
	}

	const families = [...found.values()].map(({family, state, count, isOwned}): Line => (language) => {
		const words = linesIn(language);
		return words.pods(family, state ?? words.terminating, isOwned || count === 1 ? undefined : count);
	});
	return [...families, ...imbalances(recording, pods)].toSorted((a, b) => (a('en') < b('en') ? -1 : 1));
};

const linesIn = (language: LanguageName) => commandWords(language).explore.lines;

/** The finding of each symptom in an answer, in a language; `undefined` if the answer does not consist of symptoms. */
const findingsIn = (language: LanguageName, answer: string): string | undefined => {
	const entries = answer.split(', ').map((symptom) => catalogue.find(({symptoms = []}) => symptoms.includes(symptom)));
	const found = entries.flatMap((entry) => (entry === undefined ? [] : whatIn(language, entry).replace(/[.。]$/, '')));
	return found.length === entries.length ? found.join('; ') : undefined;
};

/** An answer in words; the program's own words are translated. English names symptoms; other languages have the finding of each. */
export const answerIn = (language: LanguageName, answer: string): string => {
	const {answers} = commandWords(language).explore;
	const known = Object.entries(answers).find(([english]) => english === answer);
	return known?.[1] ?? (language === 'en' ? undefined : findingsIn(language, answer)) ?? answer;
};

const questionLine =
	(name: string, answer: Answer, words: string): Line =>
	(language) =>
		words === String(answer) ? linesIn(language).answer(name, answerIn(language, words)) : answerIn(language, words);

/**
The end of a run, in lines that do not depend on chance and time: runs with equal lines end alike.

@param broken the violated rules.

@param stops the number of its stops, if their limit ended it.
*/
export const endOf = (
	run: Finished,
	{questions, answers}: {readonly questions: readonly Question[]; readonly answers: readonly Answer[]},
	broken: readonly string[],
	stops?: number,
): readonly Line[] => {
	const {verdict, complaint, objects, recording} = run;
	const nodes = recording.scenario.nodes.map(({name}) => name);
	return [
		...(stops === undefined ? [] : [(language: LanguageName) => linesIn(language).stillRunning(stops)]),
		(language) => answerIn(language, verdict),
		...(complaint === undefined ? [] : [() => withoutChance(complaint, [])]),
		...objects.map(
			({name, words}): Line =>
				(language) =>
					`${name} ${withoutChance(told(words, language), language === 'en' ? [] : nodes)}`,
		),
		...population(recording),
		...questions.flatMap(({name, meaning}, index) => {
			const answer = answers[index];
			const words = meaning?.(answer);
			return words === undefined ? [] : [questionLine(name, answer, words)];
		}),
		...[...new Set(broken)].map(
			(rule): Line =>
				(language) =>
					linesIn(language).broken(rule),
		),
	];
};

/** Runs that ended alike. */
export interface End {
	/** The number of the end, from 1, in the order of first occurrence. */
	readonly number: number;
	readonly lines: readonly string[];
	/** Number of the outcomes. */
	readonly indexes: readonly number[];
}

/** Groups runs by their ends. */
export const endsOf = (all: ReadonlyArray<readonly string[]>): readonly End[] => {
	const found = new Map<string, {lines: readonly string[]; indexes: number[]}>();
	for (const [index, lines] of all.entries()) {
		const key = lines.join('\n');
		const known = found.get(key);
		if (known) {
			known.indexes.push(index);
		} else {
			found.set(key, {lines, indexes: [index]});
		}
	}

	return [...found.values()].map((end, index) => ({number: index + 1, ...end}));
};

/**
The lines of each end, without those that all ends have; if only one end exists, all its lines.

@param shown the lines in the language of the reader, in the same order
*/
export const tellingLines = (
	ends: ReadonlyArray<Pick<End, 'lines'>>,
	shown: ReadonlyArray<readonly string[]> = ends.map(({lines}) => lines),
): ReadonlyArray<readonly string[]> =>
	ends.map(({lines}, end) =>
		(shown[end] ?? lines).filter(
			(_, index) => ends.length === 1 || !ends.every((other) => other.lines.includes(lines[index] ?? '')),
		),
	);
