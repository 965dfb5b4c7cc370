import {errorLine} from '../../kernel/error-text.js';
import type {LongWork} from '../state/parts.js';
import {seconds, sinceStart, type State} from '../state/state.js';
import {wordsOf} from '../words/words.js';

/** Work of so many parts takes long enough to say so. */
export const partsUntilSaid = 6;

/** Does work until it is done, or the screen has to answer: then it goes on as a search does, and any key ends it. @throws {Error} what the work throws at once */
export const begin = (state: State, work: LongWork): State => part(state, work, 1);

const part = (state: State, work: LongWork, parts: number): State => {
	for (;;) {
		const {done, value} = work.next();
		if (done) {
			return value({...state, search: undefined});
		}

		if (state.setup.services.pause?.()) {
			const {step, timeMs} = value;
			const message =
				parts <= partsUntilSaid ? '' : wordsOf(state).messages.runs(step, seconds(sinceStart(state, timeMs)));
			return {...state, search: {stopsLeft: 0, parts, work}, message};
		}
	}
};

/** Goes on with work that has paused. */
export const goOn = (state: State, work: LongWork, parts: number): State => {
	try {
		return part(state, work, parts + 1);
	} catch (error) {
		return {...state, search: undefined, message: errorLine(error)};
	}
};
