import {existsSync} from 'node:fs';
import path from 'node:path';
import {chaptersFile, checkChapters} from '../classroom/chapters.js';
import {checkLesson, coverage} from '../classroom/check.js';
import {loadLesson, packNames} from '../classroom/course.js';
import {checkDrill, playDrill} from '../classroom/drills/check.js';
import {faults} from '../classroom/drills/faults.js';
import {faultyApp} from '../classroom/drills/random.js';
import {Mistake} from '../scenario/mistake.js';
import {progressMark} from '../classroom/progress-mark.js';
import {readProgress} from '../classroom/progress.js';
import {otherLanguages, type LanguageName} from '../stages/language-names.js';
import {hiddenEvidence} from './lesson-evidence.js';
import {commandWords} from './words/words.js';
import {nextChange} from './watch-folders.js';
import {resultsInOrder} from './worker-pool.js';
import {checkExam, checkExamTask} from '../classroom/exams/check.js';
import {mostPoints} from '../classroom/exams/exams.js';
import {
	courseFolder,
	drillFile,
	drillNames,
	examFile,
	examNames,
	examTaskFiles,
	isExamTask,
	lessonNames,
	translationFile,
} from '../classroom/heads.js';
import {untranslatedReport} from './untranslated.js';
import type {Lesson} from '../classroom/lesson.js';

const fileOf = (name: string, pack = courseFolder()): string => path.join(pack, name, 'lesson.yaml');

/** The files of the lessons of a pack. @throws {Mistake} when there are none */
export const packFiles = (pack: string): readonly string[] => packNames(pack).map((name) => fileOf(name, pack));

/** The course, or a pack of lessons, as a list, with the completed ones. @param language of the titles */
export const listLessons = (pack?: string, language: LanguageName = 'en'): string => {
	const words = commandWords(language).list;
	const progress = readProgress();
	const names = packNames(pack);
	const width = Math.max(...names.map(({length}) => length));
	return names
		.map((name) => {
			const lesson = loadLesson(fileOf(name, pack), language);
			const kept = progress[name];
			const mark = progressMark(kept);
			const missed = kept?.missed?.length ?? 0;
			const due = missed === 0 ? '' : `  ${words.due(missed)}`;
			return `${mark} ${name.padEnd(width)} ${words.minutes(String(lesson.minutes).padStart(3))}  ${lesson.title}${due}\n`;
		})
		.join('');
};

