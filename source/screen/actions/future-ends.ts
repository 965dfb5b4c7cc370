import type {ClusterRecording} from '../../cluster.js';
import {compare} from '../../debugger/compare.js';
import {getOrInsert} from '../../kernel/get-or-insert.js';
import {isRecord} from '../../kernel/record.js';
import type {Pod} from '../../objects/kubernetes.generated.js';
import {isPodReady} from '../../objects/pod.js';
import {podSummary} from '../panes/pod-summary.js';
import {meaningOf, pathInWords, ranked} from '../../classroom/changed-fields.js';
import type {DifferentEnd} from '../state/futures-aligned.js';
import {objectName} from '../../objects/object-name.js';
import {withoutChance, withoutEndings} from '../state/without-chance.js';
import type {ScreenWords} from '../words/screen-words.js';

type EndWords = ScreenWords['lists']['compare'];

/** The counts of a client. */
interface Counts {
	readonly answered: number;
	readonly refused: number;
	readonly reset: number;
	readonly timedOut: number;
	readonly failed: number;
}

interface Stored {
	readonly key: string;
	readonly value: unknown;
}

const isStoredPod = (value: unknown): value is Pod => isRecord(value);

const isPod = (key: string): boolean => key.startsWith('/registry/pods/');
/** Objects without a decision: reports, and objects that controllers derive from others. */
const quiet = /^\/registry\/(?:events|leases|masterleases|endpointslices|services\/endpoints|controllerrevisions)\//;

const lastStep = ({stops}: ClusterRecording): number => stops.length - 1;

/** A value in a few words. */
const inWords = (value: unknown, words: EndWords): string => {
	if (value === undefined) {
		return words.notSet;
	}

	if (typeof value === 'string') {
		return value;
	}

	return JSON.stringify(value);
};

const isTrue = (conditions: unknown, type: string): boolean | undefined => {
	const found = Array.isArray(conditions)
		? conditions.find((condition) => isRecord(condition) && condition['type'] === type)
		: undefined;
	return isRecord(found) ? found['status'] === 'True' : undefined;
};

/** The state of an object, in a word or two. */
const stateOf = ({key, value}: Stored, words: EndWords): string => {
	if (isPod(key) && isStoredPod(value)) {
		const {phase, ready} = podSummary(value);
		return phase === 'Running' ? `${phase} ${ready}` : phase;
	}

	const {spec, status} = isRecord(value) ? value : {};
	if (!isRecord(status)) {
		return words.there;
	}

	const {phase, readyReplicas, succeeded, conditions} = status;
	const wanted = isRecord(spec) ? spec['replicas'] : undefined;
	const ready = isTrue(conditions, 'Ready');
	if (typeof phase === 'string') {
		return phase;
	}

	if (typeof wanted === 'number') {
		return words.ready(Number(readyReplicas ?? 0), wanted);
	}

	if (typeof succeeded === 'number') {
		return words.succeeded(succeeded);
	}

	if (ready === undefined) {
		return words.there;
	}

	if (ready) {
		return 'Ready';
	}

	return words.notReady;
};

/** `3 × Running 1/1, 1 × Pending`; of a single object its state alone. */
const statesOf = (words: EndWords, all: readonly Stored[] = []): string => {
	const counts = new Map<string, number>();
	for (const one of all) {
		const state = stateOf(one, words);
		counts.set(state, (counts.get(state) ?? 0) + 1);
	}

	if (all.length === 0) {
		return words.notThere;
	}

	if (all.length === 1) {
		return [...counts.keys()].join('');
	}

	return [...counts].map(([state, count]) => `${count} × ${state}`).join(', ');
};

/** The objects at the end of a run, by their names without the random parts. */
const objectsOf = (recording: ClusterRecording): ReadonlyMap<string, readonly Stored[]> => {
	const found = new Map<string, Stored[]>();
	for (const [key, value] of recording.kernel.ledger.entries<unknown>('/registry/', lastStep(recording))) {
		const name = quiet.test(key) ? undefined : objectName(key);
		if (name) {
			const {namespace = 'default'} = name;
			const group = withoutEndings(`${name.resource}/${namespace === 'default' ? '' : `${namespace}/`}${name.name}`);
			getOrInsert(found, group, () => []).push({key, value});
		}
	}

	return found;
};

/** The most listed fields of one object; the object itself shows all. */
const mostFields = 4;

const drawn = /^(?:clusterIPs?|podCIDRs?|nodePort|healthCheckNodePort|uid|volumeName)$/;

/** Whether a controller writes its content. */
const isDerived = ({key, value}: Stored): boolean =>
	!isPod(key) && isRecord(value) && isRecord(value['metadata']) && value['metadata']['ownerReferences'] !== undefined;

