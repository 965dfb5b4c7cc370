import type {Stop} from '../kernel/stop.js';
import {isStopOf} from '../stages/stop-of.js';

/** What a run took to work, each once, in order: programs that nobody has described, and what they fetch. */
export const assumedThings = (stops: Iterable<Stop>): readonly string[] => {
	const found = new Set<string>();
	for (const stop of stops) {
		if (isStopOf(stop, 'container.assume')) {
			found.add(stop.facts.what);
		}
	}

	return [...found];
};
