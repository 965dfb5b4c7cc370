import type {Place} from '../../debugger/recording.js';
import type {Found, SeekLimits} from '../../debugger/seek.js';
import {errorMessage} from '../state/error-message.js';
import {seconds, sinceStart, type State, type LongWork} from '../state/state.js';
import {wordsOf} from '../words/words.js';

/** The number of parts from which work is announced. */
export const partsUntilSaid = 10;

/** A run, and the source of interruptions of a search in it. */
export interface Searched extends Pick<State, 'recording'> {
	readonly setup: {readonly services: Pick<State['setup']['services'], 'pause'>};
}

/**
A search as part of long work. When the screen must respond, it is interrupted and restarted: the recorded part passes quickly.

@param steps the most stops to record
*/
export function* searching<F extends Found>(
	{recording: {stops, kernel}, setup: {services}}: Searched,
	steps: number,
	search: (limits: SeekLimits) => F,
): Generator<Place, F> {
	for (const from = stops.length; ;) {
		const found = search({steps: from + steps - stops.length, pause: services.pause});
		if (found.edge !== 'paused') {
			return found;
		}

		yield {step: stops.length - 1, timeMs: kernel.now};
	}
}

/** A search as separate long work. @param then a function from the state at that time to the next one */
export function* foundBy<F extends Found>(
	search: Generator<Place, F>,
	then: (state: State, found: F) => State,
): LongWork {
	const found = yield* search;
	return (now) => then(now, found);
}

/**
Performs work until it is complete, or until the screen must respond: then it continues like a search, and any key ends it.

@param options.isAside whether the user did not request it: the screen first shows the result of the key
@throws {Error} an error that the work throws at once
*/
export const begin = (state: State, work: LongWork, {isAside = false} = {}): State =>
	isAside && state.setup.services.pause
		? {...state, search: {stopsLeft: 0, parts: 0, work, isAside}}
		: part(state, work, 1, isAside);

const part = (state: State, work: LongWork, parts: number, isAside: boolean): State => {
	for (;;) {
		const {done, value} = work.next();
		if (done) {
			// The progress is no longer shown.
			return value({...state, search: undefined, message: parts > 1 ? '' : state.message});
		}

		if (state.setup.services.pause?.()) {
			const {step, timeMs} = value;
			const {works, tries} = wordsOf(state).messages;
			const said = isAside ? tries : works(step, seconds(sinceStart(state, timeMs)));
			const before = isAside ? state.message : '';
			const message = parts > partsUntilSaid ? said : before;
			return {...state, search: {stopsLeft: 0, parts, work, ahead: state.search?.ahead, isAside}, message};
		}
	}
};

/** Continues with work that has paused. */
export const goOn = (state: State, work: LongWork, parts: number): State => {
	try {
		return part(state, work, parts + 1, state.search?.isAside ?? false);
	} catch (error) {
		return {...state, search: undefined, message: errorMessage(state, error)};
	}
};
