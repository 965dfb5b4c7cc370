import {atOnce} from '../../debugger/recording.js';
import {Mistake, mistakesIn} from '../../scenario/mistake.js';
import {otherLanguages} from '../../stages/language-names.js';
import {complaint} from '../drills/check.js';
import {readGlossary} from '../glossary.js';
import type {Reporter} from '../lint.js';
import {LessonRun} from '../player.js';
import {keyNow} from '../place.js';
import {compareWords} from '../wording.js';
import {loadExam, loadExamTask, mostPoints, taskLesson, type Exam, type TaskSource} from './exams.js';
import type {ExamTask} from './format.js';
import {gradingInPlace, type Grade} from './grade.js';
import {variation, variationCount} from './slots.js';
import {examTaskPairs, translatedExam, translatedExamTask} from './translation.js';

/** The findings of the check of a task. */
interface TaskReport {
	readonly source?: TaskSource;
	readonly mistakes: readonly Mistake[];
	/** The number of played solutions. */
	readonly solutions: number;
	/** Stops recorded in all runs. */
	readonly stops: number;
}

/** Plays an attempt at a task and grades it. */
const played = (
	source: TaskSource,
	number: number,
	actions: ExamTask['solutions'][number]['do'],
): {readonly grade: Grade; readonly failed?: {readonly index: number; readonly why: string}} => {
	const values = variation(source.value.slots ?? {}, number);
	const {examTask} = taskLesson(source, values);
	const run = new LessonRun(taskLesson(source, values, true));
	let failed: {readonly index: number; readonly why: string} | undefined;
	for (const [index, action] of actions.entries()) {
		const why = run.perform(action) ? complaint(run) : (run.problem ?? 'this action is impossible');
		failed ??= why === undefined ? undefined : {index, why};
	}

	return {grade: atOnce(gradingInPlace(run, examTask)), ...(failed ? {failed} : {})};
};

const missed = ({scores}: Grade): string =>
	scores
		.flatMap(({earned, says, problem}) =>
			earned ? [] : [`missed: ${says.trim()}${problem === undefined ? '' : ` (${problem})`}`],
		)
		.join('; ');

/** Checks the beginning of a task: its start succeeds, and does not score half of the points without a solution. */
const checkStart = (source: TaskSource, number: number, report: Reporter): Grade => {
	const lesson = taskLesson(source, variation(source.value.slots ?? {}, number));
	const run = new LessonRun(lesson);
	if (run.failedFault !== undefined) {
		report(['start', run.failedFault], 'the run does not reach this place', 'name a later place');
	}

	const why = startComplaint(run);
	if (why !== undefined) {
		report(['start'], why);
	}

	for (const [index, {is = []}] of lesson.examTask.criteria.entries()) {
		for (const [at, {kept}] of is.entries()) {
			if (kept !== undefined && keyNow(run.recording, kept, run.start) === undefined) {
				report(['criteria', index, 'is', at, 'kept'], `there is no ${kept} to keep`);
			}
		}
	}

	const grade = atOnce(gradingInPlace(run, lesson.examTask));
	if (grade.points * 2 > mostPoints(lesson.examTask)) {
		report(
			['criteria'],
			`the untouched cluster scores ${grade.points} of ${mostPoints(lesson.examTask)}`,
			'ask for a state that only a solution reaches',
		);
	}

	return grade;
};

/** Checks that each criterion is missed by the untouched cluster or by a near miss: otherwise, it asks for nothing. */
const checkIdle = (grades: readonly Grade[], report: Reporter): void => {
	for (const [index] of (grades[0]?.scores ?? []).entries()) {
		if (grades.every(({scores}) => scores[index]?.earned)) {
			report(
				['criteria', index],
				'the untouched cluster and all near misses meet this criterion',
				'ask for more, or add a near miss that misses this criterion',
			);
		}
	}
};

/** kubectl's error, when a command of the start failed. */
const startComplaint = ({recording}: LessonRun): string | undefined => complaint({recording, start: -1});

