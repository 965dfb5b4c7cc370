import type {Action} from '../../classroom/format.js';
import type {Goal} from '../../classroom/goal.js';
import type {Place} from '../../debugger/recording.js';
import {numberOf} from '../../classroom/heads.js';
import type {LessonRun} from '../../classroom/player.js';
import type {DueQuestion} from '../../classroom/progress.js';
import {initialState, type Beginning} from '../state/initial-state.js';
import {asksBelief, beliefs} from '../state/belief.js';
import {changed, lessonChanged, type State, type LongWork} from '../state/state.js';
import {drillSolved} from './drill-actions.js';
import {answer, answerFreely, breaking, deciding, inSight} from './question-actions.js';
import {begin} from './long-work.js';
import {wordsOf} from '../words/words.js';
import {jump} from './motions.js';
import {passing} from './passage.js';
import type {TakenStep} from '../../classroom/lesson.js';

/** A lesson on the screen. */
export const lessonOpened = (run: LessonRun, beginning: Beginning): State => {
	const start = run.lesson.fault ? run.start : Math.max(0, run.recording.inputs[0]?.step ?? run.cursor);
	return lessonMoved(initialState(run.recording, {...beginning, cursor: run.cursor, start, lesson: run}));
};

/** Asks the first of these questions again; without any, opens the next lesson. */
function* asking(
	{keymap, services, language}: State['setup'],
	opens: string,
	[first, ...left]: readonly DueQuestion[],
): LongWork {
	const run: LessonRun | undefined = yield* (
		(first ? services.lessonAt?.(first.lesson, first.step) : services.lessonNamed?.(opens)) ?? []
	);
	if (!run) {
		return (now) => now;
	}

	// Another version of the lesson may have no question there.
	if (first && !run.step.ask) {
		return yield* asking({keymap, services, language}, opens, left);
	}

	return ({size}) => {
		const opened = {...lessonOpened(run, {keymap, services, language}), size};
		return first
			? {
					...lessonChanged(opened, {review: {opens, left}}),
					message: wordsOf(opened).messages.comesBack(numberOf(first.lesson), left.length),
				}
			: opened;
	};
}

/** The screen on which a lesson has opened; at the beginning of a chapter, up to two wrongly answered questions are first. */
export function* afterDue(state: State): Generator<Place, State> {
	const {lesson, setup} = state;
	const due = lesson ? (setup.services.due?.(lesson.run.lesson.name) ?? []) : [];
	return lesson && due.length > 0 ? (yield* asking(setup, lesson.run.lesson.name, due))(state) : state;
}

/** Opens the lesson after the completed one; without one, its last step stays. */
function* lessonAfter({setup, size}: State, {lesson}: LessonRun): LongWork {
	const {keymap, services, language} = setup;
	const next: LessonRun | undefined = yield* services.lessonAfter?.(lesson.name) ?? [];
	if (!next) {
		return (now) => {
			const {lastDrill, lastLesson} = wordsOf(now).messages;
			return {...now, message: lesson.drill ? lastDrill : lastLesson};
		};
	}

	const opened = yield* afterDue({...lessonOpened(next, {keymap, services, language}), size});
	return (now) => ({...opened, size: now.size});
}

/** Opens the screen after the last step: the page of the chapter, if it ends here, then the next lesson. */
function* afterLesson(state: State, run: LessonRun): LongWork {
	const page = state.lesson?.page ? undefined : state.setup.services.pageAfter?.(run.lesson.name);
	return page ? (now) => lessonChanged(now, {page, tall: true, top: 0}) : yield* lessonAfter(state, run);
}

/** Whether a step has an action: without its own view, it shows the object of its stop. */
const acts = ({kubectl, traffic, crash, restart, runTo}: TakenStep): boolean =>
	[kubectl, traffic, crash, restart, runTo].some((deed) => deed !== undefined);

/** The state with the step's view opened again. */
const lookedAgain = (state: State): State => {
	const {look} = state.lesson?.run.step ?? {};
	const followed = state.lesson?.run.lookedAt;
	if (look?.view) {
		return inSight(changed(state, 'pane', {scroll: {}, selected: {}}), look, followed);
	}

	if (followed === undefined) {
		return state;
	}

	return changed(state, 'object', {lookingAt: followed});
};

