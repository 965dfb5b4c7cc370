import {openGuess, scored, scoreWords} from '../state/guess-round.js';
import {changed, type State} from '../state/state.js';
import {go, jump} from './motions.js';
import {wordsOf} from '../words/words.js';

/** Begins the guessing game with the next stop, or ends it. */
export const toggleGuessing = (state: State): State => {
	if (state.guess.on) {
		const ended = changed(state, 'guess', {on: false, open: undefined});
		return {...ended, message: wordsOf(state).messages.guessingOff(scoreWords(state))};
	}

	const begun = go(changed(state, 'guess', {on: true, open: undefined}), 'into', 1);
	return openGuess(begun) || begun.message !== '' ? begun : {...begun, message: wordsOf(state).messages.guessingOn};
};

/** Chooses the next or previous answer. */
export const chooseAnswer = (state: State, change: number): State => {
	const open = openGuess(state);
	if (!open) {
		return {...state, message: wordsOf(state).messages.nothingAsked};
	}

	const {length} = open.question.options;
	return changed({...state, message: ''}, 'guess', {open: {...open, at: (open.at + change + length) % length}});
};

const answer = (state: State, index: number): State => {
	const open = openGuess(state);
	const said = open?.question.options[index];
	if (!open || said === undefined) {
		return {...state, message: wordsOf(state).messages.nothingAsked};
	}

	const {question, again, sessions} = open;
	const [before, after] = sessions;
	const session = state.session === before ? after : state.session;
	const shown = again ? state : {...jump(state, question.step), session};
	const next = scored(shown, open, said);
	const {guessedRight, guessedWrong} = wordsOf(state).messages;
	const verdict = said === question.right ? guessedRight(said) : guessedWrong(question.right);
	return {...next, message: `${verdict} · ${scoreWords(next)}`};
};

/** Answers with the option of a digit. */
export const answerNumber = (state: State, key: string): State => answer(state, Number(key) - 1);

/** Answers with the chosen option. */
export const answerChosen = (state: State): State => answer(state, openGuess(state)?.at ?? 0);
