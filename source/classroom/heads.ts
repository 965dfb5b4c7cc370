import path from 'node:path';
import {platform} from '../kernel/platform.js';
import {readTextFile} from '../scenario/read-text-file.js';

/** The folder `lessons/` of this package. */
export const courseFolder = (): string => path.join(platform().packageFolder, 'lessons');

/** The course in parts: the numbers of the first and the last lesson of each. */
export const chapters = [
	{first: 1, last: 5},
	{first: 6, last: 10},
	{first: 11, last: 13},
	{first: 14, last: 19},
	{first: 20, last: 23},
	{first: 24, last: 25},
] as const;

/** The number with which a lesson's name begins. */
export const numberOf = (lesson: string): number => Number.parseInt(lesson, 10);

/** The index of a lesson's chapter, from 0; −1 if no chapter has it. */
export const chapterOf = (lesson: string): number =>
	chapters.findIndex(({first, last}) => first <= numberOf(lesson) && numberOf(lesson) <= last);

/** The translation of a lesson or drill beside its file: `lesson.ru.yaml`. */
export const translationFile = (file: string, language: string): string => file.replace(/\.yaml$/, `.${language}.yaml`);

/** Names of all lessons in a folder, in their order; a pack of lessons is such a folder. */
export const lessonNames = (folder = courseFolder()): readonly string[] =>
	platform()
		.names(folder)
		.filter((name) => platform().find(path.join(folder, name, 'lesson.yaml')))
		.toSorted();

/** The file of a lesson. */
export const lessonFile = (name: string, folder = courseFolder()): string => path.join(folder, name, 'lesson.yaml');

const drillFolder = (): string => path.join(courseFolder(), 'drills');

/** Names of all drills, in their order. */
export const drillNames = (): readonly string[] =>
	platform().find(drillFolder())
		? platform()
				.names(drillFolder())
				.filter((name) => platform().find(drillFile(name)))
				.toSorted()
		: [];

/** The file of a drill of the course. */
export const drillFile = (name: string): string => path.join(drillFolder(), name, 'drill.yaml');

const examFolder = (): string => path.join(courseFolder(), 'exams');

/** The file of a set of tasks. */
export const examFile = (name: string): string => path.join(examFolder(), name, 'exam.yaml');

/** Names of all sets of tasks, in their order. */
export const examNames = (): readonly string[] =>
	platform().find(examFolder())
		? platform()
				.names(examFolder())
				.filter((name) => platform().find(examFile(name)))
				.toSorted()
		: [];

/** The files of the tasks of a set: all beside its `exam.yaml` that are not a translation. */
export const examTaskFiles = (exam: string): readonly string[] =>
	platform()
		.names(path.dirname(exam))
		.filter((name) => /^[a-z\d-]+\.yaml$/.test(name) && name !== 'exam.yaml')
		.toSorted()
		.map((name) => path.join(path.dirname(exam), name));

/** Whether a file is a task of a set. */
export const isExamTask = (file: string): boolean =>
	path.basename(file) !== 'exam.yaml' && platform().find(path.join(path.dirname(file), 'exam.yaml')) !== undefined;

/** The name under which a drill's progress is saved; no lesson has this name. */
export const progressName = (drill: string): string => `drill/${drill}`;

/** The value of a field at the beginning of a line; '' if the file does not have it. */
export const headField = (source: string, field: string): string => {
	const written = new RegExp(`^${field}:[ \\t]*(.*?)[ \\t\\r]*$`, 'm').exec(source)?.[1] ?? '';
	const quoted = /^(["'])(.*)\1$/.exec(written);
	if (quoted?.[2] === undefined) {
		return written;
	}

	if (quoted[1] === "'") {
		return quoted[2].replaceAll("''", "'");
	}

	return quoted[2].replaceAll(/\\(.)/g, '$1');
};

/** The number of items of a field's list: lines with a dash at the indentation of the first. */
export const listLength = (source: string, field: string): number => {
	const [, rest = ''] = source.split(new RegExp(`^${field}:[ \\t]*\\r?\\n`, 'm'));
	const dash = /^ *- /.exec(rest)?.[0];
	if (dash === undefined) {
		return 0;
	}

	const end = rest.search(/^[^\s#-]/m);
	return rest
		.slice(0, end === -1 ? undefined : end)
		.split('\n')
		.filter((row) => row.startsWith(dash)).length;
};

/** The title of a lesson or drill, from its translation, when there is one. */
export const titleIn = (file: string, source: string, language: string | undefined): string => {
	const told = language === undefined ? undefined : translationFile(file, language);
	return headField(told !== undefined && platform().find(told) ? readTextFile(told) : source, 'title');
};

/** All that a list of lessons shows of one. */
export interface LessonHead {
	readonly name: string;
	readonly title: string;
	readonly minutes: number;
	/** The number of its steps. */
	readonly steps: number;
}

/**
All lessons of the course, as a list shows them. Their files are scanned line by line: parsing them would double the time before the first
frame.

@param language of the titles
*/
export const lessonHeads = (language?: string): readonly LessonHead[] =>
	lessonNames().map((name) => {
		const file = lessonFile(name);
		const source = readTextFile(file);
		return {
			name,
			title: titleIn(file, source, language),
			minutes: Number(headField(source, 'minutes')),
			steps: listLength(source, 'steps'),
		};
	});

/** All drills by level, as a list shows them: their files are scanned, not checked. @param language of the titles */
export const drillHeads = (
	language?: string,
): ReadonlyArray<{readonly name: string; readonly title: string; readonly level: number}> =>
	drillNames()
		.map((name) => {
			const source = readTextFile(drillFile(name));
			return {name, title: titleIn(drillFile(name), source, language), level: Number(headField(source, 'level'))};
		})
		.toSorted((a, b) => a.level - b.level);
