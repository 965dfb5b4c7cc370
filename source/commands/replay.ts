import {writeTextFile} from './text-file.js';
import {stringify} from 'yaml';
import {createCluster, type Extensions, type Input} from '../cluster.js';
import {mostStopsOf, stateOf, type Settled, type State} from '../diagnosis/settle.js';
import type {Family} from '../debugger/futures.js';
import {atOnce, Divergence, Recording, type Place, type RecordedInput} from '../debugger/recording.js';
import {list, number, readDocument, record as recordShape, text} from '../scenario/document.js';
import {scenarioMistakes} from '../scenario/check.js';
import {Mistake, Mistakes} from '../scenario/mistake.js';
import {printObjects} from '../scenario/dumped-objects.js';
import {completeScenario, type Scenario} from '../scenario/scenario.js';
import {familyOf, origin, others, printFamily, readFamily, type KeptFamily} from './futures-file.js';
import type {Manifests} from './manifests.js';
import {followUp, isLasting, readFollowUp, runUntilBegun} from './follow-up.js';
import {cutWords} from './cut-words.js';
import {redactTokens} from './redact-tokens.js';
import {begin, concluded, runUntilSettled, type Applied} from './run-manifests.js';
import type {LanguageName} from '../stages/language-names.js';
import {commandWords} from './words/words.js';
import {recordedInput, recordedInputOf} from './recorded-input.js';
import {scenarioShape} from '../scenario/scenario-file.js';

const formatVersion = 1;

/** The most bytes of a recording: it contains its manifests, each up to 10 MiB, and the dump from which it continues. */
const mostCharacters = 448 * 1024 * 1024;

/** The most stops of a replay: a longer one would take more than a minute. */
const mostSteps = 5_000_000;

/** A recording as a file: the inputs, and the fingerprint of the run. */
export interface RecordingFile {
	readonly scenario: Scenario;
	readonly inputs: ReadonlyArray<RecordedInput<Input>>;
	/** Number of stops. */
	readonly steps: number;
	readonly fingerprint: string;
	/** Its name among the futures of its run, and the others. */
	readonly family: KeptFamily;
	/** Names of the cluster's parts outside Kubernetes: code, which a recording cannot carry. */
	readonly needs: readonly string[];
}

/** A recording. */
export const recordingShape = recordShape(
	{
		recording: number,
		scenario: scenarioShape,
		inputs: list(recordedInput),
		steps: number,
		fingerprint: text,
		needs: list(text),
		...origin,
		futures: others,
	},
	['recording', 'inputs', 'steps', 'fingerprint'],
);

/**
@param has names of the available code.
@throws {Mistakes} when it is not a recording of this version, or needs code that is not available.
*/
export const readRecording = (source: string, file: string, has: readonly string[] = []): RecordingFile => {
	const {value, placeOf} = readDocument(source, file, recordingShape, mostCharacters);
	if (value.recording !== formatVersion) {
		throw new Mistake(
			`this is a recording of version ${value.recording}, but this program reads version ${formatVersion}`,
			placeOf(['recording']),
			'record it again with this version',
		);
	}

	for (const [index, {steps}] of [value, ...(value.futures ?? [])].entries()) {
		if (steps > mostSteps) {
			throw new Mistake(
				`this recording claims ${steps} steps; at most ${mostSteps} are allowed`,
				placeOf(index === 0 ? ['steps'] : ['futures', index - 1, 'steps']),
				'record it again',
			);
		}
	}

	const {needs = []} = value;
	const missing = needs.filter((name) => !has.includes(name));
	if (missing.length > 0) {
		throw new Mistake(
			`this run used your own code: ${missing.join(', ')}`,
			placeOf(['needs']),
			'replay it in the program that made it: Cluster.replay(text, {controllers: […]})',
		);
	}

	const mistakes = scenarioMistakes({value: value.scenario ?? {}, placeOf: (path) => placeOf(['scenario', ...path])});
	if (mistakes.length > 0) {
		throw new Mistakes(mistakes);
	}

	const inputs = value.inputs.map((input, index) => {
		const read = recordedInputOf(input);
		if (!read) {
			throw new Mistake('this input does nothing', placeOf(['inputs', index]), 'record it again');
		}

		return read;
	});
	return {
		scenario: completeScenario(value.scenario),
		inputs,
		steps: value.steps,
		fingerprint: value.fingerprint,
		family: readFamily(value, inputs, placeOf),
		needs,
	};
};

/** The parts of a recording that are written besides the run itself. */
interface Printing {
	/** Whether bearer tokens of users are replaced. */
	readonly redacts?: boolean | undefined;
	/** Names of code without which it cannot be replayed. */
	readonly needs?: readonly string[];
	/** Its name among the futures of its run, and the others. */
	readonly family?: Family<Scenario, Input>;
}

/** The text of a recording file. */
export const printRecording = (
	recording: Recording<Scenario, Input>,
	{redacts = false, needs = [], family}: Printing = {},
): string => {
	const redacted = (inputs: RecordingFile['inputs']): RecordingFile['inputs'] =>
		redacts ? redactTokens({scenario: recording.scenario, inputs}).inputs : inputs;
	const {scenario, inputs} = redacts ? redactTokens(recording) : recording;
	return stringify(
		{
			recording: formatVersion,
			scenario: scenario.dump ? {...scenario, dump: printObjects(scenario.dump)} : scenario,
			inputs: inputs.map(({step, timeMs, idle, input}) => ({step, timeMs, idle, ...input})),
			steps: recording.stops.length,
			fingerprint: recording.fingerprint,
			...(needs.length > 0 ? {needs} : {}),
			...printFamily(family, redacted),
		},
		{lineWidth: 0, aliasDuplicateObjects: false},
	);
};

