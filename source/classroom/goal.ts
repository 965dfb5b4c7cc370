import type {TerminalEntry} from '../cluster.js';
import {holds} from '../debugger/breakpoint.js';
import type {Place as Passed} from '../debugger/recording.js';
import {seek, seeking} from '../debugger/seek.js';
import type {Stop} from '../kernel/stop.js';
import type {Language} from '../stages/language.js';
import {sentenceOf} from '../stages/sentence.js';
import {shortfallOf} from './condition-shapes.js';
import {problemWords, spokenName, spokenShortfall, type Wanted} from './problem-words.js';
import type {Action, Condition, Expectation} from './format.js';
import type {OperatedRun} from './operated-run.js';
import {alternatives, conjuncts, firstFailing, firstUnmet} from './unmet.js';
import {keyGlob, keysNow, matchesKey, patienceMs, type LessonRecording} from './place.js';

/** The condition for a solved task. */
export interface Goal {
	/** All of these hold at once … */
	readonly conditions: readonly Condition[];
	/** … and continue holding for this long, in virtual milliseconds: a moment of readiness is not a repair. */
	readonly steadyMs: number;
	/** Actions that test the learner's work, and the conditions that hold afterwards. */
	readonly trial?: {readonly do: readonly Action[]; readonly expect: readonly Condition[]};
}

/** The goal of a task in a lesson file. */
export const goalOf = ({object, cel, after}: Expectation): Goal =>
	after
		? {conditions: [], steadyMs: 0, trial: {do: after, expect: [{object, cel}]}}
		: {conditions: [{object, cel}], steadyMs: 0};

/** The object that a condition mentions, as it is written. */
export const namedIn = ({object, every, gone, kept}: Condition): string => object ?? every ?? gone ?? kept ?? '';

/** The part of a recorded object that distinguishes it from another with the same name. */
interface Identified {
	readonly metadata?: {readonly uid?: string};
}

/** The keys of the objects that a condition mentions, among those that exist after a step. */
const keysMeant = (recording: LessonRecording, condition: Condition, step: number): readonly string[] => {
	const glob = keyGlob(namedIn(condition), recording);
	const fixed = glob.slice(0, glob.includes('*') ? glob.indexOf('*') : undefined);
	return recording.kernel.ledger.keys(fixed, step).filter((key) => matchesKey(glob, key));
};

/** Whether a condition holds at a stop. @param begin the step with the state that `kept` conditions compare with. */
export const conditionHolds = (
	recording: LessonRecording,
	stop: Stop,
	condition: Condition,
	begin: number,
): boolean => {
	const {ledger} = recording.kernel;
	const keysAt = (step: number) => keysMeant(recording, condition, step);
	if (condition.kept !== undefined) {
		const identity = (key: string, step: number) => ledger.readAt<Identified>(key, step)?.metadata?.uid;
		return keysAt(begin).every((key) => identity(key, begin) === identity(key, stop.step));
	}

	const keys = keysAt(stop.step);
	if (condition.gone !== undefined) {
		return keys.length === 0;
	}

	const {cel = 'true'} = condition;
	const satisfies = (key: string) => holds(recording, stop, cel, key);
	return condition.every === undefined ? keys.some(satisfies) : keys.length > 0 && keys.every(satisfies);
};

/**
Runs on from a step until all conditions of a goal hold and continue holding, for at most ten virtual minutes.

@param begin as in {@link conditionHolds}.
@returns the stop at which that is known; `undefined` if the run does not reach it.
*/
function* reachGoal(
	recording: LessonRecording,
	from: number,
	{conditions, steadyMs}: Goal,
	begin: number,
): Generator<Passed, Stop | undefined> {
	const globs = conditions.map((condition) => keyGlob(namedIn(condition), recording));
	const touched = (stop: Stop) =>
		recording.kernel.ledger.changesAt(stop.step).some(({key}) => globs.some((glob) => matchesKey(glob, key)));
	const allHold = (stop: Stop) => conditions.every((condition) => conditionHolds(recording, stop, condition, begin));
	const first = recording.stops.get(from);
	const limits = {pastRest: true, untilMs: (first?.timeMs ?? 0) + patienceMs};
	for (let at = first; at;) {
		const reached = allHold(at)
			? at
			: (yield* seeking(recording, at.step, 1, (stop) => touched(stop) && allHold(stop), limits)).stop;
		if (!reached || steadyMs === 0) {
			return reached;
		}

		const untilMs = reached.timeMs + steadyMs;
		const isLost = (stop: Stop): boolean => touched(stop) && !allHold(stop);
		const lost = yield* seeking(recording, reached.step, 1, isLost, {pastRest: true, untilMs});
		if (!lost.stop) {
			return recording.stops.at(-1);
		}

		at = lost.stop;
	}

	return undefined;
}

