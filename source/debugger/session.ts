import {produce} from 'immer';
import type {Stop} from '../kernel/stop.js';
import {logText, matchesBreakpoint, parseBreakpoint, type Breakpoint} from './breakpoint.js';
import {move, seek, type AnyRecording, type Found, type Motion, type SeekLimits} from './seek.js';

/** What a debugging session keeps beside the tape: breakpoints and how often each was met, marks, the log. */
export interface Session {
	readonly breakpoints: readonly Breakpoint[];
	/** Mark name → step. */
	readonly marks: Readonly<Record<string, number>>;
	/** What logpoints said, oldest first. */
	readonly log: ReadonlyArray<{readonly step: number; readonly text: string}>;
}

export const emptySession: Session = {breakpoints: [], marks: {}, log: []};

/**
Adds the breakpoint that words describe.

@param sinceStep where its hits begin to count.
@throws {Error} saying which word is wrong.
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

/** Which time this stop is that the breakpoint matches. */
const hits = (recording: AnyRecording, breakpoint: Breakpoint, at: Stop): number => {
	let count = 0;
	for (let step = breakpoint.sinceStep ?? 0; step <= at.step; step++) {
		if (matchesBreakpoint(recording, breakpoint, recording.stops[step]!)) {
			count++;
		}
	}

	return count;
};

/** The enabled breakpoints that a stop meets, logpoints left out. */
export const hitBreakpoints = (recording: AnyRecording, session: Session, stop: Stop): readonly Breakpoint[] =>
	session.breakpoints.filter(
		(breakpoint) =>
			breakpoint.enabled &&
			breakpoint.log === undefined &&
			matchesBreakpoint(recording, breakpoint, stop) &&
			(breakpoint.hitCount === undefined || hits(recording, breakpoint, stop) === breakpoint.hitCount),
	);

/** Continues to the next stop that a breakpoint means, or back to the previous one; without any, to where the run rests. */
export const proceed = (
	recording: AnyRecording,
	session: Session,
	from: number,
	direction: 1 | -1,
	limits: SeekLimits = {},
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

			return hitBreakpoints(recording, session, stop).length > 0;
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

/** A motion that a breakpoint on the way ends early, as in any debugger; `over` and `out` stop inside what they skip when it is broken into. */
export const moveWithBreakpoints = (
	recording: AnyRecording,
	session: Session,
	from: number,
	motion: Motion,
	direction: 1 | -1,
	limits: SeekLimits = {},
): Found => {
	const target = move(recording, from, motion, direction, limits);
	if (session.breakpoints.length === 0 || motion === 'into') {
		return target;
	}

	const end = target.stop?.step ?? (direction === 1 ? recording.stops.length : -1);
	const broken = seek(
		recording,
		from,
		direction,
		(stop) =>
			(direction === 1 ? stop.step >= end : stop.step <= end) || hitBreakpoints(recording, session, stop).length > 0,
		{...limits, steps: 0},
	);
	return broken.stop && broken.stop.step !== end ? broken : target;
};
