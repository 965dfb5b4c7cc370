import path from 'node:path';
import type {Checked} from '../../scenario/document.js';
import {closest, Mistake} from '../../scenario/mistake.js';
import {authored, filesBeside} from '../course.js';
import {examFile, examNames} from '../heads.js';
import type {ExamFile, ExamTask} from './format.js';
import {readExam, readExamTask} from './lint.js';
import {drawn, filled, variation, type Drawn} from './slots.js';
import {translatedExam, translatedExamTask} from './translation.js';
import type {Lesson} from '../lesson.js';

/** A task of a set, with its slots filled. */
export interface ExamTaskLesson extends Lesson {
	readonly examTask: ExamTask;
}

/** A task as in its file, with open slots. */
export interface TaskSource extends Checked<ExamTask> {
	readonly name: string;
	readonly file: string;
	readonly language?: string;
}

/** A set of tasks. */
export interface Exam extends ExamFile {
	/** Name of its folder: `cka-1`. */
	readonly name: string;
	readonly file: string;
	readonly sources: readonly TaskSource[];
	readonly placeOf: Checked<ExamFile>['placeOf'];
	readonly language?: string;
}

/** All points of a task. */
export const mostPoints = ({criteria}: Pick<ExamTask, 'criteria'>): number =>
	criteria.reduce((sum, {points}) => sum + points, 0);

/**
Reads the file of a task and the manifests that it names.

@param language shows the texts of the translation beside it, when there is one.
@throws {Mistakes} its errors.
*/
export const loadExamTask = (file: string, language?: string): TaskSource => {
	const {value, placeOf} = readExamTask(...authored(file, 'task'));
	const read: ExamTask = {
		...value,
		files: filesBeside(value.files, file, placeOf),
		answers: filesBeside(value.answers, file, placeOf, 'answers'),
	};
	const source: TaskSource = {value: read, placeOf, name: path.basename(file, '.yaml'), file};
	const told = language === undefined ? undefined : translatedExamTask(read, file, language);
	return told ? {...source, ...told, language} : source;
};

/**
Reads a set of tasks.

@throws {Mistakes} the errors of one of its files.
*/
export const loadExam = (file: string, language?: string): Exam => {
	const {value, placeOf} = readExam(...authored(file, 'exam'));
	const folder = path.dirname(file);
	const told = language === undefined ? undefined : translatedExam(value, file, language);
	return {
		...(told?.value ?? value),
		name: path.basename(folder),
		file,
		placeOf,
		sources: value.tasks.map((name) => loadExamTask(path.join(folder, `${name}.yaml`), language)),
		...(told && language !== undefined ? {language} : {}),
	};
};

/** A task with these values in its slots, as a lesson of one step. @param answered kubectl finds the files of the solutions, too */
export const taskLesson = (source: TaskSource, values: Drawn, answered = false): ExamTaskLesson => {
	const {name, file, placeOf, language} = source;
	const task = filled(source.value, values);
	return {
		title: task.title,
		minutes: 8,
		claims: [],
		idea: '',
		...(task.cluster ? {cluster: task.cluster} : {}),
		files: {...task.files, ...(answered ? task.answers : {})},
		fault: task.start,
		steps: [
			{
				task: {
					goal: task.task,
					expect: {conditions: [], steadyMs: 0},
					hints: [],
					solution: task.solutions[0]?.do ?? [],
				},
			},
		],
		name: `exam/${name}`,
		file,
		placeOf,
		examTask: task,
		...(language === undefined ? {} : {language}),
	};
};

/** The values of a task's slots in an exam with this seed; the first of each for seed 0. */
export const valuesOf = ({value: {slots = {}}, name}: TaskSource, seed: number): Drawn =>
	seed === 0 ? variation(slots, 0) : drawn(slots, seed, name);

/**
The set with this name or of this exam.

@param word `cka`, or the name of a set: `cka-2`
@param set which of the sets of that exam, counted from 1
@throws {Mistake} when there is none.
*/
export const findExam = (word: string, set: number | undefined, language?: string): Exam => {
	const names = examNames();
	const name = names.find((one) => one === word) ?? names.find((one) => one === `${word}-${set ?? 1}`);
	if (name === undefined) {
		const near = closest(word, [...names, ...new Set(names.map((one) => one.replace(/-\d+$/, '')))]);
		throw new Mistake(
			`there is no exam "${word}"${set === undefined ? '' : ` with set ${set}`}`,
			{},
			near === undefined || near === word ? `sets: ${names.join(', ')}` : `did you mean "${near}"?`,
		);
	}

	return loadExam(examFile(name), language);
};