/** The result of a check of a lesson file. */
interface Checked {
	readonly text: string;
	readonly mistakes: number;
	/** The part that {@link coverage} reads; missing when the file is not a lesson. */
	readonly lesson?: Pick<Lesson, 'name' | 'claims'>;
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

/** Lints and plays one drill. @param file or `fault 3`: a healthy application with that fault */
const checkDrillFile = (file: string): Checked => {
	const made = /^fault (\d+)$/.exec(file)?.[1];
	const {drill, mistakes, stops} =
		made === undefined ? checkDrill(file) : playDrill(faultyApp(Number(made), Number(made)));
	const {level, solutions, not} = drill?.drill ?? {solutions: [], not: []};
	const text =
		mistakes.length === 0
			? `✓ ${made === undefined ? drill?.name : `a fault: ${drill?.title}`}  level ${level}, ${counted(solutions.length, 'repair')}, ${counted(not.length, 'failed attempt')}, ${stops} stops\n`
			: mistakes.map((mistake) => `${mistake.toString()}\n`).join('');
	return {text, mistakes: mistakes.length};
};

/** Lints a set of tasks. */
const checkExamFile = (file: string): Checked => {
	const {exam, mistakes} = checkExam(file);
	const text =
		exam && mistakes.length === 0
			? `✓ exam/${exam.name}  ${counted(exam.sources.length, 'task')}, ${Object.keys(exam.domains).length} domains\n`
			: mistakes.map((mistake) => `${mistake.toString()}\n`).join('');
	return {text, mistakes: mistakes.length};
};

/** Lints and plays a task of a set. */
const checkTaskFile = (file: string): Checked => {
	const {source, mistakes, solutions, stops} = checkExamTask(file);
	const {criteria = [], near = []} = source?.value ?? {};
	const text =
		source && mistakes.length === 0
			? `✓ exam/${path.basename(path.dirname(file))}/${source.name}  ${counted(mostPoints(source.value), 'point')}, ${criteria.length === 1 ? '1 criterion' : `${criteria.length} criteria`}, ${counted(solutions, 'solution')} played, ${near.length === 1 ? '1 near miss' : `${near.length} near misses`}, ${stops} stops\n`
			: mistakes.map((mistake) => `${mistake.toString()}\n`).join('');
	return {text, mistakes: mistakes.length};
};

/** Checks the pages that end the chapters. */
const checkPages = (): Checked => {
	const mistakes = checkChapters();
	return {
		text: mistakes.length === 0 ? '✓ chapters.yaml\n' : mistakes.map((mistake) => `${mistake.toString()}\n`).join(''),
		mistakes: mistakes.length,
	};
};

/** Lints and plays one lesson or drill. */
export const checkFile = (file: string): Checked => {
	if (path.resolve(file) === chaptersFile()) {
		return checkPages();
	}

	if (path.basename(file) === 'drill.yaml' || file.startsWith('fault ')) {
		return checkDrillFile(file);
	}

	if (path.basename(file) === 'exam.yaml') {
		return checkExamFile(file);
	}

	if (isExamTask(file)) {
		return checkTaskFile(file);
	}

	const {lesson, mistakes, stops, recording} = checkLesson(file, hiddenEvidence);
	const text =
		mistakes.length === 0
			? `✓ ${lesson?.name}  ${lesson?.steps.length} steps, ${stops} stops, fingerprint ${recording?.fingerprint}\n`
			: mistakes.map((mistake) => `${mistake.toString()}\n`).join('');
	return {text, mistakes: mistakes.length, lesson: lesson && {name: lesson.name, claims: lesson.claims}};
};

/** Files to check: a set of tasks is followed by its tasks. */
const withTasks = (files: readonly string[]): readonly string[] =>
	files.flatMap((file) =>
		path.basename(file) === 'exam.yaml' && existsSync(file) ? [file, ...examTaskFiles(file)] : [file],
	);

/** Every lesson, every drill, every task of an exam, and one drill of each fault that `--random` injects. */
export const wholeCourse = (): readonly string[] => [
	...lessonNames().map((name) => fileOf(name)),
	...drillNames().map((name) => drillFile(name)),
	...withTasks(examNames().map((name) => examFile(name))),
	...faults.map((_, index) => `fault ${index}`),
	chaptersFile(),
];

/** The numbers of lessons and drills in each language, and those that it lacks. */
const translationCounts = (files: readonly string[]): string =>
	otherLanguages
		.map((language) => {
			const missing = files.filter((file) => !existsSync(translationFile(file, language)));
			const names = missing.map((file) => path.basename(path.dirname(file)));
			return `${language}: ${files.length - missing.length} of ${files.length} lessons, drills and tasks translated${names.length === 0 ? '' : `; missing: ${names.join(' ')}`}\n`;
		})
		.join('');

const work = {run: checkFile, worker: new URL('./lesson-worker.js', import.meta.url)};

/** Lints and plays files of lessons and drills, each as soon as a thread is free. @param jobs the number of parallel threads; by default, one per core */
export const checkLessonFiles = (files: readonly string[], jobs?: number): AsyncGenerator<Checked, void> =>
	resultsInOrder(work, files, jobs);

/**
Lints and plays lessons and drills, each as soon as a thread is free, and reports on them in their order.

@param jobs the number of parallel threads; by default, one per core.
@returns exit code: 0 when all hold, 2 when a file is wrong.
*/
export const checkLessons = async (
	files: readonly string[],
	write: (text: string) => void,
	jobs?: number,
): Promise<number> => {
	const checked = files.length > 0 ? withTasks(files) : wholeCourse();
	const lessons: Array<NonNullable<Checked['lesson']>> = [];
	let wrong = 0;
	for await (const {text, mistakes, lesson} of checkLessonFiles(checked, jobs)) {
		write(text);
		wrong += mistakes;
		if (lesson) {
			lessons.push(lesson);
		}
	}

	if (files.length === 0) {
		const covered = coverage(lessons);
		const missing = covered.filter((entry) => entry.lessons.length === 0).map(({claim}) => claim);
		write(`claims covered: ${covered.length - missing.length} of ${covered.length}\n`);
		for (const {claim, lessons: names} of covered.filter((entry) => entry.lessons.length > 0)) {
			write(`  ${claim.padEnd(4)} ${names.join(', ')}\n`);
		}

		write(`not covered yet: ${missing.join(' ')}\n`);
		write(translationCounts(checked.filter((file) => file.endsWith('.yaml') && file !== chaptersFile())));
		write(untranslatedReport());
	}

	return wrong === 0 ? 0 : 2;
};

/**
Checks lessons and drills, and checks one again whenever a file beside it changes.

@param rounds the number of changes to wait for; without it, until the program ends
*/
export const watchLessons = async (
	files: readonly string[],
	write: (text: string) => void,
	{jobs, rounds = Infinity}: {readonly jobs?: number; readonly rounds?: number} = {},
): Promise<void> => {
	const all = files.length > 0 ? files : wholeCourse().filter((file) => file.endsWith('.yaml'));
	const folders = [...new Set(all.map((file) => path.dirname(file)))].filter((folder) => existsSync(folder));
	if (folders.length === 0) {
		throw new Mistake('there is no folder to watch', {file: files[0]}, 'name lesson.yaml and drill.yaml files');
	}

	for (let round = 0, due = all; round <= rounds; round++) {
		// Changes made while a lesson is checked are checked afterwards.
		const change = round < rounds ? nextChange(folders) : undefined;
		const code = await checkLessons(due, write, jobs);
		if (change) {
			write(`${code === 0 ? 'no mistakes' : 'mistakes to correct'}; waiting for a change (Ctrl-C to end)\n`);
			const changed = await change;
			due = all.filter((file) => changed.has(path.dirname(file)));
		}
	}
};
