import {createCluster, nextTerminalKey, type ClusterRecording, type TerminalEntry} from '../cluster.js';
import {judgedObjects} from '../diagnosis/judged.js';
import {settle, settling, standing, type RunningCommand, type Settled, type Task} from '../diagnosis/settle.js';
import {bootingRun} from '../booted.js';
import type {EndedRun} from '../diagnosis/assessment.js';
import {judge, judging, type Verdict} from '../diagnosis/verdict.js';
import {atOnce, type Place} from '../debugger/recording.js';
import {initialObjects} from '../scenario/initial-objects.js';
import {Mistake} from '../scenario/mistake.js';
import type {Scenario} from '../scenario/scenario.js';
import type {LanguageName} from '../stages/language-names.js';
import {filesOfCommand, type Manifests} from './manifests.js';

/** The most virtual time of a kubectl command that no user can end. */
const commandMs = 60_000;

/** Continues until kubectl has carried out the first command of the cluster's user. @returns its output. */
export const runUntilPrinted = (recording: ClusterRecording): Pick<TerminalEntry, 'stdout' | 'stderr'> => {
	const {kernel, scenario} = recording;
	const key = `/terminal/${initialObjects(scenario) === '' ? 1 : 2}`;
	const untilMs = kernel.now + commandMs;
	for (;;) {
		const entry = kernel.ledger.read<TerminalEntry>(key);
		if (entry?.code !== undefined || !recording.extend(untilMs)) {
			return {stdout: entry?.stdout ?? '', stderr: entry?.stderr ?? ''};
		}
	}
};

/** Manifests applied to a cluster at rest, and their place on the tape. */
export interface Applied {
	readonly recording: ClusterRecording;
	readonly manifests: Manifests;
	/** The last step before the user's command. */
	readonly from: number;
	/** The last step before the manifests were applied, if another command followed. */
	readonly appliedFrom?: number;
	/** The last step before the first command whose refusal counts; by default all since the manifests count. */
	readonly refusedFrom?: number;
	/** The time of the command. */
	readonly fromMs: number;
	/** Ledger key of its kubectl invocation; `undefined` for another input. */
	readonly terminalKey?: string;
	/** Whether no manifest was given, so that the failures in the cluster count. */
	readonly isLook?: boolean;
}

/** The options for following a run. */
export type Following = Pick<Task, 'forMs' | 'mostStops' | 'onStop' | 'onWait'>;

/**
Starts a cluster, waits until it rests, and submits `kubectl apply` for the manifests.

@param create makes the cluster.
@throws {Mistake} when the cluster refuses the scenario's initial objects.
*/
export const applyManifests = (scenario: Scenario, manifests: Manifests, create = createCluster): Applied =>
	atOnce(applying(scenario, manifests, create));

/** Like {@link applyManifests}, in parts. */
function* applying(scenario: Scenario, manifests: Manifests, create = createCluster): Generator<Place, Applied> {
	const recording = yield* bootingRun(scenario, create);
	const given = recording.kernel.ledger.read<TerminalEntry>('/terminal/1');
	if (given && given.code !== 0) {
		throw new Mistake(
			`the objects of the scenario were refused: ${given.stderr.trimEnd() || 'kubectl did not finish'}`,
			{},
			'fix them under `objects`',
		);
	}

	return giveCommand(recording, manifests, manifests.command);
}

/** Inspects a cluster that continues from a dump, without applying manifests. */
function* looking(scenario: Scenario): Generator<Place, Applied> {
	const recording = yield* bootingRun(scenario);
	return {
		recording,
		manifests: {files: {}, command: '', objects: [], warnings: []},
		from: 0,
		fromMs: 0,
		isLook: true,
	};
}

/** Applies manifests once the cluster is up; without them, inspects the cluster that it continues from. @throws {Mistake} */
export const begin = (scenario: Scenario, manifests: Manifests | undefined): Applied =>
	atOnce(beginning(scenario, manifests));

/** Like {@link begin}, in parts. */
export const beginning = (scenario: Scenario, manifests: Manifests | undefined): Generator<Place, Applied> =>
	manifests ? applying(scenario, manifests) : looking(scenario);

/** Runs one more kubectl command line, with the same files available. */
export const giveCommand = (recording: ClusterRecording, manifests: Manifests, command: string): Applied => {
	const applied = {
		recording,
		manifests,
		from: recording.stops.length - 1,
		fromMs: recording.kernel.now,
		terminalKey: nextTerminalKey(recording),
	};
	recording.submit({kubectl: command, files: filesOfCommand(command, manifests.files)});
	return applied;
};

/** A command that has printed, and not ended. */
const runningOf = ({recording, terminalKey}: Applied): RunningCommand | undefined => {
	const entry = terminalKey === undefined ? undefined : recording.kernel.ledger.read<TerminalEntry>(terminalKey);
	return entry && entry.code === undefined
		? {line: `kubectl ${entry.command}`, says: (entry.stderr || entry.stdout).trimEnd().split('\n').at(-1) ?? ''}
		: undefined;
};

const taskOf = (applied: Applied): Task => ({
	recording: applied.recording,
	objects: () => judgedObjects(applied.recording),
	fromMs: applied.fromMs,
	code: () =>
		applied.terminalKey === undefined
			? 0
			: applied.recording.kernel.ledger.read<TerminalEntry>(applied.terminalKey)?.code,
	running: () => runningOf(applied),
});

/** Continues until no due work may change the objects' state. */
export const runUntilSettled = (applied: Applied, following: Following = {}): Settled =>
	settle({...taskOf(applied), ...following});

/** Like {@link runUntilSettled}, stop by stop. */
export const runningUntilSettled = (applied: Applied, following: Following = {}): Generator<Place, Settled> =>
	settling({...taskOf(applied), ...following});

/** The current progress of a run. */
export const standingNow = (applied: Applied): Settled => standing(taskOf(applied));

const endedRun = ({recording, from, appliedFrom = from, refusedFrom, isLook}: Applied, settled: Settled): EndedRun => ({
	recording,
	start: appliedFrom,
	from,
	...(refusedFrom === undefined ? {} : {refusedFrom}),
	...(isLook ? {isLook} : {}),
	settled,
});

/** The verdict on a run that has settled. @param language of sentences for which Kubernetes has no words @param stopsOfFixes the stops that all tests of fixes may take */
export const concluded = (applied: Applied, settled: Settled, language: LanguageName, stopsOfFixes?: number): Verdict =>
	judge({...endedRun(applied, settled), stopsOfFixes}, language);

/** Like {@link concluded}, stop by stop: possible remedies are tried on copies of the run, and the screen must stay responsive. */
export const concluding = (applied: Applied, settled: Settled, language: LanguageName): Generator<Place, Verdict> =>
	judging(endedRun(applied, settled), language);
