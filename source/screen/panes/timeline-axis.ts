import type {Stop} from '../../kernel/stop.js';
import type {State} from '../state/state.js';

/**
The place of each step on the timeline. Each stop among the effects of the user's commands has a width of one; other stops have a quarter of
that, waits little, and routine none. So a simulated hour of routine does not compress a second's work.
*/
export interface Axis {
	/** The first step that is on it. */
	readonly from: number;
	/** The non-decreasing position of each step, from `from` on. */
	readonly along: readonly number[];
	/** The number of stops of the user's own work up to each step. */
	readonly done: readonly number[];
	/** Steps with a refusal or a failure. */
	readonly failures: readonly number[];
	/** The steps at which a fault began or ended, for any cause. */
	readonly faults: readonly number[];
	/** The last step in the consequences of the user's commands that is not routine, including later events of created objects, even by timers. */
	readonly lastOwn: number | undefined;
}

interface Growing {
	readonly from: number;
	readonly along: number[];
	readonly done: number[];
	/** Whether each step is a consequence of the user's commands. */
	readonly own: boolean[];
	/** Whether each step is one of those, concerns an object created in one, or is a consequence of one. */
	readonly led: boolean[];
	/** The objects made in such steps. */
	readonly made: Set<string>;
	readonly failures: number[];
	readonly faults: number[];
	/** Time and place of the last stop that was not routine. */
	last: {readonly timeMs: number; readonly along: number};
	lastOwn: number | undefined;
}

/** The width of a wait, in stops. */
const waitRoom = (ms: number): number => Math.log1p(ms);

/**
Whether a stop is the conflict of a component that wrote from an old copy: it retries automatically. The conflict of a user's command counts
as an answer to the user.
*/
const isOldCopy = ({process, stage, facts}: Stop): boolean =>
	!/^(?:kubectl|client)\//.test(process) &&
	(stage === 'etcd.txn' ||
		(stage === 'apiserver.respond' && facts?.code === 409) ||
		(/^controller\..*\.retry$/.test(stage) && facts?.reason === 'Conflict'));

/** Whether a stop is not a failure: a missing object is an answer, and an informer that lost its watch lists again automatically. */
export const isFailure = (stop: Stop): boolean => {
	const {outcome, stage, facts} = stop;
	return (
		(outcome === 'refused' || outcome === 'failed') &&
		stage !== 'informer.watch' &&
		!(stage === 'apiserver.respond' && facts?.code === 404) &&
		!isOldCopy(stop)
	);
};

/** Stops about a fault other than its beginning and end: an affected request, its announcement, its refusal. */
const noFaults: ReadonlySet<string> = new Set(['fault.request', 'fault.plan', 'fault.refused']);

const isFault = ({stage}: Stop): boolean => stage.startsWith('fault.') && !noFaults.has(stage);

const axes = new WeakMap<object, Growing>();

/** The beginning of the timeline: the user's first command, or the start of the cluster while that is viewed. */
const firstStep = ({recording, cursor, start}: State): number =>
	cursor < start ? 0 : Math.min(start, Math.max(0, recording.stops.length - 1));

/** The width of other components' own work. */
const other = 0.25;

/** Adds a step. */
const grow = (axis: Growing, step: number, stop: Stop | undefined): void => {
	const {from, last} = axis;
	const timeMs = stop?.timeMs ?? last.timeMs;
	const cause = stop?.cause ?? -1;
	// While the user views the start of the cluster, all of it is shown.
	const own = from === 0 || cause < 0 || (axis.own[cause - from] ?? false);
	const ownSize = own ? 1 : other;
	const size = !stop || stop.periodic ? 0 : ownSize;
	const along = last.along + waitRoom(timeMs - last.timeMs) + size;
	axis.own.push(own);
	axis.along.push(along);
	axis.done.push((axis.done.at(-1) ?? 0) + size);
	if (size > 0) {
		axis.last = {timeMs, along};
	}

	const object = stop?.object ?? '';
	const led = own || (axis.led[cause - from] ?? false) || axis.made.has(object);
	axis.led.push(led);
	if (led && stop?.stage === 'apiserver.store' && stop.facts?.case === 'create') {
		axis.made.add(object);
	}

	if (size > 0 && led) {
		axis.lastOwn = step;
	}

	if (stop && size > 0 && isFailure(stop)) {
		axis.failures.push(step);
	}

	if (stop && isFault(stop)) {
		axis.faults.push(step);
	}
};

/** The timeline as far as the tape extends; it is kept between frames and reads each step once. */
export const axisOf = (state: State): Axis => {
	const {stops} = state.recording;
	const from = firstStep(state);
	let axis = axes.get(stops);
	if (axis?.from !== from) {
		const last = {timeMs: stops.get(from)?.timeMs ?? 0, along: 0};
		axis = {
			from,
			along: [],
			done: [],
			own: [],
			led: [],
			made: new Set(),
			failures: [],
			faults: [],
			last,
			lastOwn: undefined,
		};
		axes.set(stops, axis);
	}

	for (let step = from + axis.along.length; step < stops.length; step++) {
		grow(axis, step, stops.get(step));
	}

	return axis;
};

/** The least room of the timeline, in stops: a run of very few does not fill it. */
const leastLength = 60;

/** The length of the timeline, in stops. */
export const lengthOf = ({along}: Axis): number => Math.max(leastLength, (along.at(-1) ?? 0) + 1);

/** The part of the timeline of a step, from 0 to below 1. */
export const partOf = (axis: Axis, step: number): number =>
	Math.max(0, axis.along[step - axis.from] ?? 0) / lengthOf(axis);

/** The first step at or after a part of the timeline. @param part from 0, its beginning, to 1. */
export const stepAtPart = (axis: Axis, part: number): number => {
	const {from, along} = axis;
	const wanted = part * lengthOf(axis);
	let [low, high] = [0, Math.max(0, along.length - 1)];
	while (low < high) {
		const middle = (low + high) >>> 1;
		if ((along[middle] ?? 0) < wanted) {
			low = middle + 1;
		} else {
			high = middle;
		}
	}

	return from + low;
};
