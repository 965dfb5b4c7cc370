import path from 'node:path';
import {platform} from '../kernel/platform.js';
import {closest, Mistake} from '../scenario/mistake.js';
import type {LessonFile} from './format.js';
import {goalOf} from './goal.js';
import {readLesson} from './lint.js';
import {readTextFile} from '../scenario/read-text-file.js';
import type {Progress} from './progress.js';
import {courseFolder, lessonFile, lessonNames} from './heads.js';
import {translatedLesson} from './translation.js';
import type {TakenStep, Lesson} from './lesson.js';

/** The steps of a lesson file as a learner takes them. */
export const takenSteps = ({steps}: Pick<LessonFile, 'steps'>): readonly TakenStep[] =>
	steps.map(({task, ask, ...step}) => ({
		...step,
		...(ask ? {ask: {...ask, options: ask.options ?? []}} : {}),
		...(task ? {task: {...task, expect: goalOf(task.expect)}} : {}),
	}));

/** The text of an author's file, and its name as messages show it. @throws {Mistake} when there is no such file, or it is not text. */
export const authored = (file: string, kind: string): [source: string, shown: string] => {
	const shown = path.relative(platform().workingFolder(), file);
	const name = shown.startsWith('..') ? file : shown;
	if (!platform().find(file)) {
		throw new Mistake(`no such ${kind} file`, {file: name}, 'check the spelling');
	}

	return [readTextFile(name), name];
};

/**
The files that kubectl finds: each written out, or the name of a file beside the author's.

@throws {Mistake} when there is no such file.
*/
export const filesBeside = (
	files: LessonFile['files'],
	file: string,
	placeOf: Lesson['placeOf'],
	field = 'files',
): Readonly<Record<string, string>> =>
	Object.fromEntries(
		Object.entries(files ?? {}).map(([name, content]) => {
			if (content.includes('\n')) {
				return [name, content];
			}

			const folder = path.dirname(file);
			const beside = path.join(folder, content);
			const isInside = !path.relative(folder, beside).startsWith('..');
			if (!isInside || platform().find(beside)?.kind !== 'file') {
				throw new Mistake(
					`no file "${content}" next to ${path.basename(file)}`,
					placeOf([field, name]),
					'write the manifest out, or name a file in the same folder',
				);
			}

			return [name, readTextFile(beside)];
		}),
	);

/**
Reads a lesson file and the manifests beside it that it names under `files`.

@param language shows the texts of `lesson.<language>.yaml`, when there is one.
@throws {Mistakes} its errors.
*/
export const loadLesson = (file: string, language?: string): Lesson => {
	const {value, placeOf} = readLesson(...authored(file, 'lesson'));
	const files = filesBeside(value.files, file, placeOf);
	const name = path.basename(path.dirname(file));
	const lesson = {...value, steps: takenSteps(value), files, name, file, placeOf};
	return (language === undefined ? undefined : translatedLesson(lesson, language)) ?? lesson;
};

/** The name of the next lesson: a begun one, otherwise the first that is not completed; if all are completed, the first. `undefined` if there are no lessons. */
export const nextLesson = (progress: Progress, names = lessonNames()): string | undefined =>
	names.find((name) => progress[name] && !progress[name].done) ??
	names.find((name) => !progress[name]?.done) ??
	names[0];

/**
The lesson with this name, number or part of a name; without one, the first.

@throws {Mistake} when there is none.
*/
export const findLesson = (word?: string, language?: string, folder = courseFolder()): Lesson => {
	const names = packNames(folder);
	const number = word !== undefined && /^\d+$/.test(word) ? word.padStart(2, '0') : undefined;
	const name =
		word === undefined
			? names[0]
			: (names.find(
					(candidate) => candidate === word || (number !== undefined && candidate.startsWith(`${number}-`)),
				) ?? names.find((candidate) => number === undefined && candidate.includes(word.toLowerCase())));
	if (name === undefined) {
		const near = word === undefined ? undefined : closest(word, names);
		throw new Mistake(
			`there is no lesson "${word}"`,
			{},
			near ? `did you mean "${near}"?` : `lessons: ${names.join(', ')}`,
		);
	}

	return loadLesson(lessonFile(name, folder), language);
};

/** Names of the lessons of a pack. @throws {Mistake} when there is no such folder, or no lesson in it. */
export const packNames = (folder = courseFolder()): readonly string[] => {
	const isThere = platform().find(folder) !== undefined;
	const names = isThere ? lessonNames(folder) : [];
	if (names.length === 0) {
		throw new Mistake(
			isThere ? 'no subfolder has a lesson.yaml' : 'no such folder',
			{file: folder},
			'name a folder of lessons; `lesson new NAME` begins a lesson',
		);
	}

	return names;
};
