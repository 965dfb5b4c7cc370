import {createCluster, nextTerminalKey, type ClusterRecording, type Input, type TerminalEntry} from '../cluster.js';
import {explanations, type Explanation} from '../diagnosis/explanation.js';
import {toldProgress, type ToldProgress} from '../diagnosis/progress.js';
import {lastRefused, refusedCommand} from '../diagnosis/refused-command.js';
import {progressOfAll, settle, standing, type RunningCommand, type Settled, type Task} from '../diagnosis/settle.js';
import {troubledObjects} from '../diagnosis/troubled.js';
import {boot} from '../diagnosis/trial.js';
import {atOnce, Recording, type Place} from '../debugger/recording.js';
import {customResources} from '../lessons/custom-resources.js';
import type {Stop} from '../kernel/stop.js';
import {apiVersionOf, resourceOfKind} from '../objects/resources.js';
import {Mistake} from '../scenario/mistake.js';
import type {Scenario} from '../scenario/scenario.js';
import type {LanguageName} from '../stages/language-names.js';
import {filesOfCommand, type Manifests} from './manifests.js';

/** How a run that applied manifests ended. */
export interface SettledRun {
	readonly verdict: Settled['verdict'];
	readonly objects: readonly ToldProgress[];
	/** It did not come to rest: it had made as many stops as it may. */
	readonly outOfStops?: Settled['outOfStops'];
	/** Its command goes on without end. */
	readonly endless?: Settled['endless'];
	/** What kubectl printed. */
	readonly terminal?: TerminalEntry;
	/** Why refused or stuck objects got no further; what is odd about the rest. */
	readonly explanations: readonly Explanation[];
	/** The stop that says why, unless all went well. */
	readonly because?: Stop;
}

/** How long a command of kubectl may take in virtual time, where nobody could end it. */
const commandMs = 60_000;

/** Runs on until kubectl, which was given the first command of the cluster's user, has ended. @returns what it has printed. */
export const runUntilPrinted = (recording: ClusterRecording): Pick<TerminalEntry, 'stdout' | 'stderr'> => {
	const {kernel, scenario} = recording;
	const key = `/terminal/${scenario.objects.trim() === '' ? 1 : 2}`;
	const untilMs = kernel.now + commandMs;
	for (;;) {
		const entry = kernel.ledger.read<TerminalEntry>(key);
		if (entry?.code !== undefined || !recording.extend(untilMs)) {
			return {stdout: entry?.stdout ?? '', stderr: entry?.stderr ?? ''};
		}
	}
};

/** Manifests applied to a cluster that was at rest, and where that is on the tape. */
export interface Applied {
	readonly recording: ClusterRecording;
	readonly manifests: Manifests;
	/** The last step before the user's command. */
	readonly from: number;
	/** The last step before the manifests were applied, where another command came since. */
	readonly appliedFrom?: number;
	/** When it was given. */
	readonly fromMs: number;
	/** Ledger key of its kubectl invocation; `undefined` if it was something else. */
	readonly terminalKey?: string;
	/** No manifest was given: what counts is what does not work in the cluster. */
	readonly isLook?: boolean;
}

/** How a run is followed. */
export type Following = Pick<Task, 'forMs' | 'mostStops' | 'onStop' | 'onWait'>;

/**
Starts a cluster, waits until it rests, and gives `kubectl apply` for the manifests.

@param create makes the cluster.
@throws {Mistake} when the cluster does not take the objects that the scenario begins with.
*/
export const applyManifests = (scenario: Scenario, manifests: Manifests, create = createCluster): Applied => {
	const recording = new Recording<Scenario, Input>(scenario, create);
	boot(recording);
	const given = recording.kernel.ledger.read<TerminalEntry>('/terminal/1');
	if (given && given.code !== 0) {
		throw new Mistake(
			`the objects of the scenario were refused: ${given.stderr.trimEnd() || 'kubectl did not finish'}`,
			{},
			'fix them under `objects`',
		);
	}

	return giveCommand(recording, manifests, manifests.command);
};

/** Looks at a cluster that goes on from a dump: nothing is applied. */
const look = (scenario: Scenario): Applied => {
	const recording = new Recording(scenario, createCluster);
	boot(recording);
	return {
		recording,
		manifests: {files: {}, command: '', objects: [], warnings: []},
		from: 0,
		fromMs: 0,
		isLook: true,
	};
};

