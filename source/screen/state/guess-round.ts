import type {Session} from '../../debugger/session.js';
import {questionAt} from '../../classroom/guess/guess-question.js';
import type {OpenGuess} from './parts.js';
import {changed, type State} from './state.js';
import {wordsOf} from '../words/words.js';

/** The number of answers before a missed question returns. */
const restOfMissed = 3;

/** The question that waits for an answer, if the cursor is still at its place. */
export const openGuess = ({guess: {open}, recording, cursor}: State): OpenGuess | undefined =>
	open && open.recording === recording && open.cursor === cursor ? open : undefined;

/**
The state with a question about the next stop, or a repeated one about a missed stop; `undefined` without a question, or if the user continues without an answer.

@param step the next stop, which stays hidden.
@param session the session after the next stop is reached.
*/
export const asked = (state: State, step: number, session: Session): State | undefined => {
	const {recording, cursor, guess} = state;
	const waiting = openGuess(state);
	if (!guess.on || (waiting && !waiting.again)) {
		return undefined;
	}

	// A repeated question that the learner skips returns later.
	const missed = guess.missed.map((one) =>
		one.question === waiting?.question ? {...one, due: guess.answered + restOfMissed} : one,
	);
	const due = missed.find((one) => one.recording === recording && one.due <= guess.answered);
	const question =
		due?.question ?? questionAt(recording, cursor, step, wordsOf(state).messages, Math.abs(step - state.start));
	return question
		? {
				...changed(state, 'guess', {
					missed,
					open: {question, recording, cursor, at: 0, again: due !== undefined, sessions: [state.session, session]},
				}),
				message: '',
			}
		: undefined;
};

/** The score of the game: `2 of 3 right, streak 1`. */
export const scoreWords = (state: State): string => {
	const {answered, right, streak} = state.guess;
	const {noGuess, guessScore} = wordsOf(state).messages;
	return answered === 0 ? noGuess : guessScore(right, answered, streak);
};

/** The game after an answer to the pending question: missed questions are kept, known ones are removed. */
export const scored = (state: State, {question, recording}: OpenGuess, answer: string): State => {
	const {guess} = state;
	const isRight = answer === question.right;
	const answered = guess.answered + 1;
	const others = guess.missed.filter((one) => one.recording !== recording || one.question.step !== question.step);
	return changed(state, 'guess', {
		answered,
		right: guess.right + (isRight ? 1 : 0),
		streak: isRight ? guess.streak + 1 : 0,
		missed: isRight ? others : [...others, {question, recording, due: answered + restOfMissed}],
		open: undefined,
	});
};
