import {nextTerminalKey, type ClusterRecording, type TerminalEntry} from '../cluster.js';
import type {Place} from '../debugger/recording.js';
import {seek} from '../debugger/seek.js';
import type {Stop} from '../kernel/stop.js';
import {nestedString} from '../objects/unstructured.js';
import type {LanguageName} from '../stages/language-names.js';
import {objectWords, refusingStop} from './decision.js';
import type {Explanation} from './explanation.js';
import {refusalAdvice} from './refusal.js';
import type {Patient} from './trial.js';
import {told} from './words/words.js';

/** Namespace and name in the path of a request: `/api/v1/namespaces/shop/pods/web-1/eviction`. */
const meantBy = (path = ''): {readonly namespace: string; readonly name?: string} => {
	const [, namespace = 'default', name] = /\/namespaces\/([^/?]+)(?:\/[^/?]+\/([^/?]+))?/.exec(path) ?? [];
	return {namespace, ...(name === undefined ? {} : {name})};
};

/** The last request of a kubectl process that was refused. @param from the last step before its command */
export const lastRefused = (recording: ClusterRecording, process: string, from: number): Stop | undefined =>
	seek(
		recording,
		recording.stops.length,
		-1,
		(stop) =>
			stop.step > from && stop.process === process && stop.outcome === 'refused' && stop.stage !== 'kubectl.print',
	).stop;

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

/** Whether the command succeeds after this one: both are given on a branch of the run. */
function* helps({recording, command, files}: Patient, remedy: string): Generator<Place, boolean> {
	const copy = yield* recording.branching(recording.stops.length - 1);
	const given = nextTerminalKey(copy);
	copy.submit({kubectl: remedy.replace(/^kubectl /, ''), files});
	if ((yield* runUntilEnded(copy, given)) !== 0) {
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

/** Longer runs are not played again. */
const longest = 60_000;

/**
Why a command was refused that is not about an object of the user's files.

@param process the kubectl process. @param from the last step before its command
@param isTried whether remedies are tried on a branch; otherwise, only the known advice about such refusals is given
@returns `undefined` if nothing was refused
*/
export function* refusedCommand(
	patient: Patient,
	process: string,
	from: number,
	language: LanguageName,
	isTried = true,
): Generator<Place, Explanation | undefined> {
	const {recording} = patient;
	const request = lastRefused(recording, process, from);
	const message = nestedString(request?.facts, 'message');
	if (!request || message === undefined) {
		return undefined;
	}

	const inside = refusingStop(recording, request);
	const stop = inside.outcome === 'refused' ? inside : request;
	const path = nestedString(request.facts, 'path');
	const {advice, candidates = []} = refusalAdvice(message, {
		...meantBy(path),
		more: 1,
		ledger: recording.kernel.ledger,
	});
	const commands = candidates.flatMap((candidate) => ('command' in candidate ? [candidate.command] : []));
	const proven: string[] = [];
	for (const command of isTried && recording.stops.length <= (patient.mostStops ?? longest) ? commands : []) {
		if (yield* helps(patient, command)) {
			proven.push(command);
		}
	}

	return {
		kind: 'refused',
		object: stop.object ? objectWords(stop.object) : `kubectl ${patient.command}`,
		message,
		stop,
		places: [],
		causes: [],
		milestones: [],
		advice: advice.map((one) => told(one, language)),
		fixes: proven.map((line) => ({proof: 'works', edits: [], commands: [line]})),
	};
}