/** The message that existing objects do not satisfy a condition: the field with its value, or the failing part of the condition for the nearest object. */
const unsatisfied = (recording: LessonRecording, stop: Stop, condition: Condition, language: Language): string => {
	const words = problemWords(language);
	const name = namedIn(condition);
	const {cel = 'true'} = condition;
	const parts = conjuncts(cel);
	const holdsFor = (key: string) => (part: string) => holds(recording, stop, part, key);
	const heldBy = (key: string): number => parts.filter(holdsFor(key)).length;
	/** The parts that hold before the first that does not: the first part usually says which object is meant. */
	const ledBy = (key: string): number =>
		(parts.findIndex((part) => !holdsFor(key)(part)) + parts.length) % parts.length;
	const [key] = keysMeant(recording, condition, stop.step)
		.filter((one) => !holds(recording, stop, cel, one))
		.toSorted((a, b) => heldBy(b) - heldBy(a) || ledBy(b) - ledBy(a));
	if (key === undefined) {
		return words.absent(name);
	}

	const named = spokenName(name.replace(/\*$/, key.slice(key.lastIndexOf('/') + 1)), language);
	const part = firstFailing(cel, (one) => holds(recording, stop, one, key)) ?? cel;
	// Of `a || b` the last alternative is what a repair is likely to lack.
	const short = shortfallOf(alternatives(part).at(-1) ?? part, recording.kernel.ledger.readAt(key, stop.step));
	if (key.startsWith('/terminal/') && short?.kind === 'differs' && short.field === 'code') {
		const {command = ''} = recording.kernel.ledger.readAt<Partial<TerminalEntry>>(key, stop.step) ?? {};
		return words.exits(`kubectl ${command}`, short.is ?? '–', short.wanted);
	}

	return short ? spokenShortfall(named, short, language) : words.doesNotSatisfy(named, part.replaceAll('object.', ''));
};

/** The requests of a client, as the ledger counts them. */
interface Counted {
	readonly sent: number;
	readonly answered: number;
	readonly last?: {readonly result: string};
}

