import {produce} from 'immer';
import {memoised} from '../kernel/memoised.js';
import type {Stop} from '../kernel/stop.js';
import type {Tape} from './tape.js';
import {logText, matchesBreakpoint, parseBreakpoint, type Breakpoint} from './breakpoint.js';
import {matchesGlob} from './glob.js';
import {move, seek, type Found, type Motion, type SeekLimits} from './seek.js';
import type {AnyRecording} from './recording.js';

/** The state of a debugging session besides the tape: breakpoints with their hits, marks, the log. */
export interface Session {
	readonly breakpoints: readonly Breakpoint[];
	/** Mark name → step. */
	readonly marks: Readonly<Record<string, number>>;
	/** Messages of logpoints, oldest first. */
	readonly log: ReadonlyArray<{readonly step: number; readonly text: string}>;
}

export const emptySession: Session = {breakpoints: [], marks: {}, log: []};

/**
Adds the breakpoint that words describe.

@param sinceStep the step from which hits count.
@throws {Error} with the wrong word.
*/
export const addBreakpoint = (session: Session, line: string, sinceStep = 0): Session => ({
	...session,
	breakpoints: [
		...session.breakpoints,
		{...parseBreakpoint(line, 1 + Math.max(0, ...session.breakpoints.map(({id}) => id))), sinceStep},
	],
});

export const removeBreakpoint = (session: Session, id: number): Session =>
	produce(session, (draft) => {
		draft.breakpoints = draft.breakpoints.filter((breakpoint) => breakpoint.id !== id);
	});

export const toggleBreakpoint = (session: Session, id: number): Session =>
	produce(session, ({breakpoints}) => {
		const found = breakpoints.find((breakpoint) => breakpoint.id === id);
		if (found) {
			found.enabled = !found.enabled;
		}
	});

/** Steps that match a breakpoint, and how far the tape has been scanned for them. */
interface Matched {
	readonly steps: number[];
	seen: number;
}

const matched = new WeakMap<Tape, WeakMap<Breakpoint, Matched>>();

/** The matching steps of a breakpoint, up to one of them, from the beginning of its count; each stop is scanned once. */
const matchesUpTo = (recording: AnyRecording, breakpoint: Breakpoint, step: number): readonly number[] => {
	const {stops} = recording;
	const known = matched.get(stops) ?? new WeakMap<Breakpoint, Matched>();
	matched.set(stops, known);
	const found = known.get(breakpoint) ?? {steps: [], seen: breakpoint.sinceStep ?? 0};
	known.set(breakpoint, found);
	const {stage} = breakpoint;
	const isStage = stage === undefined ? () => true : memoised((name: string) => matchesGlob(stage, name), 2000);
	for (; found.seen <= step; found.seen++) {
		// Most stops have another stage.
		const stop = isStage(stops.stageOf(found.seen)) ? stops.get(found.seen) : undefined;
		if (stop && matchesBreakpoint(recording, breakpoint, stop)) {
			found.steps.push(found.seen);
		}
	}

	return found.steps;
};

/** The number of matches of the breakpoint up to this stop, from its first counted step. */
const hits = (recording: AnyRecording, breakpoint: Breakpoint, at: Stop): number =>
	matchesUpTo(recording, breakpoint, at.step).lastIndexOf(at.step) + 1;

/**
The steps at which a breakpoint stops, as far as the tape extends.

@param from the first step that counts
@param limit the most steps
*/
export const breakpointSteps = (
	recording: AnyRecording,
	breakpoint: Breakpoint,
	from: number,
	limit: number,
): readonly number[] => {
	const all = matchesUpTo(recording, breakpoint, recording.stops.length - 1);
	const stopping = breakpoint.hitCount === undefined ? all : all.slice(breakpoint.hitCount - 1, breakpoint.hitCount);
	return stopping.filter((step) => step >= from).slice(0, limit);
};

/** The enabled breakpoints that a stop hits, without logpoints. */
export const hitBreakpoints = (recording: AnyRecording, session: Session, stop: Stop): readonly Breakpoint[] =>
	session.breakpoints.filter(
		(breakpoint) =>
			breakpoint.enabled &&
			breakpoint.log === undefined &&
			matchesBreakpoint(recording, breakpoint, stop) &&
			(breakpoint.hitCount === undefined || hits(recording, breakpoint, stop) === breakpoint.hitCount),
	);

/** A search with breakpoints: logpoints write their text, a temporary breakpoint is removed when it is hit. */
const walk = (
	recording: AnyRecording,
	session: Session,
	from: number,
	direction: 1 | -1,
	ends: (stop: Stop) => boolean,
	limits: SeekLimits,
): Found & {readonly session: Session} => {
	const log = [...session.log];
	const logpoints = session.breakpoints.filter(({enabled, log: text}) => enabled && text !== undefined);
	const found = seek(
		recording,
		from,
		direction,
		(stop) => {
			for (const breakpoint of logpoints) {
				if (direction === 1 && matchesBreakpoint(recording, breakpoint, stop)) {
					log.push({step: stop.step, text: logText(recording, breakpoint, stop)});
				}
			}

			return ends(stop) || hitBreakpoints(recording, session, stop).length > 0;
		},
		limits,
	);
	const met = found.stop ? hitBreakpoints(recording, session, found.stop) : [];
	const spent = new Set(met.filter(({temporary}) => temporary).map(({id}) => id));
	return {
		...found,
		session: {...session, log, breakpoints: session.breakpoints.filter(({id}) => !spent.has(id))},
	};
};

/** Continues to the next stop that a breakpoint matches, or back to the previous one; without breakpoints, to rest. */
export const proceed = (
	recording: AnyRecording,
	session: Session,
	from: number,
	direction: 1 | -1,
	limits: SeekLimits = {},
): Found & {readonly session: Session} => walk(recording, session, from, direction, () => false, limits);

/** A motion that an earlier breakpoint ends, as in any debugger; `over` and `out` also stop at breakpoints inside the work that they skip. */
export const moveWithBreakpoints = (
	recording: AnyRecording,
	session: Session,
	from: number,
	motion: Motion,
	direction: 1 | -1,
	limits: SeekLimits = {},
): Found & {readonly session: Session} => {
	const target = move(recording, from, motion, direction, limits);
	if (!session.breakpoints.some(({enabled}) => enabled)) {
		return {...target, session};
	}

	// Everything up to the target is on the tape by now.
	const end = target.stop?.step ?? (direction === 1 ? recording.stops.length : -1);
	const walked = walk(recording, session, from, direction, ({step}) => (step - end) * direction >= 0, {
		...limits,
		steps: 0,
	});
	return walked.stop ? walked : {...target, session: walked.session};
};