/** Applies manifests once the cluster is up; without them, looks at what it goes on from. @throws {Mistake} */
export const begin = (scenario: Scenario, manifests: Manifests | undefined): Applied =>
	manifests ? applyManifests(scenario, manifests) : look(scenario);

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
	objects: applied.manifests.objects,
	resourceOf: (apiVersion, kind) =>
		resourceOfKind(apiVersion, kind) ??
		customResources(applied.recording).find((custom) => custom.kind === kind && apiVersionOf(custom) === apiVersion),
	fromMs: applied.fromMs,
	code: () =>
		applied.terminalKey === undefined
			? 0
			: applied.recording.kernel.ledger.read<TerminalEntry>(applied.terminalKey)?.code,
	running: () => runningOf(applied),
});

/** Runs on until nothing that is due may change what has become of the objects. */
export const runUntilSettled = (applied: Applied, following: Following = {}): Settled =>
	settle({...taskOf(applied), ...following});

/** How far a run has come by now. */
export const standingNow = (applied: Applied): Settled => standing(taskOf(applied));

/** Nobody reads more at once. */
const mostTroubled = 20;

/** How many stops are played again for all that a look has found: a cluster is started anew for each attempt. */
const stopsOfTrials = 20_000;

/** What a look has found: the objects that do not work. */
const lookedAt = (
	applied: Applied,
	{verdict, ...rest}: Settled,
): {readonly applied: Applied; readonly settled: Settled} => {
	const all = troubledObjects(applied.recording);
	const looked = {...applied, manifests: {...applied.manifests, objects: all.slice(0, mostTroubled)}};
	const objects = progressOfAll(taskOf(looked));
	const isFailed = objects.some(({state}) => state === 'failed');
	const state = all.length === 0 ? 'done' : isFailed ? 'failed' : 'stalled';
	return {applied: looked, settled: {...rest, verdict: verdict === 'refused' ? verdict : state, objects}};
};

/** How a run ended, and why. @param language in which is told what Kubernetes has no words for */
export const concluded = (ended: Applied, end: Settled, language: LanguageName): SettledRun =>
	atOnce(concluding(ended, end, language));

/** The same a stop at a time: what may help is tried on copies of the run, and a screen has to answer meanwhile. */
export function* concluding(ended: Applied, end: Settled, language: LanguageName): Generator<Place, SettledRun> {
	const {applied, settled} = ended.isLook ? lookedAt(ended, end) : {applied: ended, settled: end};
	const {verdict, objects, outOfStops, endless} = settled;
	const {recording, manifests, from, terminalKey} = applied;
	const {ledger} = recording.kernel;
	const patient = {
		...taskOf(applied),
		files: manifests.files,
		command: manifests.command,
		isRefused: verdict === 'refused',
		...(applied.isLook ? {mostStops: stopsOfTrials / Math.max(1, objects.length)} : {}),
	};
	const {appliedFrom = from} = applied;
	const told = yield* explanations(patient, {from, appliedFrom}, objects, language);
	// What is refused beside the files, such as an eviction, stands in no file.
	const terminal = terminalKey === undefined ? undefined : ledger.read<TerminalEntry>(terminalKey);
	const process = terminalKey?.replace('/terminal/', 'kubectl/') ?? '';
	const isRefused = (verdict === 'refused' || endless !== undefined) && process !== '';
	const refused =
		isRefused && !told.some(({kind, stop}) => kind === 'refused' && (stop?.step ?? from + 1) > from)
			? yield* refusedCommand({...patient, command: terminal?.command ?? manifests.command}, process, from, language)
			: undefined;
	const found = refused
		? [refused, ...told.filter(({kind, object}) => kind !== 'refused' || object !== refused.object)]
		: told;
	return {
		verdict,
		objects: objects.map((one) => toldProgress(one, language)),
		outOfStops,
		endless,
		terminal,
		explanations: found,
		because:
			verdict === 'done'
				? undefined
				: (found.find(({stop}) => stop)?.stop ?? (isRefused ? lastRefused(recording, process, from) : undefined)),
	};
}
