import type {State} from './state.js';

/** Whether the learner of a drill or of a task of an exam has done nothing yet: the cluster has its own past. */
export const isUntouchedTask = ({lesson, cursor}: State): boolean =>
	lesson !== undefined &&
	(lesson.run.lesson.drill ?? lesson.run.lesson.examTask) !== undefined &&
	cursor === lesson.run.start &&
	!lesson.run.acted;

/**
Whether the user has not yet acted in the cluster on the screen. The stop at the cursor is then the last of the cluster's start or routine,
which is irrelevant to the user: the screen shows the cluster at rest instead.
*/
export const isCalm = (state: State): boolean => {
	const {lesson, recording, cursor, start, guess} = state;
	const isUntouched = recording.inputs.length === 0 && cursor >= 0;
	if (guess.on) {
		return false;
	}

	if (lesson === undefined) {
		return isUntouched && cursor === start;
	}

	return isUntouchedTask(state) || (isUntouched && cursor === lesson.leftAt);
};