/** The number of answered requests that a condition requires; `undefined` for another requirement, such as a refusal. */
const answersWanted = ({cel = ''}: Condition, requests: Counted): Wanted | undefined => {
	const isWhole = conjuncts(cel).some((part) => /^object\.\w+( \+ object\.\w+)+ == 0$/.test(part));
	if (isWhole && requests.answered < requests.sent) {
		return 'all';
	}

	const isOfLast = conjuncts(cel).some((part) => /^object\.last\.result == ["']answered["']$/.test(part));
	if (isOfLast && requests.last?.result !== 'answered') {
		return 'last';
	}

	const unmet = firstUnmet(cel, requests, (part) => !part.startsWith('object.answered'));
	return unmet?.field === 'answered' ? unmet : undefined;
};

/** The first of these conditions that does not hold at a stop, in words. */
export const shortfall = (
	recording: LessonRecording,
	stop: Stop,
	conditions: readonly Condition[],
	begin: number,
	language: Language,
): string | undefined => {
	const missing = conditions.find((condition) => !conditionHolds(recording, stop, condition, begin));
	if (!missing) {
		return undefined;
	}

	const words = problemWords(language);
	const name = namedIn(missing);
	const client = /^\/network\/traffic\/(.*)$/.exec(name)?.[1];
	const requests = client === undefined ? undefined : recording.kernel.ledger.readAt<Counted>(name, stop.step);
	if (client !== undefined && requests) {
		return words.requestsOf(client, requests.sent, requests.answered, answersWanted(missing, requests));
	}

	if (missing.kept !== undefined) {
		return words.replaced(name);
	}

	if (missing.gone !== undefined) {
		return words.stillThere(name);
	}

	if (keysMeant(recording, missing, stop.step).length === 0) {
		return words.absent(spokenName(name, language));
	}

	return unsatisfied(recording, stop, missing, language);
};

const isBad = ({outcome}: Stop): boolean => outcome === 'failed' || outcome === 'refused';

/** Whether a stop reports a new error: not kubectl's output of an earlier one, and not a filter's refusal of one node, since other nodes may be left. */
const isTrouble = (stop: Stop): boolean =>
	isBad(stop) && !stop.periodic && !stop.stage.startsWith('kubectl.') && !stop.stage.startsWith('scheduler.filter.');

/** Whether a stop is a request of a client, and the conditions name only other clients. */
const isOfOtherClient = ({process}: Stop, conditions: readonly Condition[]): boolean => {
	const clients = conditions.map(namedIn).filter((key) => key.startsWith('/network/traffic/'));
	return (
		clients.length > 0 &&
		process.startsWith('traffic/') &&
		!clients.some((key) => process.startsWith(`${key.replace('/network/', '')}/`))
	);
};

/** The refusal that ended the last kubectl command that had begun by a step; `undefined` if nothing refused it, or it was not the learner's command. */
const lastRefusal = (recording: LessonRecording, from: number, after: number): Stop | undefined => {
	const last = seek(recording, from + 1, -1, ({process, step}) => step > after && process.startsWith('kubectl/')).stop
		?.process;
	if (last === undefined) {
		return undefined;
	}

	const {stop} = seek(recording, recording.stops.length, -1, ({process}) => process === last);
	const end = stop?.stage === 'kubectl.print' && isBad(stop) ? stop.step : undefined;
	return end === undefined
		? undefined
		: seek(recording, end, -1, (one) => one.process === last && one.stage === 'kubectl.request' && isBad(one)).stop;
};

/** Whether the state that an action waits for is there already: it need not change again. */
const isThere = ({recording, cursor}: OperatedRun, {runTo = {}}: Action): boolean => {
	const {object, cel, ...rest} = runTo;
	const stop = recording.stops.get(cursor);
	return (
		stop !== undefined &&
		object !== undefined &&
		cel !== undefined &&
		Object.keys(rest).length === 0 &&
		keysNow(recording, object, cursor).some((key) => holds(recording, stop, cel, key))
	);
};

/** Performs actions up to the first that fails. @returns the failed one. */
function* firstFailed(run: OperatedRun, actions: readonly Action[]): Generator<Passed, Action | undefined> {
	for (const action of actions) {
		const waits = Object.keys(action).every((name) => name === 'runTo');
		if (!(waits && isThere(run, action)) && !(yield* run.performing(action))) {
			return action;
		}
	}

	return undefined;
}

/** Why an action of a trial failed: a state that the run does not reach is named by its first part that does not hold. */
const notReached = (
	run: OperatedRun,
	missing: (conditions: readonly Condition[]) => string | undefined,
	{runTo}: Action,
): string => {
	const {object, cel = 'true'} = runTo ?? {};
	return object === undefined
		? String(run.problem)
		: (missing([{object, cel}]) ?? problemWords(run.language).unchanged(spokenName(object, run.language)));
};

/**
Continues the run, in parts, until a goal is reached and its trial has succeeded.

@param begin as in {@link conditionHolds}.
@param after the step after which commands are the learner's own.
@returns the missing part, in words; `undefined` if nothing is missing.
*/
export function* pursue(
	run: OperatedRun,
	goal: Goal,
	begin: number,
	after = begin,
): Generator<Passed, string | undefined> {
	const missing = (conditions: readonly Condition[]) => {
		const last = run.recording.stops.at(-1);
		return last && shortfall(run.recording, last, conditions, begin, run.language);
	};

	if (goal.conditions.length > 0) {
		const from = run.cursor;
		const reached = yield* reachGoal(run.recording, run.cursor, goal, begin);
		if (!reached) {
			const words = problemWords(run.language);
			const [short, said] = [missing(goal.conditions), lastRefusal(run.recording, from, after)];
			return words.tenMinutesLater(
				short !== undefined && said ? words.lastRefused(short, sentenceOf(said, run.language)) : short,
			);
		}

		run.cursor = reached.step;
	}

	const {trial} = goal;
	if (!trial) {
		return undefined;
	}

	yield* run.finishingCommands();
	const began = run.cursor;
	const failed = yield* firstFailed(run, trial.do);
	const wrong = failed === undefined ? missing(trial.expect) : notReached(run, missing, failed);
	if (wrong === undefined) {
		return undefined;
	}

	const last = seek(
		run.recording,
		run.cursor + 1,
		-1,
		(stop) => isTrouble(stop) && !isOfOtherClient(stop, trial.expect),
	).stop;
	return problemWords(run.language).triedOut(
		wrong,
		last && last.step > began ? sentenceOf(last, run.language) : undefined,
	);
}
