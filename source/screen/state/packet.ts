import {packetWalk, requestWalk, type ClusterRecording, type Walk} from '../../cluster.js';
import type {Stop} from '../../kernel/stop.js';
import {errorMessage} from './error-message.js';
import type {State} from './state.js';
import {wordsOf} from '../words/words.js';

/** The path of the shown packet, or why it is missing. */
export type ShownWalk = {readonly case: 'walk'; readonly walk: Walk} | {readonly case: 'none'; readonly why: string};

const known = new WeakMap<ClusterRecording, {readonly key: string; readonly shown: ShownWalk}>();

const find = (state: State): ShownWalk => {
	const {
		network: {walk},
		recording,
		cursor,
		setup,
	} = state;
	const words = wordsOf(state).messages;
	if (walk === undefined) {
		return {case: 'none', why: words.packetTakes};
	}

	try {
		const found =
			'request' in walk
				? requestWalk(recording, walk.request, setup.language)
				: packetWalk(recording, cursor, walk.words, setup.language);
		return found ? {case: 'walk', walk: found} : {case: 'none', why: words.requestNotRecorded};
	} catch (error) {
		return {case: 'none', why: errorMessage(state, error)};
	}
};

/** The walk of the packet on the screen: for words at the step of the cursor, for a request at the step that sent it. */
export const walkOf = (state: State): ShownWalk => {
	const {
		network: {walk},
		recording,
		cursor,
		setup,
	} = state;
	// How a request ended may be recorded later than its beginning.
	const key = JSON.stringify([setup.language, walk, walk && 'request' in walk ? recording.stops.length : cursor]);
	const last = known.get(recording);
	if (last?.key === key) {
		return last.shown;
	}

	const shown = find(state);
	known.set(recording, {key, shown});
	return shown;
};

/** Whether a request or a connection starts at a stop. */
export const setsOut = (stop: Stop | undefined): boolean =>
	stop?.stage === 'traffic.request' || stop?.stage === 'container.connect';

/** Whether the packet on the screen is lost on its way. */
export const isDead = (state: State): boolean => {
	const shown = state.network.part === 'walk' ? walkOf(state) : undefined;
	return shown?.case === 'walk' && !shown.walk.arrives;
};
