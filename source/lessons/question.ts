import {evaluateCondition, matchesBreakpoint} from '../debugger/breakpoint.js';
import type {Place as Passed} from '../debugger/recording.js';
import {seek, seeking} from '../debugger/seek.js';
import {errorLine} from '../kernel/error-text.js';
import {Random} from '../kernel/random.js';
import type {Stop} from '../kernel/stop.js';
import type {Ask, Claim} from './format.js';
import {keyNow, patienceMs, runningTo, stopsAt, type LessonRecording, type Place} from './place.js';

/** What the run says of one claim. */
export interface Verdict {
	readonly holds: boolean;
	/** Why it cannot be decided: it names a field that does not exist. */
	readonly problem?: string;
}

/** How the run decides a question. */
export interface Decision {
	/** The stop that decides; absent if the run never comes there. */
	readonly stop?: Stop;
	/** Of each option, in the order of the file. */
	readonly verdicts: readonly Verdict[];
}

/** The stop at which a question is decided, and where its claims are read. */
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

/** An object that does not exist satisfies nothing. */
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
Lets the run decide a question, a part at a time.

@param from the step where it is asked.
*/
export function* decide(recording: LessonRecording, from: number, {at, options}: Ask): Generator<Passed, Decision> {
	const stop = yield* decisive(recording, from, at);
	return {
		...(stop ? {stop} : {}),
		verdicts: options.map((option) => (stop ? verdictOf(recording, from, stop, option.if) : {holds: false})),
	};
}

/** The stop by which a run answers somebody who meant that `by` is at work: what that component last did. */
export const lastStopOf = (recording: LessonRecording, by: string, before: number): Stop | undefined =>
	seek(recording, before + 1, -1, (stop) => matchesBreakpoint(recording, {id: 0, enabled: true, component: by}, stop))
		.stop;

/** Items in an order that a seed decides; as they are without one. */
export const shuffled = <T>(items: readonly T[], seed: number | undefined, name: string): readonly T[] => {
	if (seed === undefined) {
		return items;
	}

	const random = new Random(seed, name);
	const left = [...items];
	return items.flatMap(() => left.splice(random.below(left.length), 1));
};