/** Plays a task: nothing done, each solution in every variation of its slots, each near miss. */
export const playTask = (source: TaskSource): TaskReport => {
	const mistakes: Mistake[] = [];
	const report: Reporter = (path, message, remedy) => {
		mistakes.push(new Mistake(message, source.placeOf(path), remedy));
	};

	const {value} = source;
	const full = mostPoints(value);
	const untouched = checkStart(source, 0, report);
	const missing = [untouched];
	let {length: stops} = untouched.recording.stops;
	const variations = variationCount(value.slots ?? {});
	let solutions = 0;
	for (const [index] of value.solutions.entries()) {
		// Every solution is played once; the first in each variation.
		for (let number = 0; number < (index === 0 ? variations : 1); number++) {
			const {solutions: filledSolutions} = taskLesson(source, variation(value.slots ?? {}, number)).examTask;
			const {grade, failed} = played(source, number, filledSolutions[index]?.do ?? []);
			stops += grade.recording.stops.length;
			solutions++;
			const which = variations > 1 ? ` (variation ${number + 1})` : '';
			if (failed) {
				report(['solutions', index, 'do', failed.index], `${failed.why}${which}`);
			} else if (grade.points < full) {
				report(['solutions', index], `this scores ${grade.points} of ${full}${which}`, missed(grade));
			}
		}
	}

	const {near} = taskLesson(source, variation(value.slots ?? {}, 0)).examTask;
	for (const [index, attempt] of near.entries()) {
		const {grade} = played(source, 0, attempt.do);
		missing.push(grade);
		stops += grade.recording.stops.length;
		if (grade.points !== attempt.points) {
			report(
				['near', index, 'points'],
				`this scores ${grade.points}, not ${attempt.points}`,
				missed(grade) || 'it misses nothing',
			);
		}
	}

	checkIdle(missing, report);
	return {mistakes, stops, solutions};
};

/** The points of each domain are its weight. */
const checkWeights = ({domains, sources, placeOf}: Exam): readonly Mistake[] => {
	const points = new Map<string, number>();
	const mistakes: Mistake[] = [];
	for (const source of sources) {
		const {domain} = source.value;
		points.set(domain, (points.get(domain) ?? 0) + mostPoints(source.value));
		if (!Object.hasOwn(domains, domain)) {
			mistakes.push(
				new Mistake(
					`there is no domain "${domain}"`,
					source.placeOf(['domain']),
					`domains: ${Object.keys(domains).join(', ')}`,
				),
			);
		}
	}

	return [
		...mistakes,
		...Object.entries(domains).flatMap(([name, {weight}]) =>
			points.get(name) === weight
				? []
				: [
						new Mistake(
							`the tasks of this domain have ${points.get(name) ?? 0} points, but its weight is ${weight}`,
							placeOf(['domains', name]),
							'change the points of the criteria',
						),
					],
		),
	];
};

/** The mistakes of the translations beside a file. */
const translationMistakes = (compare: (language: (typeof otherLanguages)[number]) => readonly Mistake[]): Mistake[] =>
	otherLanguages.flatMap((language) => {
		try {
			return compare(language);
		} catch (error) {
			return mistakesIn(error);
		}
	});

/** Lints a set of tasks and compares the points of its domains with their weights; its tasks are not played. @throws errors that are not an author's mistake. */
export const checkExam = (file: string): {readonly exam?: Exam; readonly mistakes: readonly Mistake[]} => {
	try {
		const exam = loadExam(file);
		return {
			exam,
			mistakes: [
				...checkWeights(exam),
				...translationMistakes((language) => {
					translatedExam(exam, exam.file, language);
					return [];
				}),
			],
		};
	} catch (error) {
		return {mistakes: mistakesIn(error)};
	}
};

/** Lints and plays a task, and reads its translations. @throws errors that are not an author's mistake. */
export const checkExamTask = (file: string): TaskReport => {
	try {
		const source = loadExamTask(file);
		const report = playTask(source);
		const translated = translationMistakes((language) => {
			const told = translatedExamTask(source.value, file, language);
			return told ? compareWords([examTaskPairs(source.value, told.value)], readGlossary(language), told.placeOf) : [];
		});
		return {...report, source, mistakes: [...report.mistakes, ...translated]};
	} catch (error) {
		return {mistakes: mistakesIn(error), stops: 0, solutions: 0};
	}
};
