import {existsSync} from 'node:fs';
import {basename} from 'node:path';
import {isDeepStrictEqual} from 'node:util';
import type {TerminalEntry} from '../cluster.js';
import {Mistake, Mistakes} from '../scenario/mistake.js';
import {defaultLanguage} from '../stages/language.js';
import {offeredLanguages} from '../stages/language-names.js';
import {claims} from './claims.js';
import {loadLesson, type Lesson} from './course.js';
import {LessonRun} from './player.js';
import type {Task} from './format.js';
import type {Fields} from '../kernel/record.js';

/** What checking a lesson found. */
export interface Report {
	readonly lesson?: Lesson;
	readonly mistakes: readonly Mistake[];
	/** Stops recorded while playing it. */
	readonly stops: number;
	readonly fingerprint?: string;
	/** The run, with the solutions as its inputs. */
	readonly recording?: LessonRun['recording'];
}

/** Plays a lesson from end to end with its solutions; every question must be decided by the run as the lesson says. */
export const playLesson = (lesson: Lesson): Report => {
	const mistakes: Mistake[] = [];
	const run = new LessonRun(lesson);
	const report = (path: ReadonlyArray<string | number>, message: string, remedy?: string) => {
		mistakes.push(new Mistake(message, lesson.placeOf(path), remedy));
	};

	const given = run.recording.kernel.ledger.read<TerminalEntry>('/terminal/1');
	if (lesson.cluster?.objects !== undefined && given?.code !== 0) {
		report(['cluster', 'objects'], `the cluster refuses them: ${given?.stderr.trimEnd()}`, 'fix the objects');
	}

	for (let more = true; more; more = run.next()) {
		const path = ['steps', run.index];
		const {ask, task, expect} = run.step;
		if (run.problem !== undefined) {
			report([...path, 'runTo'], run.problem, 'name a place that this run reaches: `trace` shows them all');
		}

		if (expect && !run.satisfied(expect)) {
			report([...path, 'expect'], `${expect.object} does not satisfy ${expect.cel} here`, 'look at it with `trace`');
		}

		if (ask) {
			const proven = run.prove(ask.proof);
			if (!proven.holds) {
				report(
					[...path, 'ask', 'answer'],
					`the run does not prove the answer "${ask.answer}"`,
					`it shows ${proven.found}`,
				);
			}
		}

		if (task) {
			playTask(run, task, path, report);
		}
	}

	const {recording} = run;
	return {lesson, mistakes, stops: recording.stops.length, fingerprint: recording.fingerprint, recording};
};

const playTask = (
	run: LessonRun,
	task: Task,
	path: ReadonlyArray<string | number>,
	report: (path: ReadonlyArray<string | number>, message: string, remedy?: string) => void,
): void => {
	if (run.runUntil(task.expect)) {
		report(
			[...path, 'task', 'expect'],
			'the task is solved before the learner does anything',
			'expect what only the solution brings about',
		);
	}

	for (const [number, action] of task.solution.entries()) {
		if (!run.perform(action)) {
			report([...path, 'task', 'solution', number], run.problem ?? 'the action fails', 'name a place that comes later');
		}
	}

	if (!run.runUntil(task.expect)) {
		report([...path, 'task', 'solution'], 'the solution does not solve the task', run.problem);
	}
};

/** What a translation may not change: everything but its texts. */
const shapeOf = (lesson: Lesson): readonly Fields[] =>
	lesson.steps.map(({kubectl, traffic, runTo, expect, look, say, ask, task, debrief}) => ({
		kubectl,
		traffic,
		runTo,
		expect,
		look,
		say: say !== undefined,
		ask: ask && {proof: ask.proof, options: ask.options.length, answer: ask.options.indexOf(ask.answer)},
		task: task && {expect: task.expect, hints: task.hints.length, solution: task.solution},
		debrief: debrief !== undefined,
	}));

/** Where a translation differs from the lesson in more than its words. */
export const compareTranslation = (lesson: Lesson, translation: Lesson): readonly Mistake[] => {
	const mistakes: Mistake[] = [];
	const remedy = `copy it from ${basename(lesson.file)}; only texts are translated`;
	for (const field of ['claims', 'cluster', 'minutes'] as const) {
		if (!isDeepStrictEqual(lesson[field], translation[field])) {
			mistakes.push(new Mistake(`"${field}" differs from the lesson`, translation.placeOf([field]), remedy));
		}
	}

	const [original, translated] = [shapeOf(lesson), shapeOf(translation)];
	if (original.length !== translated.length) {
		mistakes.push(
			new Mistake(
				`${translated.length} steps, but the lesson has ${original.length}`,
				translation.placeOf(['steps']),
				remedy,
			),
		);
	}

	for (const [index, shape] of translated.slice(0, original.length).entries()) {
		const there = original[index] ?? {};
		const field = Object.keys(there).find((key) => !isDeepStrictEqual(shape[key], there[key]));
		if (field !== undefined) {
			mistakes.push(
				new Mistake(
					`"${field}" of step ${index + 1} differs from the lesson`,
					translation.placeOf(['steps', index, field]),
					remedy,
				),
			);
		}
	}

	return mistakes;
};

/** Languages a lesson may be translated to, besides English. */
const languages = offeredLanguages.filter((language) => language !== defaultLanguage);

const translationMistakes = (lesson: Lesson): readonly Mistake[] =>
	languages.flatMap((language) => {
		if (!existsSync(lesson.file.replace(/\.yaml$/, `.${language}.yaml`))) {
			return [];
		}

		try {
			return compareTranslation(lesson, loadLesson(lesson.file, language));
		} catch (error) {
			return mistakesIn(error);
		}
	});

/** @throws errors that are not an author's mistake. */
const mistakesIn = (error: unknown): readonly Mistake[] => {
	if (error instanceof Mistakes) {
		return error.all;
	}

	if (error instanceof Mistake) {
		return [error];
	}

	throw error;
};

/** Lints and plays a lesson file, and compares its translations with it. */
export const checkLesson = (file: string): Report => {
	try {
		const lesson = loadLesson(file);
		const report = playLesson(lesson);
		return {...report, mistakes: [...report.mistakes, ...translationMistakes(lesson)]};
	} catch (error) {
		return {mistakes: mistakesIn(error), stops: 0};
	}
};

/** Which lessons cover each claim. */
export const coverage = (
	lessons: ReadonlyArray<Pick<Lesson, 'name' | 'claims'>>,
): ReadonlyArray<{readonly claim: string; readonly lessons: readonly string[]}> =>
	claims.map((claim) => ({
		claim,
		lessons: lessons.filter((lesson) => lesson.claims.includes(claim)).map(({name}) => name),
	}));
