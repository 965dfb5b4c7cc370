import {evaluateCondition, holds, matchesBreakpoint} from '../debugger/breakpoint.js';
import type {Place as Passed} from '../debugger/recording.js';
import {seek, seeking} from '../debugger/seek.js';
import {errorLine} from '../kernel/error-text.js';
import {Random} from '../kernel/random.js';
import type {Stop} from '../kernel/stop.js';
import type {Ask, Claim} from './format.js';
import {fillSlots} from './slots.js';
import {
	keyGlob,
	keyNow,
	matchesKey,
	patienceMs,
	runningTo,
	stopsAt,
	type LessonRecording,
	type Place,
} from './place.js';

/** The run's verdict on one claim. */
export interface Verdict {
	readonly holds: boolean;
	/** Why it cannot be decided: it names a field that does not exist. */
	readonly problem?: string;
}

/** How the run decides a question. */
export interface Decision {
	/** The stop that decides; absent if the run never reaches it. */
	readonly stop?: Stop;
	/** For each option, in the order of the file. */
	readonly verdicts: readonly Verdict[];
	/** The value that the learner types. */
	readonly value?: string;
	/** For each text to be put in order, the step at which the run reaches it. */
	readonly steps?: readonly number[];
}

/** The stop that decides a question, where its claims are read. */
function* decisive(recording: LessonRecording, from: number, at: Ask['at']): Generator<Passed, Stop | undefined> {
	if (at?.next) {
		const limits = {pastRest: true, untilMs: (recording.stops.get(from)?.timeMs ?? 0) + patienceMs};
		return (yield* seeking(recording, from, 1, stopsAt(recording, at.next), limits)).stop;
	}

	return at?.runTo ? (yield* runningTo(recording, from, at.runTo)).stop : recording.stops.get(from);
}

/** Whether something happened at a place after a step, up to a stop. */
const happened = (recording: LessonRecording, place: Place, after: number, until: Stop): boolean => {
	const found = seek(recording, until.step + 1, -1, stopsAt(recording, place)).stop;
	return found !== undefined && found.step > after;
};

/** The verdict on a claim; a missing object satisfies none. */
const verdictOf = (recording: LessonRecording, from: number, stop: Stop, claim: Claim): Verdict => {
	const {by, stage, object, cel, saw, never} = claim;
	if (
		!matchesBreakpoint(recording, {id: 0, enabled: true, component: by, stage}, stop) ||
		(saw && !happened(recording, saw, from, stop)) ||
		(never && happened(recording, never, from, stop))
	) {
		return {holds: false};
	}

	const key = object === undefined ? stop.object : keyNow(recording, object, stop.step);
	if (object !== undefined && key === undefined) {
		return {holds: false};
	}

	try {
		return {holds: cel === undefined || evaluateCondition(recording, stop, cel, key) === true};
	} catch (error) {
		return {holds: false, problem: errorLine(error)};
	}
};

/**
Lets the run decide a question, in parts.

@param from the step of the question.
*/
export function* decide(recording: LessonRecording, from: number, ask: Ask): Generator<Passed, Decision> {
	const {at, options, stop: place, order} = ask;
	if (order) {
		return yield* inOrder(recording, from, order);
	}

	const stop = yield* decisive(recording, from, place ? {next: place} : at);
	const value = stop && valueOf(recording, from, stop, ask);
	return {
		...(value === undefined ? {} : {value}),
		...(stop ? {stop} : {}),
		verdicts: options.map((option) => (stop ? verdictOf(recording, from, stop, option.if) : {holds: false})),
	};
}

/** The steps at which a run reaches places; the last of them decides. */
function* inOrder(
	recording: LessonRecording,
	from: number,
	order: NonNullable<Ask['order']>,
): Generator<Passed, Decision> {
	const steps: number[] = [];
	for (const {at} of order) {
		steps.push((yield* decisive(recording, from, {next: at}))?.step ?? -1);
	}

	const stop = steps.includes(-1) ? undefined : recording.stops.get(Math.max(...steps));
	return {steps, verdicts: [], ...(stop ? {stop} : {})};
}

/** The value that a question requests; `undefined` if it requests none, or the run does not have it. */
const valueOf = (recording: LessonRecording, from: number, until: Stop, {value}: Ask): string | undefined => {
	const {object, cel, count, lowest, highest} = value ?? {};
	if (lowest ?? highest) {
		const counts = countsUntil(recording, from, until, lowest ?? highest);
		return String(lowest ? Math.min(...counts) : Math.max(...counts));
	}

	if (count) {
		const matches = stopsAt(recording, count);
		return String(recording.stops.slice(from + 1, until.step + 1).filter((stop) => matches(stop)).length);
	}

	try {
		return cel === undefined
			? undefined
			: fillSlots(recording, until, object === undefined ? `{{ ${cel} }}` : `{{ ${object}: ${cel} }}`);
	} catch {
		return undefined;
	}
};

/** How many objects of a name satisfy a condition: at a step, and after each later change of one of them. */
const countsUntil = (
	recording: LessonRecording,
	from: number,
	until: Stop,
	many: NonNullable<NonNullable<Ask['value']>['lowest']> | undefined,
): readonly number[] => {
	const {object = '', cel = 'true'} = many ?? {};
	const {ledger} = recording.kernel;
	const glob = keyGlob(object, recording);
	const fixed = glob.slice(0, glob.includes('*') ? glob.indexOf('*') : undefined);
	return recording.stops
		.slice(from, until.step + 1)
		.filter(({step}) => step === from || ledger.changesAt(step).some(({key}) => matchesKey(glob, key)))
		.map(
			(stop) =>
				ledger.keys(fixed, stop.step).filter((key) => matchesKey(glob, key) && holds(recording, stop, cel, key)).length,
		);
};

/** Whether a typed answer is the value: quotes, case and spaces around it do not count. */
export const isValue = (typed: string, value: string): boolean => {
	const plain = (text: string): string =>
		text
			.trim()
			.replace(/^(["'])(.*)\1$/, '$2')
			.toLowerCase();
	return plain(typed) === plain(value);
};

/** The stop for a learner with the answer `by`: the last one of that component. @param object the key of the object that it is about; any if absent */
export const lastStopOf = (recording: LessonRecording, by: string, before: number, object?: string): Stop | undefined =>
	seek(recording, before + 1, -1, (stop) =>
		matchesBreakpoint(
			recording,
			{id: 0, enabled: true, component: by, ...(object === undefined ? {} : {object})},
			stop,
		),
	).stop;

/** Items in an order that a seed decides; as they are without one. */
export const shuffled = <T>(items: readonly T[], seed: number | undefined, name: string): readonly T[] => {
	if (seed === undefined) {
		return items;
	}

	const random = new Random(seed, name);
	const left = [...items];
	return items.flatMap(() => left.splice(random.below(left.length), 1));
};
