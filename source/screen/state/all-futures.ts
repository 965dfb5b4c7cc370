import {runOf} from '../../debugger/futures.js';
import type {Future, State} from './state.js';

/** The future on the screen, as it is kept while another is shown. */
export const asLeft = ({future, recording, cursor}: State): Future => ({...future, run: runOf(recording), cursor});

/** All futures, the one on the screen first. */
export const allFutures = (state: State): readonly [Future, ...Future[]] => [asLeft(state), ...state.futures];