/** The state at the place and view of its lesson, after the lesson moved or was opened. Without a lesson, the state is unchanged. */
export const lessonMoved = (state: State): State => {
	if (!state.lesson) {
		return state;
	}

	const {run} = state.lesson;
	const {look} = run.step;
	const at = Math.max(0, run.cursor);
	const moved = lessonChanged(jump({...state, recording: run.recording}, at), {
		leftAt: at,
		at,
		// The closing text is a page.
		tall: run.finished && run.lesson.examTask === undefined,
		top: 0,
		page: undefined,
		option: 0,
		answered: undefined,
		picked: undefined,
		hints: 0,
		solved: false,
	});
	const ofStep = acts(run.step) && state.pane.view !== 'board' ? 'state' : state.pane.view;
	const usual = (run.lesson.drill ?? run.lesson.examTask) ? 'cluster' : ofStep;
	const shown: State = {
		...changed(moved, 'pane', {view: usual}),
		shown: {...moved.shown, real: look?.real !== undefined},
		message: run.problem ?? '',
	};
	return look ? inSight(shown, look, run.lookedAt) : shown;
};

/** Enter in a lesson: answers, checks a task, or continues. */
export const lessonOn = (state: State): State => {
	const {lesson} = state;
	if (!lesson) {
		return state;
	}

	if (asksBelief(lesson)) {
		return lessonChanged(state, {belief: beliefs[lesson.option] ?? 'unsure', option: 0});
	}

	const {run, answered, solved, review} = lesson;
	if (review && answered) {
		return begin(state, asking(state.setup, review.opens, review.left));
	}

	const {ask, task} = run.step;
	if (ask?.break && !answered) {
		return begin(state, breaking(state, run, ask, ask.break));
	}

	if (ask && !answered) {
		return begin(
			state,
			deciding(state, ask, (now) => {
				if (!now.lesson) {
					return now;
				}

				return ask.options.length === 0 ? answerFreely(now, now.lesson, ask) : answer(now, now.lesson, ask);
			}),
		);
	}

	return begin(state, task && !solved ? attempting(state, run, task.expect) : goingOn(state, run));
};

/** Finds out whether the task is solved. */
function* attempting({cursor}: State, run: LessonRun, goal: Goal): LongWork {
	run.cursor = cursor;
	const isSolved = yield* run.attempting(goal);
	return (now) => {
		const {notRepaired, unsolved, repaired, solved} = wordsOf(now).messages;
		const {drill} = run.lesson;
		return isSolved
			? {
					...drillSolved(lessonChanged(lessonMoved(now), {solved: true})),
					message: drill ? repaired : solved,
				}
			: {...now, message: drill ? notRepaired(run.problem) : unsolved(run.problem?.replace(/[.。]$/, ''))};
	};
}

/** Performs the next step. */
function* goingOn(state: State, run: LessonRun): LongWork {
	run.cursor = state.cursor;
	const isOn = yield* run.goingOn();
	return isOn ? (now) => passing(now, lessonMoved(now)) : yield* afterLesson(state, run);
}

/** Opens the next hint of the task; the last one also returns to the view to examine. */
export const hint = (state: State): State => {
	const {run, hints = 0} = state.lesson ?? {};
	const all = run?.step.task?.hints;
	if (run?.lesson.drill) {
		return {...state, message: wordsOf(state).messages.noHints};
	}

	if (!all) {
		return {...state, message: wordsOf(state).messages.onlyTaskHints};
	}

	const given = lessonChanged(state, {hints: Math.min(all.length, hints + 1)});
	return hints + 1 < all.length ? given : lookedAgain(given);
};

/** Returns to the step's own place, if the learner has moved away; from there, to the place before the last step or command. */
export const undoLesson = (state: State): State => {
	const {run, leftAt, answered} = state.lesson ?? {};
	const away = run && leftAt !== undefined && !run.acted && !answered && !run.step.task && state.cursor !== leftAt;
	if (away) {
		return {...lookedAgain(jump(state, leftAt)), message: wordsOf(state).messages.backAt(leftAt)};
	}

	if (run) {
		return begin(state, undoing(run));
	}

	return {...state, message: wordsOf(state).messages.nothingToUndo};
};

function* undoing(run: LessonRun): LongWork {
	const isUndone = yield* run.undoing();
	return (now) => (isUndone ? lessonMoved(now) : {...now, message: wordsOf(now).messages.nothingToUndo});
}

/** Performs the solution of the task visibly. */
export const solution = (state: State): State => {
	const run = state.lesson?.run;
	const task = run?.step.task;
	if (!run || !task) {
		return {...state, message: wordsOf(state).messages.onlyTaskSolution};
	}

	return begin(state, solving(state, run, task.solution));
};

function* solving({cursor}: State, run: LessonRun, actions: readonly Action[]): LongWork {
	run.cursor = cursor;
	const solved = yield* run.solving();
	return (now) => {
		const words = wordsOf(now).messages;
		const did = actions.map(({kubectl}) => (kubectl === undefined ? words.runOn : `kubectl ${kubectl}`)).join('; ');
		return {
			...drillSolved(lessonChanged(lessonMoved(now), {solved}), true),
			message: (run.solvedAfresh ? words.solutionAfresh : words.solution)(did),
		};
	};
}
