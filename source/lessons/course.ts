import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import path from 'node:path';
import {closest, Mistake} from '../scenario/mistake.js';
import type {LessonFile} from './format.js';
import {readLesson} from './lint.js';
import type {Checked} from '../scenario/document.js';
import type {Progress} from './progress.js';
import {packageFile} from '../objects/package-file.js';

/** A lesson of the course. */
export interface Lesson extends LessonFile {
	/** Name of its folder: `01-a-pod`. */
	readonly name: string;
	readonly file: string;
	readonly placeOf: Checked<LessonFile>['placeOf'];
}

/** The folder `lessons/` of this package. */
export const courseFolder = fileURLToPath(packageFile('lessons/'));

/** Names of all lessons, in their order. */
export const lessonNames = (folder = courseFolder): readonly string[] =>
	readdirSync(folder, {withFileTypes: true})
		.filter((entry) => entry.isDirectory() && existsSync(path.join(folder, entry.name, 'lesson.yaml')))
		.map(({name}) => name)
		.sort();

/**
Reads a lesson file and the manifests beside it that it names under `files`.

@param language reads `lesson.<language>.yaml` instead, when there is one.
@throws {Mistakes} what is wrong with it.
*/
export const loadLesson = (file: string, language?: string): Lesson => {
	const translated = language === undefined ? file : file.replace(/\.yaml$/, `.${language}.yaml`);
	const chosen = existsSync(translated) ? translated : file;
	let source;
	try {
		source = readFileSync(chosen, 'utf8');
	} catch {
		throw new Mistake('no such lesson file', {file: chosen});
	}

	const shown = path.relative(process.cwd(), chosen);
	const {value, placeOf} = readLesson(source, shown.startsWith('..') ? chosen : shown);
	const files = Object.fromEntries(
		Object.entries(value.files ?? {}).map(([name, content]) => {
			if (content.includes('\n')) {
				return [name, content];
			}

			const beside = path.join(path.dirname(file), content);
			if (!existsSync(beside)) {
				throw new Mistake(
					`no file "${content}" next to the lesson`,
					placeOf(['files', name]),
					'write the manifest out, or name a file in the same folder',
				);
			}

			return [name, readFileSync(beside, 'utf8')];
		}),
	);
	return {...value, files, name: path.basename(path.dirname(file)), file: chosen, placeOf};
};

/** Name of the lesson to take next: one that was begun, else the first that is not done, and the first of all when every lesson is done. `undefined` if there are no lessons. */
export const nextLesson = (progress: Progress, names = lessonNames()): string | undefined =>
	names.find((name) => progress[name] && !progress[name].done) ??
	names.find((name) => !progress[name]?.done) ??
	names[0];

/**
The lesson with this name, number or part of a name; without one, the first.

@throws {Mistake} when there is none.
*/
export const findLesson = (word?: string, language?: string): Lesson => {
	const names = lessonNames();
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

	return loadLesson(path.join(courseFolder, name, 'lesson.yaml'), language);
};
