import type {LessonRun} from '../../classroom/player.js';
import type {ExamSession} from '../../classroom/exams/session.js';
import type {Beginning} from '../state/initial-state.js';
import {lessonChanged, type State, type LongWork} from '../state/state.js';
import {examWords, type ExamWords} from '../words/exam-words.js';
import {lessonOpened} from './lesson-actions.js';
import {begin} from './long-work.js';

/** The exam on the screen; `undefined` without one. */
const examOf = (state: State): ExamSession | undefined => state.lesson?.exam;

const wordsFor = (state: State): ExamWords => examWords(state.setup.language);

const nowOf = ({setup}: State): number => setup.services.now?.() ?? 0;

/** The screen on a run of the exam. @param tall its text has the whole height */
const shown = (state: State, session: ExamSession, run: LessonRun, cursor: number, tall = false): State => {
	const {keymap, services, language} = state.setup;
	const opened = lessonOpened(run, {keymap, services, language});
	return {
		...lessonChanged(
			{...opened, cursor, size: state.size},
			{exam: session, nowMs: nowOf(state), leftAt: cursor, at: cursor, tall},
		),
		commandLine: state.commandLine,
	};
};

/** An exam on the screen: its clock continues. */
export const examOpened = (session: ExamSession, beginning: Beginning): State => {
	const opened = lessonOpened(session.run(), beginning);
	const nowMs = nowOf(opened);
	session.goOn(nowMs);
	const cursor = session.run().recording.stops.length - 1;
	return lessonChanged({...opened, cursor}, {exam: session, nowMs, leftAt: cursor, at: cursor});
};

/** The state of a task: its run at its last viewed step, or, after grading, the graded copy at the stop that decided against it. */
const openTask = (state: State, session: ExamSession, index: number): State => begin(state, opens(session, index));

function* opens(session: ExamSession, index: number): LongWork {
	const run = yield* session.opening(index);
	return (now) => {
		session.at = index;
		const grade = session.grades?.[index];
		if (!grade) {
			return shown(now, session, run, run.recording.stops.length - 1);
		}

		const decided = (grade.scores.find(({earned}) => !earned) ?? grade.scores[0])?.step;
		run.recording = grade.recording;
		return shown(now, session, run, decided ?? grade.recording.stops.length - 1);
	};
}

/** Enter in an exam: continues after a pause, else to the next task. */
export const examOn = (state: State, session: ExamSession): State => {
	if (session.paused && !session.grades) {
		session.goOn(nowOf(state));
		return lessonChanged({...state, message: ''}, {tall: false});
	}

	if (session.at + 1 < session.exam.sources.length) {
		return openTask(state, session, session.at + 1);
	}

	if (session.grades) {
		return lessonChanged(state, {tall: true, top: 0});
	}

	return {...lessonChanged(state, {tall: true, top: 0}), message: wordsFor(state).lastTask};
};

/** `:task 3`; without a number, all tasks. */
export const toTask = (state: State, argument: string): State => {
	const session = examOf(state);
	if (!session) {
		return {...state, message: wordsFor(state).noExam};
	}

	const number = Number(argument);
	if (argument === '') {
		return lessonChanged(state, {tall: true, top: 0});
	}

	if (Number.isInteger(number) && number >= 1 && number <= session.exam.sources.length) {
		return openTask(state, session, number - 1);
	}

	return {...state, message: wordsFor(state).noTask(session.exam.sources.length)};
};

/** `:flag`: marks the task to return to; repeated, removes the mark. */
export const flagTask = (state: State): State => {
	const session = examOf(state);
	if (!session) {
		return {...state, message: wordsFor(state).noExam};
	}

	const isFlagged = !session.flagged.delete(session.at);
	if (isFlagged) {
		session.flagged.add(session.at);
	}

	return {...state, message: wordsFor(state).isFlagged(isFlagged)};
};

/** `:clock`: the clock stops until enter. */
export const pauseExam = (state: State): State => {
	const session = examOf(state);
	if (!session) {
		return {...state, message: wordsFor(state).noExam};
	}

	session.pause(nowOf(state));
	return lessonChanged(state, {tall: true, top: 0});
};

/** `:grade`: ends the exam; each task is graded on a copy of its run. */
export const gradeExam = (state: State): State => {
	const session = examOf(state);
	if (!session) {
		return {...state, message: wordsFor(state).noExam};
	}

	return session.grades ? lessonChanged(state, {tall: true, top: 0}) : begin(state, grades(session));
};

function* grades(session: ExamSession): LongWork {
	yield* session.grading();
	const first = yield* opens(session, 0);
	return (now) => {
		session.pause(nowOf(now));
		now.setup.services.keepExam?.(session, true);
		return lessonChanged(first(now), {tall: true, top: 0});
	};
}

/** `:solution` after the exam: the solution on a fresh cluster, from its beginning. */
export const examSolution = (state: State, session: ExamSession): State => {
	if (!session.grades) {
		return {...state, message: wordsFor(state).notGraded};
	}

	return begin(state, solves(session));
};

function* solves(session: ExamSession): LongWork {
	const run = yield* session.solving(session.at);
	return (now) => ({...shown(now, session, run, run.start), message: wordsFor(now).solutionShown});
}
