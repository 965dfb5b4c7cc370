import {checkFault, createCluster, type ClusterRecording, type TerminalEntry} from '../../cluster.js';
import {mostStopsOf, stateOf, type Settled, type State} from '../../diagnosis/settle.js';
import {describeViolations, Invariants} from '../../invariants/invariants.js';
import {errorText} from '../../kernel/error-text.js';
import {Mistake, Mistakes} from '../../scenario/mistake.js';
import {followUp, readFollowUp} from '../follow-up.js';
import {manifestsOf, type Manifests} from '../manifests.js';
import {commandWords} from '../words/words.js';
import {applyManifests, runUntilSettled, type Applied} from '../run-manifests.js';
import type {Answer} from './distribution.js';
import {endOf} from './end.js';
import {faultSettings, manifestsWith, pauseOf, scenarioOf, type Experiment, type Trial} from './experiment.js';
import {mishapOf, randomMishaps, type Mishap} from './faults.js';
import {readQuestion, type Finished} from './question.js';

/** The outcome of a run. */
export interface Outcome extends Trial {
	readonly verdict: State | 'broken';
	/** The answers, in the order of the questions. */
	readonly answers: readonly Answer[];
	/** Its end, in lines that do not depend on chance. */
	readonly end: readonly string[];
	/** The same lines in the language of the experiment, if that is not English. */
	readonly shown?: readonly string[];
	/** The injected faults: each in one or two words of `--fault`. */
	readonly mishaps: ReadonlyArray<readonly string[]>;
	/** The rules that the run broke. */
	readonly broken: readonly string[];
	readonly stops: number;
}

/** The world of the runs; tests use others. */
export type Create = typeof createCluster;

/** The faults of a run: those with words first, then the random ones. */
const mishapsOf = (experiment: Experiment, trial: Trial, processes: readonly string[]): readonly Mishap[] => {
	const all = [
		...experiment.faults.map((fault, index) => mishapOf(fault, faultSettings(experiment, trial, index))),
		...randomMishaps(trial.seed, experiment.randomFaults, processes),
	];
	return trial.faults ? trial.faults.flatMap((index) => all[index] ?? []) : all;
};

/** The time in which delayed effects happen: a lost node, a long back-off, the garbage collection of a node. */
const afterwardsMs = 100_000;

/** A run, and the length of its tape at its end. */
interface Bounded {
	readonly recording: ClusterRecording;
	readonly endStep: number;
}

const passUntil = ({recording, endStep}: Bounded, untilMs: number): void => {
	while (recording.kernel.now < untilMs && recording.stops.length < endStep && recording.extend(untilMs)) {
		// Each stop is on the tape.
	}
};

/** Whether the cluster has the target of a fault. @throws {Mistake} when it does not, and the user requested the fault. */
const canHappen = (recording: ClusterRecording, {begin, isRandom}: Mishap): boolean => {
	try {
		checkFault(begin.fault, recording);
		return true;
	} catch (error) {
		if (error instanceof Mistake && isRandom) {
			return false;
		}

		throw error;
	}
};

/** Continues the run and applies each mishap at its time, until the consequences of the last one are over. */
const disturb = (run: Bounded, mishaps: readonly Mishap[]): void => {
	const {recording} = run;
	const startMs = recording.kernel.now;
	const moments = mishaps
		.filter((mishap) => canHappen(recording, mishap))
		.flatMap(({atMs, begin, forMs, end}) => [
			{atMs, input: begin},
			{atMs: atMs + forMs, input: end},
		])
		.toSorted((a, b) => a.atMs - b.atMs);
	for (const {atMs, input} of moments) {
		passUntil(run, startMs + atMs);
		if (input) {
			recording.submit(input);
		}
	}

	if (moments.length > 0) {
		passUntil(run, recording.kernel.now + afterwardsMs);
	}
};

