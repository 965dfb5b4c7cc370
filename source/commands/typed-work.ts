import type {ClusterRecording} from '../cluster.js';
import type {Place} from '../debugger/recording.js';
import {refusedCommand} from '../diagnosis/refused-command.js';
import {namedFiles} from '../scenario/named-files.js';
import {onlyLooks} from '../screen/state/typed-command.js';
import type {AdviceQuestion, TypedWork, WorkAdvice} from '../screen/state/parts.js';
import {manifestsOf, type Manifests} from './manifests.js';
import {concluding, standingNow, type Applied} from './run-manifests.js';
import {adviceOf, verdictLine} from './screen-starts.js';
import {stateOf} from '../diagnosis/settle.js';
import type {LanguageName} from '../stages/language-names.js';
import {commandWords} from './words/words.js';
import type {Verdict} from '../diagnosis/verdict.js';

/** The manifests that a command sends; `undefined` if it sends none, or they cannot be read. */
const sentBy = ({line, files}: TypedWork): Manifests | undefined => {
	const names = namedFiles(line).filter((name) => Object.hasOwn(files, name));
	if (names.length === 0 || !/^(?:apply|create|replace)\b/.test(line)) {
		return undefined;
	}

	try {
		return {
			...manifestsOf(Object.fromEntries(names.map((name) => [name, files[name] ?? '']))),
			command: line,
		};
	} catch {
		return undefined;
	}
};

/** The part of a run that is judged after a command. @param start the last step before the user's first command */
const judgedPart = (given: Applied, {line, from, isAnswer}: TypedWork, start: number, isDone: boolean): Applied => {
	const isSending = given.manifests.objects.length > 0;
	if (onlyLooks(line)) {
		return given;
	}

	if (isDone && !isSending) {
		return {...given, from: start, refusedFrom: from, isLook: true};
	}

	// Its message is about the whole cluster: what another object lacks is not well either.
	return isSending || isAnswer === true ? {...given, appliedFrom: start, refusedFrom: from} : given;
};

/** The error is in the command, in its request, or in an object that an earlier command wrote. */
function* concludedWork(typed: TypedWork, {start, language}: AdviceQuestion): Generator<Place, Verdict> {
	const {recording, process, line, files, from, fromMs} = typed;
	const manifests = sentBy(typed);
	const given: Applied = {
		recording,
		manifests: manifests ?? {files, command: line, objects: [], warnings: []},
		from,
		fromMs,
		terminalKey: process.replace('kubectl/', '/terminal/'),
	};
	const settled = standingNow(given);
	// The step of the first command counts too.
	return yield* concluding(judgedPart(given, typed, start - 1, stateOf(settled) === 'done'), settled, language);
}

/** The stops of a process that forward a refusal, after the stop that decided it. */
const passedOn = (recording: ClusterRecording, process: string, from: number): readonly number[] =>
	recording.stops
		.slice(from + 1)
		.filter((stop) => stop.process === process && stop.outcome === 'refused')
		.map(({step}) => step);

/** The outcome of sent manifests, for a user at the end of the run. */
const endLine = (end: Verdict, language: LanguageName): string => {
	const {ready, well} = commandWords(language).screen;
	const line = verdictLine(end, language);
	return line === ready ? well : line;
};

/** Why a typed command failed, at the screen's request. */
export function* adviseTyped(typed: TypedWork, question: AdviceQuestion): Generator<Place, WorkAdvice | undefined> {
	const {isOver, language, cursor} = question;
	const {recording, process, from, line, files} = typed;
	if (!isOver) {
		const patient = {recording, objects: [], start: from, files, isRefused: true, command: line};
		const refused = yield* refusedCommand(patient, {line, process, from}, language, false);
		return refused && refused.advice.length > 0
			? {
					advice: adviceOf(recording, {findings: [refused]}, language).flatMap((one) =>
						[...new Set([one.step, ...passedOn(recording, process, one.step)])].map((step) => ({...one, step})),
					),
					message: '',
				}
			: undefined;
	}

	const end = yield* concludedWork(typed, question);
	const isSaid = end.state !== 'done' || typed.isAnswer === true || sentBy(typed) !== undefined;
	const found = adviceOf(recording, end, language);
	// The run decided the outcome at its end, where the user already is; only routine work may follow.
	const last = end.state === 'done' ? [] : found.slice(0, 1);
	const steps = [...new Set([...passedOn(recording, process, from), cursor, recording.stops.length - 1])].filter(
		(step) => !found.some((one) => one.step === step),
	);
	return !isSaid && found.length === 0
		? undefined
		: {
				advice: [...found, ...last.flatMap((one) => steps.map((step) => ({...one, step})))],
				message: isSaid ? endLine(end, language) : '',
			};
}