/** The different decisions about an object that both have. */
const decisions = (
	words: EndWords,
	what: string,
	here: Stored | undefined,
	there: Stored | undefined,
): readonly DifferentEnd[] =>
	!here || !there || isDerived(here)
		? []
		: ranked(compare(here.value, there.value))
				.filter(
					({path, before, after}) =>
						meaningOf(path) === 'decided' &&
						!path.some((part) => drawn.test(String(part))) &&
						withoutChance(inWords(before, words)) !== withoutChance(inWords(after, words)),
				)
				.slice(0, mostFields)
				.map(({path, before, after}) => ({
					what: `${what} ${pathInWords(path, before === undefined ? there.value : here.value)}`,
					here: inWords(before, words),
					there: inWords(after, words),
				}));

const counts = (recording: ClusterRecording): ReadonlyMap<string, Counts> =>
	new Map(recording.kernel.ledger.entries<Counts>('/network/traffic/', lastStep(recording)));

const lostOf = (words: EndWords, count: Counts | undefined): string => {
	if (!count) {
		return words.notThere;
	}

	const {answered, refused, reset, timedOut, failed} = count;
	const lost = refused + reset + timedOut + failed;
	return words.lost(lost, lost + answered);
};

const secondsOf = (words: EndWords, recording: ClusterRecording, step: number | undefined, fromMs: number): string => {
	const timeMs = step === undefined ? undefined : recording.stops.get(step)?.timeMs;
	return timeMs === undefined ? words.never : `+${((timeMs - fromMs) / 1000).toFixed(3)} s`;
};

/** The time at which the last Pod of a group became Ready; `undefined` if any is not Ready at the end. */
const readyStep = ({kernel: {ledger}}: ClusterRecording, all: readonly Stored[] = []): number | undefined => {
	const steps = all.map(({key}) => {
		const versions = ledger.versions(key);
		const notReady = versions.findLastIndex(({value}) => !isStoredPod(value) || !isPodReady(value));
		return versions[notReady + 1]?.step;
	});
	return steps.length === 0 || steps.includes(undefined) ? undefined : Math.max(...steps.map((step) => step ?? 0));
};

/** The last stop that is not periodic work. */
const restStep = ({stops}: ClusterRecording): number => {
	let step = stops.length - 1;
	while (step > 0 && (stops.get(step)?.periodic ?? true)) {
		step--;
	}

	return step;
};

/**
The differences at the ends of two futures: objects and their fields, lost requests, and the times at which Pods were Ready and the cluster came to rest.

@param from the first step at which they differ: times count from there
*/
export const differentEnds = (
	here: ClusterRecording,
	there: ClusterRecording,
	from: number,
	words: EndWords,
): readonly DifferentEnd[] => {
	const fromMs = here.stops.get(from - 1)?.timeMs ?? 0;
	const [mine, other] = [objectsOf(here), objectsOf(there)];
	const names = [...new Set([...mine.keys(), ...other.keys()])];
	const pods = names.filter((what) => what.startsWith('pods/'));
	const others = names.filter((what) => !what.startsWith('pods/'));
	const states = (what: string): DifferentEnd => ({
		what,
		here: statesOf(words, mine.get(what)),
		there: statesOf(words, other.get(what)),
	});
	const fields = (what: string): readonly DifferentEnd[] => {
		const [one = [], two = []] = [mine.get(what), other.get(what)];
		return one.length === 1 && two.length === 1 ? decisions(words, what, one[0], two[0]) : [];
	};
	const [sent, sentThere] = [counts(here), counts(there)];
	const requests = [...new Set([...sent.keys(), ...sentThere.keys()])].map((key) => ({
		what: words.lostBy(key.replace('/network/traffic/', '')),
		here: lostOf(words, sent.get(key)),
		there: lostOf(words, sentThere.get(key)),
	}));
	const times = [
		...pods.map((what) => ({
			what: words.readyAt(what),
			here: secondsOf(words, here, readyStep(here, mine.get(what)), fromMs),
			there: secondsOf(words, there, readyStep(there, other.get(what)), fromMs),
		})),
		{
			what: words.atRest,
			here: secondsOf(words, here, restStep(here), fromMs),
			there: secondsOf(words, there, restStep(there), fromMs),
		},
	];
	// The most important objects are first: Pods, requests, times.
	return [
		...pods.map((what) => states(what)),
		...requests,
		...times,
		...others.map((what) => states(what)),
		...names.flatMap((what) => fields(what)),
	].filter((end) => end.here !== end.there);
};
