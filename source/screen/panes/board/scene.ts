import type {Stop} from '../../../kernel/stop.js';
import {isCalm} from '../../state/calm.js';
import {stopOf, type State} from '../../state/state.js';

/** The number of stops that the board reads before the cursor: work in progress began within them. */
const horizon = 400;

/** The input of the board: the stop and earlier ones, but no later stop. */
export interface Scene {
	readonly state: State;
	readonly stop: Stop | undefined;
	/** The stop and those before it, the latest first. */
	readonly recent: readonly Stop[];
	/** Process → its latest stop. */
	readonly latest: ReadonlyMap<string, Stop>;
	/** The previous stop of this process. */
	readonly before: Stop | undefined;
}

export const sceneOf = (state: State): Scene => {
	if (isCalm(state)) {
		return {state, stop: undefined, recent: [], latest: new Map(), before: undefined};
	}

	const {stops} = state.recording;
	const recent = stops.slice(Math.max(0, state.cursor + 1 - horizon), Math.max(0, state.cursor + 1)).reverse();
	const latest = new Map<string, Stop>();
	for (const stop of recent) {
		if (!latest.has(stop.process)) {
			latest.set(stop.process, stop);
		}
	}

	const stop = stopOf(state);
	return {
		state,
		stop,
		recent,
		latest,
		before: recent.find(({process, step}) => process === stop?.process && step < stop.step),
	};
};
