import {Mistake, Mistakes} from '../scenario/mistake.js';
import {claims} from './claims.js';
import {loadLesson, type Lesson} from './course.js';
import {LessonRun} from './player.js';

/** What checking a lesson found. */
export interface Report {
	readonly lesson?: Lesson;
	readonly mistakes: readonly Mistake[];
	/** Stops recorded while playing it. */
	readonly stops: number;
	readonly fingerprint?: string;
}

/** Plays a lesson from end to end with its solutions; every question must be decided by the run as the lesson says. */
export const playLesson = (lesson: Lesson): Report => {
	const mistakes: Mistake[] = [];
	const run = new LessonRun(lesson);
	const report = (path: ReadonlyArray<string | number>, message: string, remedy?: string) => {
		mistakes.push(new Mistake(message, lesson.placeOf(path), remedy));
	};

	for (let more = true; more; more = run.next()) {
		const path = ['steps', run.index];
		const {ask, task, expect} = run.step;
		if (run.problem !== undefined) {
			report([...path, 'runTo'], run.problem, 'name a place that this run comes to');
		}

		if (ask) {
			const proven = run.prove(ask.proof);
			if (!proven.holds) {
				report([...path, 'ask', 'answer'], `the run does not prove the answer "${ask.answer}": ${proven.found}`);
			}
		}

		if (expect && !run.satisfied(expect)) {
			report([...path, 'expect'], `${expect.object} does not satisfy ${expect.cel} here`);
		}

		if (task) {
			if (run.satisfied(task.expect)) {
				report([...path, 'task', 'expect'], 'the task is solved before the learner does anything');
			}

			for (const [number, action] of task.solution.entries()) {
				if (!run.perform(action)) {
					report([...path, 'task', 'solution', number], run.problem ?? 'the action fails');
				}
			}

			if (!run.runUntil(task.expect)) {
				report([...path, 'task', 'solution'], 'the solution does not solve the task');
			}
		}
	}

	return {lesson, mistakes, stops: run.recording.stops.length, fingerprint: run.recording.fingerprint};
};

/** Lints and plays a lesson file. */
export const checkLesson = (file: string): Report => {
	try {
		return playLesson(loadLesson(file));
	} catch (error) {
		if (error instanceof Mistakes) {
			return {mistakes: error.all, stops: 0};
		}

		if (error instanceof Mistake) {
			return {mistakes: [error], stops: 0};
		}

		throw error;
	}
};

/** Which lessons cover each claim. */
export const coverage = (
	lessons: readonly Lesson[],
): ReadonlyArray<{readonly claim: string; readonly lessons: readonly string[]}> =>
	claims.map((claim) => ({
		claim,
		lessons: lessons.filter((lesson) => lesson.claims.includes(claim)).map(({name}) => name),
	}));