/** The commands after the manifests, and the limits of a run. */
export interface Playing {
	/** kubectl command lines, and debugger words after a colon. */
	readonly followUps?: readonly string[];
	readonly mostStops?: number | undefined;
	/** Whether the users' bearer tokens are replaced in the recording. */
	readonly redacts?: boolean | undefined;
	/** The language of the texts about the run. */
	readonly language?: LanguageName;
}

/** Applies manifests and runs the commands that follow, each once the cluster has settled. @throws {Mistake} */
export const playManifests = (
	scenario: Scenario,
	manifests: Manifests | undefined,
	{followUps: lines = [], mostStops}: Playing = {},
): {readonly first: Applied; readonly settled: Settled; readonly state: State} => {
	const followUps = lines.map((words) => readFollowUp(words));
	const first = begin(scenario, manifests);
	let applied = first;
	let settled = runUntilSettled(applied, {mostStops});
	for (const [index, given] of followUps.entries()) {
		// Viewing a packet's way leaves nothing to record.
		if ('packet' in given) {
			continue;
		}

		applied = followUp(applied, given);
		if (isLasting(given) && index < followUps.length - 1) {
			runUntilBegun(applied);
		} else {
			settled = runUntilSettled(applied, {mostStops});
		}
	}

	return {first, settled, state: applied.isLook ? concluded(applied, settled, 'en').state : stateOf(settled)};
};

/** Plays manifests and what follows them, and writes the recording to a file. */
export const record = (
	scenario: Scenario,
	manifests: Manifests | undefined,
	file: string,
	write: (text: string) => void,
	playing: Playing = {},
): void => {
	const {
		first: {recording},
		settled: {cut},
		state,
	} = playManifests(scenario, manifests, playing);
	writeTextFile(file, printRecording(recording, {redacts: playing.redacts}), scenario.dump ? {mode: 0o600} : {});
	const {language = 'en'} = playing;
	const words = commandWords(language).end;
	const remark = cut ? `${cutWords(cut, language)}\n` : '';
	write(`${remark}${words.recorded(words.states[state], recording.stops.length, file, recording.fingerprint)}\n`);
};

/** Refuses a recording with too many stops, and thus too much memory, before the replay begins. @throws {Mistake} */
export const refuseLonger = (
	{steps, inputs, family}: Pick<RecordingFile, 'steps' | 'inputs' | 'family'>,
	name: string,
	mostStops = mostStopsOf,
): void => {
	// As for a run: the start of the cluster does not count.
	const longest = Math.max(
		...[{steps, inputs}, ...family.futures].map((run) => run.steps - (run.inputs[0]?.step ?? 0)),
	);
	if (longest > mostStops) {
		throw new Mistake(
			`${name} has ${longest} stops; the limit is ${mostStops}`,
			{},
			`raise it with --stops ${longest}, or in an editor with "stops": ${longest}; that takes about ${Math.ceil(longest / 1000)} MB`,
		);
	}
};

/** Replays from the beginning. @throws {Divergence} when an input cannot be given where it was recorded. */
export const replay = (
	file: Pick<RecordingFile, 'scenario' | 'inputs' | 'steps'>,
	extensions: Extensions = {},
): Recording<Scenario, Input> => atOnce(replaying(file, extensions));

/** Like {@link replay}, stop by stop, for a caller with other work. */
export function* replaying(
	file: Pick<RecordingFile, 'scenario' | 'inputs' | 'steps'>,
	extensions: Extensions = {},
): Generator<Place, Recording<Scenario, Input>> {
	const recording = new Recording(file.scenario, (scenario) => createCluster(scenario, {extensions}));
	yield* recording.replaying(file.inputs, file.steps);
	return recording;
}

/** All other futures of a recording, each of which is played when the reader opens it. */
export const futuresOf = ({scenario, family}: RecordingFile, extensions: Extensions = {}): Family<Scenario, Input> =>
	familyOf(family, ({inputs, steps}) => replaying({scenario, inputs, steps}, extensions));

/** Compares the fingerprints of a recording, and of its other futures, with those of the runs that it describes. @returns exit code: 0 equal, 1 different. */
export const checkRecording = (
	file: RecordingFile,
	name: string,
	write: (text: string) => void,
	language: LanguageName = 'en',
): number => {
	const {scenario, family} = file;
	const checks = [
		checkRun(file, name, write, language),
		...family.futures.map((future) => checkRun({...future, scenario}, `${name} (${future.name})`, write, language)),
	];
	return Math.max(...checks);
};

const checkRun = (
	file: Pick<RecordingFile, 'scenario' | 'inputs' | 'steps' | 'fingerprint'>,
	name: string,
	write: (text: string) => void,
	language: LanguageName,
): number => {
	const words = commandWords(language).end;
	try {
		const {fingerprint} = replay(file);
		const equal = fingerprint === file.fingerprint;
		write(
			equal
				? `${words.sameFingerprint(name, file.steps, fingerprint)}\n`
				: `${words.otherFingerprint(name, file.fingerprint, fingerprint)}\n`,
		);
		return equal ? 0 : 1;
	} catch (error) {
		if (error instanceof Divergence) {
			write(`✗ ${name}: ${error.message}\n`);
			return 1;
		}

		throw error;
	}
};
