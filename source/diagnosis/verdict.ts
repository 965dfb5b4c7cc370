import type {TerminalEntry} from '../cluster.js';
import {atOnce, type Place} from '../debugger/recording.js';
import type {Stop} from '../kernel/stop.js';
import type {LanguageName} from '../stages/language-names.js';
import {assessed, type EndedRun} from './assessment.js';
import {assumingStages, assumptionsOf, type Assumption} from './assumed.js';
import {explanations, type Explanation} from './explanation.js';
import type {Files} from './files.js';
import {givenCommands} from './given-commands.js';
import {stateOf, type Cut, type Settled, type State} from './settle.js';
import {lastRefused, refusedCommand} from './refused-command.js';
import {toldProgress, type ToldProgress} from './progress.js';
import {told} from './words/words.js';

/** Why a run was ended before it came to rest, in a language. */
export type ToldCut = Extract<Cut, {by: 'stops'}> | (Omit<Extract<Cut, {by: 'time'}>, 'due'> & {readonly due?: string});

/** The verdict on a finished run: `trace`, `run`, `record`, the library and the Debug Adapter Protocol report the same. */
export interface Verdict {
	readonly state: State;
	/** The exit code for success or failure: 0 on success, otherwise 1. */
	readonly exitCode: 0 | 1;
	/** Every object that is judged, in the order of first mention. */
	readonly objects: readonly ToldProgress[];
	/**
	The reasons of refused or stuck objects, then warnings about other objects: each with its object, the reason (`message`), its places
	(file, line, column, field), and its remedies.
	*/
	readonly findings: readonly Explanation[];
	/** The assumptions of the run. */
	readonly assumed: readonly Assumption[];
	/** The limit that ended the run before it came to rest. */
	readonly cut?: ToldCut;
	/** Set if the last command continues without end. */
	readonly endless?: Settled['endless'];
	/** The output of the last kubectl command. */
	readonly terminal?: TerminalEntry;
	/** The stop with the reason, unless all succeeded. */
	readonly because?: Stop;
}

/** The number of stops to replay for all findings of an inspection: each attempt starts a new cluster. */
const stopsOfTrials = 20_000;

/**
The verdict on a finished run; each tried stop is a step of the generator, because a screen may have to respond in between.

@param language of the program's own words; Kubernetes' messages stay.
*/
export function* judging(ended: EndedRun, language: LanguageName): Generator<Place, Verdict> {
	const {recording, start, from, isLook, stopsOfFixes} = ended;
	const {ledger} = recording.kernel;
	const {objects, settled, refusing} = assessed(ended);
	const commands = givenCommands(recording).filter((command) => command.from >= start);
	const last = commands.at(-1);
	const patient = {
		recording,
		objects,
		start,
		...(isLook ? {isLook} : {}),
		files: commands.reduce<Files>((all, {files}) => ({...all, ...files}), {}),
		command: (refusing.at(-1) ?? commands[0])?.line ?? '',
		isRefused: refusing.length > 0,
		stopsOfFixes,
		...(isLook ? {mostStops: stopsOfTrials / Math.max(1, objects.length)} : {}),
	};
	const why = [...(yield* explanations(patient, {from, appliedFrom: start}, settled.objects, language))];
	// A refused request outside the files, such as an eviction, has no place in a file.
	for (const command of settled.endless && last && !refusing.includes(last) ? [...refusing, last] : refusing) {
		const {process} = command;
		if (!why.some(({kind, stop}) => kind === 'refused' && (stop === undefined || stop.process === process))) {
			const found = yield* refusedCommand(patient, command, language);
			const isKnown = why.some(({kind, object}) => kind === 'refused' && object === found?.object);
			const added = found && !isKnown ? [found] : [];
			// An error of kubectl's own, such as that of kubectl wait, may only repeat what is stuck.
			const isFirst = found?.stop?.stage !== 'kubectl.print' || why.every(({kind}) => kind === 'remark');
			why.splice(isFirst ? 0 : why.length, 0, ...added);
		}
	}

	const own = stateOf(settled);
	const state = own !== 'cut' && why.some(({kind}) => kind === 'refused') ? 'refused' : own;
	const terminal = last && ledger.read<TerminalEntry>(last.terminalKey);
	const isRefused = refusing.at(-1);
	const because =
		state === 'done'
			? undefined
			: (why.find(({stop}) => stop)?.stop ??
				(isRefused ? lastRefused(recording, isRefused.process, isRefused.from) : undefined));
	return {
		state,
		exitCode: state === 'done' ? 0 : 1,
		objects: settled.objects.map((one) => toldProgress(one, language)),
		findings: why,
		assumed: assumptionsOf(recording.stops.ofStages(assumingStages), language),
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