/** Performs all parts of a trial, to its end. */
const play = (experiment: Experiment, trial: Trial, manifests: Manifests, create: Create) => {
	let applied: Applied = applyManifests(scenarioOf(experiment, trial), manifests, create);
	const {recording} = applied;
	const {mostStops = mostStopsOf} = experiment;
	const endStep = recording.stops.length + mostStops;
	const bounded: Bounded = {recording, endStep};
	const mishaps = mishapsOf(experiment, trial, [...recording.kernel.processes.keys()]);
	const startTraffic = (): void => {
		const given = experiment.traffic === undefined ? undefined : readFollowUp(`:traffic ${experiment.traffic}`);
		if (given && 'input' in given) {
			recording.submit(given.input);
		}
	};
	const settle = (isLast: boolean): Settled => {
		if (isLast) {
			disturb(bounded, mishaps);
		}

		return runUntilSettled(applied, {forMs: experiment.forMs, mostStops: endStep - recording.stops.length});
	};

	if (experiment.commands.length === 0) {
		startTraffic();
	}

	const {length} = experiment.commands;
	let settled = settle(length === 0);
	for (const [index, words] of experiment.commands.entries()) {
		if (index === 0) {
			startTraffic();
		}

		passUntil(bounded, recording.kernel.now + pauseOf(experiment, trial));
		const given = readFollowUp(words);
		if (!('packet' in given)) {
			applied = followUp(applied, given);
			settled = settle(index === length - 1);
		}
	}

	return {applied, settled, mishaps};
};

/** The message of kubectl when the last command failed. */
const complaintOf = ({recording, terminalKey}: Applied): Pick<Finished, 'complaint'> => {
	const entry = terminalKey === undefined ? undefined : recording.kernel.ledger.read<TerminalEntry>(terminalKey);
	return entry?.code ? {complaint: entry.stderr.trimEnd().split('\n').at(-1) ?? ''} : {};
};

/** The outcome of a run that ended with an error of the program. */
const crashed = (
	{language = 'en'}: Experiment,
	trial: Trial,
	{answers}: {readonly answers: readonly Answer[]},
	error: unknown,
): Outcome => ({
	...trial,
	verdict: 'broken',
	answers,
	end: [commandWords('en').explore.lines.failed],
	...(language === 'en' ? {} : {shown: [commandWords(language).explore.lines.failed]}),
	mishaps: [],
	broken: [errorText(error)],
	stops: 0,
});

/**
Performs one run of an experiment.

@param create makes the cluster.
@throws {Mistake} when the scenario's own objects are refused, or a fault names a process that is not there.
*/
export const runTrial = (
	experiment: Experiment,
	trial: Trial,
	create: Create = createCluster,
): {readonly outcome: Outcome; readonly recording?: ClusterRecording} => {
	const questions = experiment.questions.map((name) => readQuestion(name));
	try {
		const manifests = manifestsWith(manifestsOf(experiment.files), experiment.variations, trial.settings);
		const {applied, settled, mishaps} = play(experiment, trial, manifests, create);
		const {recording, from, fromMs} = applied;
		const verdict = stateOf(settled);
		const run: Finished = {recording, verdict, objects: settled.objects, ...complaintOf(applied), from, fromMs};
		const answers = questions.map(({answer}) => answer(run));
		const violations = new Invariants(recording).advance();
		const end = endOf(
			run,
			{questions, answers},
			violations.map(({rule}) => rule),
			settled.cut?.by === 'stops' ? (experiment.mostStops ?? mostStopsOf) : undefined,
		);
		const {language = 'en'} = experiment;
		return {
			recording,
			outcome: {
				...trial,
				verdict,
				answers,
				end: end.map((line) => line('en')),
				...(language === 'en' ? {} : {shown: end.map((line) => line(language))}),
				mishaps: mishaps.map(({words}) => words),
				broken: violations.length === 0 ? [] : describeViolations(violations.slice(0, 5)).split('\n'),
				stops: recording.stops.length,
			},
		};
	} catch (error) {
		if (error instanceof Mistake || error instanceof Mistakes) {
			throw error;
		}

		return {outcome: crashed(experiment, trial, {answers: questions.map(() => undefined)}, error)};
	}
};
