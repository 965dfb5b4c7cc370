import type {TerminalEntry} from '../../cluster.js';
import {adviceAt} from './advice-at.js';
import type {State} from './state.js';
import {commandsGiven} from './typed-command.js';

/** Whether the screen has explained how this run ended, and no later command has led to a good end. */
export const isUnsolved = (state: State): boolean => {
	const {lesson, live, manifests} = state;
	const {solvedAt = -1} = manifests;
	return !lesson && !live && manifests.advice.some(({step}) => step > solvedAt && adviceAt(state, step).length > 0);
};

/** Whether the last command before the cursor has not ended there. */
const isUnderWay = ({recording, cursor}: State): boolean => {
	const number = commandsGiven(recording, cursor);
	return number > 0 && recording.kernel.ledger.readAt<TerminalEntry>(`/terminal/${number}`, cursor)?.code === undefined;
};

/**
Whether a command typed at the cursor answers an explained ending: it then runs in the present and to its outcome. Such places are the end,
an explained stop of the past, and any stop during the failed command.
*/
export const answersEnding = (state: State, isAtEnd: boolean): boolean =>
	isUnsolved(state) && (isAtEnd || adviceAt(state, state.cursor).length > 0 || isUnderWay(state));
