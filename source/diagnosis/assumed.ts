import type {Stop} from '../kernel/stop.js';
import {isStopOf} from '../stages/stop-of.js';

/** Something that the run takes for granted: a verdict that rests on it is only as good as it is. */
export interface Assumption {
	/** In words: `python app.py (image app:1): a program of its own`. */
	readonly what: string;
	/** The first stop that says so. */
	readonly step: number;
}

/** All that a run takes for granted, each once, in order: programs that nobody has described, and what they fetch. */
export const assumptionsOf = (stops: Iterable<Stop>): readonly Assumption[] => {
	const found = new Map<string, Assumption>();
	for (const stop of stops) {
		if (isStopOf(stop, 'container.assume') && !found.has(stop.facts.what)) {
			found.set(stop.facts.what, {what: stop.facts.what, step: stop.step});
		}
	}

	return [...found.values()];
};
