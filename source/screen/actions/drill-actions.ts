import type {LessonState} from '../state/parts.js';
import {lessonChanged, type State} from '../state/state.js';

/** The state with one more key counted for its drill; keys after the repair do not count. */
export const keyCounted = (state: State, {spent, solved, run}: LessonState): State =>
	solved || run.finished ? state : lessonChanged(state, {spent: {...spent, keys: spent.keys + 1}});

/** The state whose drill has just been repaired: its clocks have stopped. @param helped by the solution */
export const drillSolved = (state: State, helped = false): State => {
	const {lesson} = state;
	if (!lesson?.run.lesson.drill) {
		return state;
	}

	const {run, spent} = lesson;
	const timeAt = (step: number) => run.recording.stops.get(step)?.timeMs ?? 0;
	const now = state.setup.services.now?.();
	return lessonChanged(state, {
		spent: {
			...spent,
			virtualMs: timeAt(run.cursor) - timeAt(run.start),
			...(now === undefined || spent.beganMs === undefined ? {} : {realMs: now - spent.beganMs}),
			helped: helped || (spent.helped ?? false),
		},
	});
};
