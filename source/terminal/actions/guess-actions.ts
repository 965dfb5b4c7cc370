import {openGuess, scored, scoreWords} from '../state/guess-round.js';
import {changed, type State} from '../state/state.js';
import {go, jump} from './motions.js';

/** Begins the guessing game with the next stop, or ends it. */
export const toggleGuessing = (state: State): State => {
	if (state.guess.on) {
		const ended = changed(state, 'guess', {on: false, open: undefined});
		return {...ended, message: `guessing is off: ${scoreWords(state)}`};
	}

	const begun = go(changed(state, 'guess', {on: true, open: undefined}), 'into', 1);
	return openGuess(begun) || begun.message !== ''
		? begun
		: {...begun, message: 'guessing is on; s asks wherever there is something to guess'};
};

/** Chooses the answer further down or up. */
export const chooseAnswer = (state: State, change: number): State => {
	const open = openGuess(state);
	if (!open) {
		return {...state, message: 'nothing is asked; p begins to guess, s asks on'};
	}

	const {length} = open.question.options;
	return changed({...state, message: ''}, 'guess', {open: {...open, at: (open.at + change + length) % length}});
};

const answer = (state: State, index: number): State => {
	const open = openGuess(state);
	const said = open?.question.options[index];
	if (!open || said === undefined) {
		return {...state, message: 'nothing is asked; p begins to guess, s asks on'};
	}

	const {question, again, sessions} = open;
	const [before, after] = sessions;
	const session = state.session === before ? after : state.session;
	const shown = again ? state : {...jump(state, question.step), session};
	const next = scored(shown, open, said);
	const verdict = said === question.right ? `right: ${said}` : `no, it is ${question.right}; this comes back`;
	return {...next, message: `${verdict} · ${scoreWords(next)}`};
};

/** Answers with the option of a digit. */
export const answerNumber = (state: State, key: string): State => answer(state, Number(key) - 1);

/** Answers with the chosen option. */
export const answerChosen = (state: State): State => answer(state, openGuess(state)?.at ?? 0);
