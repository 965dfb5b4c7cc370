import type {Stop} from '../kernel/stop.js';
import {stopsOf, type Stretch} from './stretch.js';

/** The largest distance between stops of one millisecond, in microseconds. */
const widestUs = 10;

/** The place of a stop on an axis finer than the virtual clock, in microseconds since the stretch's time zero. */
export interface Moment {
	readonly startUs: number;
	readonly endUs: number;
}

/** Three decimals are nanoseconds. */
const rounded = (us: number): number => Math.round(us * 1000) / 1000;

/**
Moments for the stops of a stretch.

The virtual clock has whole milliseconds, and one may have many stops: viewers of traces would draw them on top of each other. So they are
placed in sequence within it, at most 10 µs apart: their order is that of the run, but their distance has no meaning.
*/
export const momentsOf = (stretch: Stretch): ((stop: Stop) => Moment) => {
	const counts = new Map<number, number>();
	const placeInMs = new Map<number, number>();
	for (const {step, timeMs} of stopsOf(stretch)) {
		const before = counts.get(timeMs) ?? 0;
		placeInMs.set(step, before);
		counts.set(timeMs, before + 1);
	}

	return ({step, timeMs}) => {
		const strideUs = Math.min(widestUs, 1000 / ((counts.get(timeMs) ?? 0) + 1));
		const startUs = (timeMs - stretch.fromMs) * 1000 + (placeInMs.get(step) ?? 0) * strideUs;
		return {startUs: rounded(startUs), endUs: rounded(startUs + strideUs)};
	};
};

/** A trace's note about its times. */
export const momentsNote =
	'The virtual clock counts whole milliseconds. Stops within one millisecond are placed one after the other, at most 10 µs apart: their order is that of the run; their distance means nothing.';
