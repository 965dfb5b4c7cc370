import type {Frame, Stop} from '../kernel/stop.js';
import {stopsOf, type Stretch} from './stretch.js';

/** The part of a frame in a stretch. */
export interface Span {
	readonly frame: Frame;
	readonly process: string;
	/** The first stop in it, and the last. */
	readonly first: Stop;
	last: Stop;
	/** The last refused or failed stop in it, including inner frames. */
	failed?: Stop;
}

/** The frames of a stop, the outermost first. */
export const framesOf = ({frame}: Stop): readonly Frame[] => {
	const frames: Frame[] = [];
	for (let at = frame; at; at = at.parent) {
		frames.unshift(at);
	}

	return frames;
};

/** Whether a stop says that something did not work. */
export const isFailure = ({outcome}: Stop): boolean => outcome === 'refused' || outcome === 'failed';

/** All frames with stops in a stretch, by their numbers, in the order in which they begin. */
export const spansOf = (stretch: Stretch): ReadonlyMap<number, Span> => {
	const spans = new Map<number, Span>();
	for (const stop of stopsOf(stretch)) {
		for (const frame of framesOf(stop)) {
			const known = spans.get(frame.number);
			if (known) {
				known.last = stop;
			} else {
				spans.set(frame.number, {frame, process: stop.process, first: stop, last: stop});
			}

			if (isFailure(stop)) {
				const span = spans.get(frame.number);
				if (span) {
					span.failed = stop;
				}
			}
		}
	}

	return spans;
};
