import {nextTerminalKey, type ClusterRecording, type TerminalEntry} from '../cluster.js';
import type {Place} from '../debugger/recording.js';
import {seek} from '../debugger/seek.js';
import type {Stop} from '../kernel/stop.js';
import {nestedString} from '../objects/unstructured.js';
import type {LanguageName} from '../stages/language-names.js';
import {objectWords, refusingStop} from './decision.js';
import type {Explanation} from './explanation.js';
import {correctedCommand} from './corrected-command.js';
import type {Fix} from './fix.js';
import {unreached} from './outage.js';
import {reasonsOf} from './reasons.js';
import {refusalAdvice} from './refusal.js';
import {inALine, isRepeatable, mostStops as mostStopsOfRun, untreated} from './remedies.js';
import {played, remedyInput, type Patient} from './trial.js';
import {told} from './words/words.js';

/** Namespace and name in the path of a request: `/api/v1/namespaces/shop/pods/web-1/eviction`. */
const meantBy = (path = ''): {readonly namespace: string; readonly name?: string} => {
	const [, namespace = 'default', name] = /\/namespaces\/([^/?]+)(?:\/[^/?]+\/([^/?]+))?/.exec(path) ?? [];
	return {namespace, ...(name === undefined ? {} : {name})};
};

const lastOf = (
	recording: ClusterRecording,
	process: string,
	from: number,
	isMeant: (stop: Stop) => boolean,
): Stop | undefined =>
	seek(recording, recording.stops.length, -1, (stop) => stop.step > from && stop.process === process && isMeant(stop))
		.stop;

/** The last request of a kubectl process that was refused. @param from the last step before its command */
export const lastRefused = (recording: ClusterRecording, process: string, from: number): Stop | undefined =>
	lastOf(recording, process, from, ({outcome, stage}) => outcome === 'refused' && stage !== 'kubectl.print');

/** The most stops of a copy. */
const mostStops = 20_000;
const trialMs = 60_000;

const placeOf = ({stops, kernel}: ClusterRecording): Place => ({step: stops.length - 1, timeMs: kernel.now});

function* runUntilEnded(recording: ClusterRecording, key: string): Generator<Place, number | undefined> {
	const {ledger} = recording.kernel;
	const untilMs = recording.kernel.now + trialMs;
	for (let left = mostStops; left > 0; left--) {
		const code = ledger.read<TerminalEntry>(key)?.code;
		if (code !== undefined || !recording.extend(untilMs)) {
			return code;
		}

		yield placeOf(recording);
	}

	return undefined;
}

/** The time for a remedy's effect before the command is repeated: a Pod may start. */
const momentMs = 15_000;

/** Whether the command succeeds after this one: both run on a branch. */
function* helps({recording, command, files}: Patient, remedy: string): Generator<Place, boolean> {
	const copy = yield* recording.branching(recording.stops.length - 1);
	const given = nextTerminalKey(copy);
	const input = remedyInput(remedy, files);
	copy.submit(input);
	if ('kubectl' in input && (yield* runUntilEnded(copy, given)) !== 0) {
		return false;
	}

	const untilMs = copy.kernel.now + momentMs;
	for (let left = mostStops; left > 0 && copy.extend(untilMs, true); left--) {
		yield placeOf(copy);
	}

	const again = nextTerminalKey(copy);
	copy.submit({kubectl: command, files});
	return (yield* runUntilEnded(copy, again)) === 0;
}

/** The output of a command that kubectl itself ended with an error, and the stop of that error. */
const printedError = (
	recording: ClusterRecording,
	process: string,
): {readonly message: string; readonly stop: Stop | undefined} | undefined => {
	const {code, stderr = ''} =
		recording.kernel.ledger.read<TerminalEntry>(process.replace('kubectl/', '/terminal/')) ?? {};
	const from = stderr.search(/^error: /m);
	return code === undefined || code === 0 || from === -1
		? undefined
		: {
				message: stderr.slice(from).trimEnd(),
				stop: lastOf(recording, process, 0, ({outcome}) => outcome === 'refused'),
			};
};

/** Plays the run with a corrected command line in place of a refused one. @returns `undefined` if that one is also refused */
function* corrected(
	patient: Patient,
	line: string,
	by: string,
	language: LanguageName,
): Generator<Place, Fix | undefined> {
	const {state, since, progress, patient: then} = yield* played(patient, {...untreated(patient), instead: {line, by}});
	const fix = {edits: [], commands: [`kubectl ${by}`]};
	if (state === 'done') {
		return {...fix, proof: 'works'};
	}

	const next = state === 'refused' ? undefined : reasonsOf(then, since, progress).find(({kind}) => kind !== 'remark');
	return next && {...fix, proof: 'helps', next: told(inALine(next), language)};
}

/** Commands that help: those after which the refused line is accepted, and those to give in its place. */
function* provenCommands(
	patient: Patient,
	line: string,
	before: readonly string[],
	instead: readonly string[],
	language: LanguageName,
): Generator<Place, readonly Fix[]> {
	const fixes: Fix[] = [];
	for (const command of before) {
		if (yield* helps({...patient, command: line}, command)) {
			fixes.push({proof: 'works', edits: [], commands: [command]});
		}
	}

	for (const by of isRepeatable(patient) ? instead : []) {
		const fix = yield* corrected(patient, line, by, language);
		fixes.push(...(fix ? [fix] : []));
	}

	return fixes;
}

/** A refused command of the user. */
export interface RefusedLine {
	/** The words after `kubectl`. */
	readonly line: string;
	/** Its kubectl process. */
	readonly process: string;
	/** The last step before it. */
	readonly from: number;
}

/**
Why a command that is not about an object of the user's files was refused: one of its requests was, or kubectl itself ended with an error.

@param isTried whether remedies are tried on a branch; otherwise, it has only the known advice about such refusals
@returns `undefined` if it was not refused
*/
export function* refusedCommand(
	patient: Patient,
	{line, process, from}: RefusedLine,
	language: LanguageName,
	isTried = true,
): Generator<Place, Explanation | undefined> {
	const {recording} = patient;
	const {ledger} = recording.kernel;
	const request = lastRefused(recording, process, from);
	const printed = printedError(recording, process);
	const message = nestedString(request?.facts, 'message') ?? printed?.message;
	if (message === undefined) {
		return undefined;
	}

	const inside = request && refusingStop(recording, request);
	const stop = inside?.outcome === 'refused' ? inside : (request ?? printed?.stop);
	const {advice, candidates = []} = request
		? (unreached(recording, message) ??
			refusalAdvice(message, {...meantBy(nestedString(request.facts, 'path')), more: 1, ledger}))
		: {advice: []};
	const known = lastOf(recording, process, from, ({object}) => object?.startsWith('/registry/') === true)?.object;
	const correction =
		advice.length > 0
			? {advice: [], lines: []}
			: correctedCommand({line, message, ledger, ...(known ? {key: known} : {})});
	const isShort = isTried && recording.stops.length <= (patient.mostStops ?? mostStopsOfRun);
	const commands = candidates.flatMap((candidate) => ('command' in candidate ? [candidate.command] : []));
	const fixes = isShort ? yield* provenCommands(patient, line, commands, correction.lines, language) : [];
	return {
		kind: 'refused',
		object: request && stop?.object ? objectWords(stop.object) : `kubectl ${line}`,
		message,
		...(stop ? {stop} : {}),
		places: [],
		causes: [],
		milestones: [],
		advice: [...advice, ...correction.advice].map((one) => told(one, language)),
		fixes,
	};
}
