import {platform} from '../../kernel/platform.js';
import {list, mapOf, record, text, type Checked} from '../../scenario/document.js';
import {translationFile} from '../heads.js';
import {compareCounts, readTexts, type TextPair} from '../translation.js';
import type {ExamFile, ExamTask} from './format.js';

/** A set's texts: its title, and the name of each domain. */
const examTextsShape = record({title: text, domains: mapOf(text)}, ['title', 'domains']);

/** A task's texts: of its criteria, its solutions and near misses. */
const taskTextsShape = record(
	{title: text, task: text, criteria: list(text), solutions: list(text), near: list(text), why: text},
	['title', 'task', 'criteria', 'solutions', 'near', 'why'],
);

/** A set or a task with translated texts, and their file. */
interface Told<T> extends Checked<T> {
	readonly file: string;
}

/**
A set in another language; `undefined` when there is no such file.

@throws {Mistakes} the errors of that file.
*/
export const translatedExam = (exam: ExamFile, original: string, language: string): Told<ExamFile> | undefined => {
	const file = translationFile(original, language);
	if (!platform().find(file)) {
		return undefined;
	}

	const {value, placeOf} = readTexts(examTextsShape, file, ({domains}, report) => {
		compareCounts(report, ['domains'], 'domains', [Object.keys(exam.domains).length, Object.keys(domains).length]);
	});
	const domains = Object.fromEntries(
		Object.entries(exam.domains).map(([key, domain]) => [key, {...domain, name: value.domains[key] ?? domain.name}]),
	);
	return {value: {...exam, title: value.title, domains}, placeOf, file};
};

/**
A task in another language; `undefined` when there is no such file.

@throws {Mistakes} the errors of that file.
*/
export const translatedExamTask = (task: ExamTask, original: string, language: string): Told<ExamTask> | undefined => {
	const file = translationFile(original, language);
	if (!platform().find(file)) {
		return undefined;
	}

	const lists = ['criteria', 'solutions', 'near'] as const;
	const {value, placeOf} = readTexts(taskTextsShape, file, (texts, report) => {
		for (const field of lists) {
			compareCounts(report, [field], `texts of "${field}"`, [task[field].length, texts[field].length]);
		}
	});
	const said = <T extends {readonly says: string}>(items: readonly T[], texts: readonly string[]): readonly T[] =>
		items.map((item, index) => ({...item, says: texts[index] ?? item.says}));
	return {
		value: {
			...task,
			title: value.title,
			task: value.task,
			why: value.why,
			criteria: said(task.criteria, value.criteria),
			solutions: said(task.solutions, value.solutions),
			near: said(task.near, value.near),
		},
		placeOf,
		file,
	};
};

/** The texts of a task beside their translations. */
export const examTaskPairs = (from: ExamTask, to: ExamTask): readonly TextPair[] => [
	...(['title', 'task', 'why'] as const).map((field) => ({path: [field], from: from[field], to: to[field]})),
	...(['criteria', 'solutions', 'near'] as const).flatMap((field) =>
		from[field].map(({says}, index) => ({path: [field, index], from: says, to: to[field][index]?.says ?? ''})),
	),
];
