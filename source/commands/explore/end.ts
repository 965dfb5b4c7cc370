import type {ClusterRecording} from '../../cluster.js';
import {all} from '../../diagnosis/look.js';
import {told} from '../../diagnosis/words/words.js';
import type {Pod} from '../../objects/kubernetes.generated.js';
import {isPodReady} from '../../objects/pod.js';
import {podTemplateHashLabel} from '../../objects/workload.js';
import type {Finished, Question} from './question.js';
import type {Answer} from './distribution.js';

/** The words without parts that differ by chance: addresses, nodes, numbers of restarts. */
const withoutChance = (words: string): string =>
	words
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

const stateOf = (pod: Pod): string => {
	if (pod.metadata.deletionTimestamp !== undefined) {
		return 'terminating';
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
const imbalances = (recording: ClusterRecording, pods: readonly Pod[]): readonly string[] =>
	owners.flatMap((resource) =>
		all<Owned>(recording.kernel.ledger, `/registry/${resource}/`).flatMap(({object: {metadata, spec}}) => {
			const has = pods.filter(({metadata: own}) =>
				own.ownerReferences?.some(({uid, controller}) => controller && uid === metadata.uid),
			).length;
			const wanted = spec?.replicas ?? 1;
			return has === wanted
				? []
				: [
						`${metadata.namespace}/${withoutHash(metadata.name, metadata)} has ${has < wanted ? 'fewer' : 'more'} Pods than it wants`,
					];
		}),
	);

/** The Pods of a cluster by family: those without an owner are counted. */
const population = (recording: ClusterRecording): readonly string[] => {
	const pods = all<Pod>(recording.kernel.ledger, '/registry/pods/').map(({object}) => object);
	const states = new Map<string, {count: number; isOwned: boolean}>();
	for (const pod of pods) {
		const words = `Pods ${familyOf(pod)} ${stateOf(pod)}`;
		const known = states.get(words) ?? {count: 0, isOwned: (pod.metadata.ownerReferences?.length ?? 0) > 0};
		states.set(words, {...known, count: known.count + 1});
	}

	return [
		...[...states].map(([words, {count, isOwned}]) => (isOwned || count === 1 ? words : `${words}: ${count}`)),
		...imbalances(recording, pods),
	].sort();
};

/**
The end of a run, in lines that do not depend on chance and time: runs with equal lines end alike.

@param broken rules that did not hold.
*/
export const endOf = (
	run: Finished,
	questions: readonly Question[],
	answers: readonly Answer[],
	broken: readonly string[],
): readonly string[] => [
	run.verdict,
	...(run.complaint === undefined ? [] : [withoutChance(run.complaint)]),
	...run.objects.map(({name, words}) => `${name} ${withoutChance(told(words))}`),
	...population(run.recording),
	...questions.flatMap(({name, meaning}, index) => {
		const words = meaning?.(answers[index]);
		return words === undefined ? [] : [words === String(answers[index]) ? `${name}: ${words}` : words];
	}),
	...[...new Set(broken)].map((rule) => `broken: ${rule}`),
];

/** Runs that ended alike. */
export interface End {
	/** From 1, in the order of their first occurrence. */
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

/** The lines of each end that not every end has; all lines of a single end. */
export const tellingLines = (ends: ReadonlyArray<Pick<End, 'lines'>>): ReadonlyArray<readonly string[]> =>
	ends.map(({lines}) =>
		ends.length === 1 ? lines : lines.filter((line) => !ends.every((other) => other.lines.includes(line))),
	);
