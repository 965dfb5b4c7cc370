import type {Stop} from '../kernel/stop.js';
import type {Place, AnyRecording} from './recording.js';

/** The end of a search: a matching stop, or the edge that it reached. */
export interface Found {
	readonly stop?: Stop;
	readonly edge?: 'start' | 'rest' | 'limit' | 'paused';
}

export interface SeekLimits {
	/** The most stops that may be recorded (default 200,000). */
	readonly steps?: number;
	/** The latest virtual time, in milliseconds since the run began. */
	readonly untilMs?: number;
	/** Called while stops are recorded; returns whether to pause. The same search can continue from there. */
	readonly pause?: () => boolean;
	/** Whether to continue when only periodic work is left. */
	readonly pastRest?: boolean;
}

/** The number of recorded stops between two checks for a pause. */
const stopsBetweenPauses = 64;

/**
Searches the tape from a step in one direction for a stop that matches; forward, the tape is extended as needed.

Every motion of the debugger, every breakpoint and every "until" is this search with a different condition.
*/
export const seek = (
	recording: AnyRecording,
	from: number,
	direction: 1 | -1,
	matches: (stop: Stop) => boolean,
	limits: SeekLimits = {},
): Found => {
	if (direction === -1) {
		for (let step = Math.min(from, recording.stops.length) - 1; step >= 0; step--) {
			const stop = recording.stops.get(step);
			if (stop && matches(stop)) {
				return {stop};
			}
		}

		return {edge: 'start'};
	}

	const untilMs = limits.untilMs ?? Number.POSITIVE_INFINITY;
	let recorded = 0;
	for (let step = from + 1; ; step++) {
		let stop: Stop | undefined = recording.stops.get(step);
		if (!stop) {
			if (recording.resting && !limits.pastRest) {
				return {edge: 'rest'};
			}

			if (recorded % stopsBetweenPauses === stopsBetweenPauses - 1 && limits.pause?.()) {
				return {edge: 'paused'};
			}

			if (recorded++ >= (limits.steps ?? 200_000)) {
				return {edge: 'limit'};
			}

			stop = recording.extend(untilMs, !limits.pastRest);
			if (!stop) {
				const rests = untilMs === Number.POSITIVE_INFINITY || (recording.resting && !limits.pastRest);
				return {edge: rests ? 'rest' : 'limit'};
			}
		}

		if (stop.timeMs > untilMs) {
			return {edge: 'limit'};
		}

		if (matches(stop)) {
			return {stop};
		}
	}
};

/** Like {@link seek}, in parts, for a caller with other work: recorded stops are scanned once. */
export function* seeking(
	recording: AnyRecording,
	from: number,
	direction: 1 | -1,
	matches: (stop: Stop) => boolean,
	limits: Omit<SeekLimits, 'pause'> = {},
): Generator<Place, Found> {
	const {stops, kernel} = recording;
	let left = limits.steps ?? 200_000;
	for (let at = from; ;) {
		const before = stops.length;
		const found = seek(recording, at, direction, matches, {...limits, steps: left, pause: () => true});
		if (found.edge !== 'paused') {
			return found;
		}

		left -= stops.length - before;
		at = stops.length - 1;
		yield {step: at, timeMs: kernel.now};
	}
}

/** The visible depth of a stop: the entry of a frame has its caller's depth, as the call. */
export const shownDepth = (stop: Stop): number => (stop.frame?.step === stop.step ? stop.depth - 1 : stop.depth);

const group = (stage: string): string => stage.split('.', 2).join('.');

/** The motions by name; each returns the condition for stops that it searches from the current stop. */
export const motions = {
	into: () => (stop: Stop) => !stop.periodic,
	over: (at: Stop) => (stop: Stop) => stop.process === at.process && shownDepth(stop) <= shownDepth(at),
	out: (at: Stop) => (stop: Stop) => stop.process === at.process && shownDepth(stop) < Math.max(1, at.depth),
	stage: (at: Stop) => (stop: Stop) => !stop.periodic && group(stop.stage) !== group(at.stage),
	process: (at: Stop) => (stop: Stop) => stop.process === at.process,
} as const satisfies Record<string, (at: Stop) => (stop: Stop) => boolean>;

export type Motion = keyof typeof motions;

/** Moves from a step. If the process does nothing more in that direction, moves to the stop after its last one. */
export const move = (
	recording: AnyRecording,
	from: number,
	motion: Motion,
	direction: 1 | -1,
	limits: SeekLimits = {},
): Found => {
	const at = recording.stops.get(from);
	if (!at) {
		return seek(recording, from, direction, motions.into(), limits);
	}

	const found = seek(recording, from, direction, motions[motion](at), limits);
	if (found.stop || found.edge === 'limit' || motion === 'into' || motion === 'stage') {
		return found;
	}

	let last = direction === 1 ? recording.stops.length - 1 : 0;
	for (let stop = recording.stops.get(last); stop && stop.process !== at.process; stop = recording.stops.get(last)) {
		last -= direction;
	}

	return seek(recording, last, direction, motions.into(), limits);
};

/** The next or previous stop at which the value of a ledger key changed. */
export const seekChange = (
	recording: AnyRecording,
	from: number,
	direction: 1 | -1,
	key: string,
	limits: SeekLimits = {},
): Found => {
	const changes = new Set(recording.kernel.ledger.versions(key).map(({step}) => step));
	return seek(
		recording,
		from,
		direction,
		({step}) => changes.has(step) || (direction === 1 && recording.kernel.ledger.versions(key).at(-1)?.step === step),
		limits,
	);
};
