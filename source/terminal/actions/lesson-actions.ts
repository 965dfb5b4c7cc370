import {jump} from './motions.js';
import {type State} from '../state/state.js';
import {views, type View} from '../../lessons/views.js';

/** The state after the lesson went somewhere, or was opened: where it is, and what it wants looked at. */
export const lessonMoved = (state: State): State => {
	const lesson = state.lesson!;
	const look = lesson.step.look?.view;
	return {
		...jump({...state, recording: lesson.recording}, Math.max(0, lesson.cursor)),
		lessonAt: Math.max(0, lesson.cursor),
		option: 0,
		answered: undefined,
		hints: 0,
		solved: false,
		tallLesson: false,
		message: lesson.problem ?? '',
		view: views.find((view): view is View => view === look) ?? state.view,
		real: lesson.step.look?.real !== undefined,
	};
};

/** Answers the question by letting the run decide it. */
const answer = (state: State): State => {
	const lesson = state.lesson!;
	const ask = lesson.step.ask!;
	const chosen = ask.options[state.option]!;
	const correct = chosen === ask.answer;
	const proven = lesson.prove(ask.proof);
	const shown = proven.stop ? jump(state, proven.stop.step) : state;
	const where = proven.stop ? ` Look: the stop that decides it is on the screen (#${proven.stop.step}).` : '';
	return {
		...shown,
		answered: {
			correct,
			text: correct ? ask.because : `You said ${chosen}; it is ${ask.answer}.${where} ${ask.because}`,
		},
	};
};

/** Enter in a lesson: answers, checks a task, or goes on. */
export const lessonOn = (state: State): State => {
	const lesson = state.lesson!;
	const {ask, task} = lesson.step;
	if (ask && !state.answered) {
		return answer(state);
	}

	if (task && !state.solved) {
		lesson.cursor = state.cursor;
		return lesson.runUntil(task.expect)
			? {...lessonMoved(state), solved: true, message: 'solved'}
			: {...state, message: 'not yet: try something with : and kubectl …, H for a hint, ! for the solution'};
	}

	lesson.cursor = state.cursor;
	return lesson.next() ? lessonMoved(state) : {...state, message: 'this was the last step of the lesson; q leaves'};
};

export const chooseOption = (state: State, change: number): State => {
	const count = state.lesson?.step.ask?.options.length ?? 0;
	return count === 0 || state.answered ? state : {...state, option: (state.option + change + count) % count};
};

export const hint = (state: State): State => {
	const hints = state.lesson?.step.task?.hints;
	return hints
		? {...state, hints: Math.min(hints.length, state.hints + 1)}
		: {...state, message: 'there are hints where there is a task'};
};

export const undoLesson = (state: State): State =>
	state.lesson?.undo() ? lessonMoved(state) : {...state, message: 'nothing to undo'};

/** Does the solution of the task before the learner's eyes. */
export const solution = (state: State): State => {
	const task = state.lesson?.step.task;
	if (!state.lesson || !task) {
		return {...state, message: 'there is a solution where there is a task'};
	}

	state.lesson.cursor = state.cursor;
	const solved = state.lesson.solve();
	const did = task.solution.map(({kubectl}) => (kubectl === undefined ? 'run on' : `kubectl ${kubectl}`)).join('; ');
	return {...lessonMoved(state), solved, message: `solution: ${did}`};
};
