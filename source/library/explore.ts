import type {ClusterRecording} from '../cluster.js';
import {brokenRules} from '../commands/chaos/broken-rules.js';
import {endStateOf} from '../commands/chaos/end-state.js';
import {findingsOf} from '../commands/chaos/judge.js';
import {commandWords} from '../commands/words/words.js';
import {chaosKinds, planText, plansOf, type ChaosKind, type Plan} from '../commands/chaos/plans.js';
import {trafficOf} from '../commands/chaos/writes.js';
import {errorText} from '../kernel/error-text.js';

/** Limits of an exploration. */
export interface ExploreOptions {
	/** The faults to try: `crash`, `lost`, `conflict`, `error`, `stale`, `unobserved`; all by default. */
	readonly faults?: readonly ChaosKind[];
	/** The delay of late watches, in virtual milliseconds; 5,000 by default. */
	readonly lagMs?: number;
	/** The most runs with a fault; all places by default. */
	readonly runs?: number;
}

/** A run that ends otherwise than the one without faults. */
export interface ExploreFinding {
	/** The fault and its place, in words. */
	readonly says: string;
	/** The words of the fault, for {@link Cluster.fault}. */
	readonly faults: readonly string[];
	/** The differences: the object and its field, the value without faults, and the value in this run. */
	readonly differences: ReadonlyArray<{readonly what: string; readonly before: string; readonly after: string}>;
	/** The run, as the text of a recording. */
	readonly recording: string;
}

/** The result of an exploration. */
export interface Exploration {
	/** The number of runs with a fault. */
	readonly runs: number;
	readonly findings: readonly ExploreFinding[];
}

/** A cluster in the hands of an exploration. */
export interface ExploredCluster {
	readonly recording: ClusterRecording;
	/** Runs the test, and waits for rest. @returns whether the cluster is at rest. */
	readonly play: () => boolean;
	/** The text of a recording. */
	readonly printed: () => string;
}

/** The words of a plan for a controller in the simulation: it restarts by a fault too. */
const wordsOf = ({kind, place, faults}: Plan): readonly string[] =>
	kind === 'crash' ? [...faults, `restart ${place.client} when=fault.request`] : faults;

/** Plays a run to its end. @throws the error of the test, where the run has no faults */
const played = ({recording, play}: ExploredCluster, faults?: readonly string[]) => {
	for (const fault of faults ?? []) {
		recording.submit({fault});
	}

	let isAtRest = false;
	let error = '';
	try {
		isAtRest = play();
	} catch (thrown) {
		if (!faults) {
			throw thrown;
		}

		error = errorText(thrown);
	}

	const {kernel, stops} = recording;
	return {
		error,
		traffic: trafficOf(stops),
		judged: {
			command: {code: 0, signal: undefined},
			isCut: false,
			ends: [],
			isAtRest,
			broken: brokenRules(recording),
			state: endStateOf(kernel.ledger.entries<unknown>('/registry/', stops.length - 1)),
		},
	};
};

/**
Plays a test once without faults, then once for each fault at each write of the controllers.

@param create makes the cluster of one run.
@param clients names of the controllers.
@throws the error of the test, when it fails without faults.
*/
export const explored = (
	create: () => ExploredCluster,
	clients: readonly string[],
	{faults = chaosKinds, lagMs = 5000, runs = Number.POSITIVE_INFINITY}: ExploreOptions,
): Exploration => {
	const first = played(create());
	const plans = plansOf(first.traffic, {clients, kinds: faults, lagMs}).slice(0, runs);
	const findings = plans.flatMap((plan): readonly ExploreFinding[] => {
		const cluster = create();
		const words = wordsOf(plan);
		const {error, judged} = played(cluster, words);
		const differences = [
			...(error === '' ? [] : [{what: 'the test', before: 'passes', after: error}]),
			...findingsOf([first.judged], judged),
		];
		return differences.length === 0
			? []
			: [{says: planText(plan, commandWords('en').chaos), faults: words, differences, recording: cluster.printed()}];
	});
	return {runs: plans.length, findings};
};
