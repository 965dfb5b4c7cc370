import path from 'node:path';
import {platform} from '../kernel/platform.js';
import {isRecord} from '../kernel/record.js';

/** The progress of a lesson. */
interface LessonProgress {
	readonly done: boolean;
	/** The step to resume it at. */
	readonly index: number;
	/** The steps, counted from 0, whose questions were answered wrong and not yet right. */
	readonly missed?: readonly number[];
}

/** Name of a lesson → its progress. */
export type Progress = Readonly<Record<string, LessonProgress>>;

const fileName = (): string => path.join(platform().userFolder('data'), 'progress.json');

const isProgress = (value: unknown): value is LessonProgress =>
	isRecord(value) &&
	typeof value['done'] === 'boolean' &&
	typeof value['index'] === 'number' &&
	(value['missed'] === undefined ||
		(Array.isArray(value['missed']) && value['missed'].every((step) => Number.isInteger(step) && step >= 0)));

/** A question that returns: the lesson, and its step counted from 0. */
export interface DueQuestion {
	readonly lesson: string;
	readonly step: number;
}

/** The wrongly answered questions of the named lessons, in the order of the lessons. */
export const dueQuestions = (progress: Progress, lessons: readonly string[]): readonly DueQuestion[] =>
	lessons.flatMap((lesson) => (progress[lesson]?.missed ?? []).map((step) => ({lesson, step})));

/** The steps with wrong answers after these answers; a right answer removes its step. */
const missedAfter = (missed: readonly number[], answers: ReadonlyMap<number, boolean>): readonly number[] =>
	[...new Set([...missed, ...answers.keys()])]
		.filter((step) => (answers.has(step) ? answers.get(step) === false : true))
		.toSorted((a, b) => a - b);

/** The progress in parsed JSON, without entries of another shape. */
export const progressIn = (value: unknown): Progress =>
	Object.fromEntries(
		Object.entries(isRecord(value) ? value : {}).flatMap(([name, kept]) =>
			isProgress(kept) ? [[name, kept] as const] : [],
		),
	);

const decoder = new TextDecoder();

/** The most bytes of a progress file, which is usually far smaller. */
const mostBytes = 1_000_000;

/** The saved progress; empty if nothing is saved or it cannot be read. */
export const readProgress = (file = fileName()): Progress => {
	try {
		return progressIn(JSON.parse(decoder.decode(platform().read(file, mostBytes))));
	} catch {
		return {};
	}
};

/**
Saves the progress of a lesson, and its questions to repeat. The file is replaced as a whole, so a crash leaves the old one; an unwritable
folder does not stop the learner.

@param answers step → whether its question was answered right
*/
export const keepProgress = (
	name: string,
	progress: LessonProgress,
	file = fileName(),
	answers: ReadonlyMap<number, boolean> = new Map(),
): void => {
	const old = readProgress(file);
	const missed = missedAfter(old[name]?.missed ?? [], answers);
	const merged = {
		...old,
		[name]: {
			...progress,
			done: progress.done || (old[name]?.done ?? false),
			...(missed.length > 0 ? {missed} : {}),
		},
	};
	try {
		platform().write(file, `${JSON.stringify(merged, undefined, '\t')}\n`);
	} catch {
		// A read-only home: the lesson continues, only its place is not kept.
	}
};
