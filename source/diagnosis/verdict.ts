import type {ClusterRecording, TerminalEntry} from '../cluster.js';
import {atOnce, type Place} from '../debugger/recording.js';
import type {Stop} from '../kernel/stop.js';
import type {LanguageName} from '../stages/language-names.js';
import {assumptionsOf, type Assumption} from './assumed.js';
import {explanations, type Explanation} from './explanation.js';
import type {ManifestObject} from './manifest-object.js';
import {progressOfAll, stateOf, type Cut, type Settled, type State} from './settle.js';
import {lastRefused, refusedCommand} from './refused-command.js';
import {toldProgress, type ToldProgress} from './progress.js';
import type {Files} from './trial.js';
import {troubledObjects} from './troubled.js';
import {told} from './words/words.js';

/** Why a run was ended before it came to rest, in a language. */
export type ToldCut = Extract<Cut, {by: 'stops'}> | (Omit<Extract<Cut, {by: 'time'}>, 'due'> & {readonly due?: string});

/** What is said of a run that is over: `trace`, `run`, `record`, the library and the Debug Adapter Protocol say the same. */
export interface Verdict {
	readonly state: State;
	/** Of a process that says no more than whether all went well: 0 when it did, else 1. */
	readonly exitCode: 0 | 1;
	/** Every object that is judged, in the order in which it was first named. */
	readonly objects: readonly ToldProgress[];
	/** Why refused or stuck objects got no further, then what is odd about the rest: each with its object, the reason (`message`), its places (file, line, column, field), and what helps. */
	readonly findings: readonly Explanation[];
	/** What the run takes for granted. */
	readonly assumed: readonly Assumption[];
	/** What ended the run before it came to rest. */
	readonly cut?: ToldCut;
	/** The last command goes on, and nothing is due that would end it. */
	readonly endless?: Settled['endless'];
	/** What the last command of kubectl printed. */
	readonly terminal?: TerminalEntry;
	/** The stop that says why, unless all went well. */
	readonly because?: Stop;
}

/** A run that is over, and what of it is judged. */
export interface EndedRun {
	readonly recording: ClusterRecording;
	readonly objects: readonly ManifestObject[];
	/** What kubectl could read: path → text. */
	readonly files: Files;
	/** The command that applied the files. */
	readonly command: string;
	/** The last step before the last command. */
	readonly from: number;
	/** The last step before the manifests were applied, where another command came since. */
	readonly appliedFrom?: number;
	/** Ledger key of what the last command printed; `undefined` if it was none of kubectl's. */
	readonly terminalKey?: string;
	/** No manifest was given: the objects that do not work are judged. */
	readonly isLook?: boolean;
	readonly settled: Settled;
}

/** Nobody reads more at once. */
const mostTroubled = 20;

/** How many stops are played again for all that a look has found: a cluster is started anew for each attempt. */
const stopsOfTrials = 20_000;

/** What a look has found: the objects that do not work. */
const lookedAt = (ended: EndedRun): EndedRun => {
	const looked = {...ended, objects: troubledObjects(ended.recording).slice(0, mostTroubled)};
	return {...looked, settled: {...ended.settled, objects: progressOfAll(looked)}};
};

/**
The verdict on a run that is over; a stop of what is tried at a time, since a screen may have to answer meanwhile.

@param language in which is told what Kubernetes has no words for.
*/
export function* judging(ended: EndedRun, language: LanguageName): Generator<Place, Verdict> {
	const judged = ended.isLook ? lookedAt(ended) : ended;
	const {recording, objects, files, from, appliedFrom = from, terminalKey, settled} = judged;
	const {ledger} = recording.kernel;
	const state = stateOf(settled);
	const patient = {
		recording,
		objects,
		files,
		command: judged.command,
		isRefused: state === 'refused',
		...(judged.isLook ? {mostStops: stopsOfTrials / Math.max(1, objects.length)} : {}),
	};
	const why = yield* explanations(patient, {from, appliedFrom}, settled.objects, language);
	// What is refused beside the files, such as an eviction, stands in no file.
	const terminal = terminalKey === undefined ? undefined : ledger.read<TerminalEntry>(terminalKey);
	const process = terminalKey?.replace('/terminal/', 'kubectl/') ?? '';
	const isRefused = (state === 'refused' || settled.endless !== undefined) && process !== '';
	const refused =
		isRefused && !why.some(({kind, stop}) => kind === 'refused' && (stop?.step ?? from + 1) > from)
			? yield* refusedCommand({...patient, command: terminal?.command ?? judged.command}, process, from, language)
			: undefined;
	const findings = refused
		? [refused, ...why.filter(({kind, object}) => kind !== 'refused' || object !== refused.object)]
		: why;
	const because =
		state === 'done'
			? undefined
			: (findings.find(({stop}) => stop)?.stop ?? (isRefused ? lastRefused(recording, process, from) : undefined));
	return {
		state,
		exitCode: state === 'done' ? 0 : 1,
		objects: settled.objects.map((one) => toldProgress(one, language)),
		findings,
		assumed: assumptionsOf(recording.stops),
		...(settled.cut ? {cut: toldCut(settled.cut, language)} : {}),
		...(settled.endless ? {endless: settled.endless} : {}),
		...(terminal ? {terminal} : {}),
		...(because ? {because} : {}),
	};
}

const toldCut = (cut: Cut, language: LanguageName): ToldCut =>
	cut.by === 'stops' ? cut : {by: 'time', seconds: cut.seconds, ...(cut.due ? {due: told(cut.due, language)} : {})};

/** The verdict on a run that is over. */
export const judge = (ended: EndedRun, language: LanguageName): Verdict => atOnce(judging(ended, language));
