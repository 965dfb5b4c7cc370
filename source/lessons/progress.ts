import {mkdirSync, readFileSync, renameSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import envPaths from 'env-paths';
import {isRecord} from '../kernel/record.js';

/** How far a lesson was taken. */
interface LessonProgress {
	readonly done: boolean;
	/** The step to take it up at. */
	readonly index: number;
}

/** Name of a lesson → how far it was taken. */
export type Progress = Readonly<Record<string, LessonProgress>>;

const fileName = (): string => path.join(envPaths('k8s-walkthrough', {suffix: ''}).data, 'progress.json');

const isProgress = (value: unknown): value is LessonProgress =>
	isRecord(value) && typeof value['done'] === 'boolean' && typeof value['index'] === 'number';

/** The saved progress; empty if nothing is saved or it cannot be read. */
export const readProgress = (file = fileName()): Progress => {
	try {
		const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
		return Object.fromEntries(
			Object.entries(isRecord(value) ? value : {}).flatMap(([name, kept]) =>
				isProgress(kept) ? [[name, kept] as const] : [],
			),
		);
	} catch {
		return {};
	}
};

/** Keeps how far a lesson was taken. The file is replaced as a whole, so that a crash leaves the old one; a folder that cannot be written is not an error to the learner. */
export const keepProgress = (name: string, progress: LessonProgress, file = fileName()): void => {
	const old = readProgress(file);
	const merged = {...old, [name]: {...progress, done: progress.done || (old[name]?.done ?? false)}};
	try {
		mkdirSync(path.dirname(file), {recursive: true});
		writeFileSync(`${file}.new`, `${JSON.stringify(merged, undefined, '\t')}\n`);
		renameSync(`${file}.new`, file);
	} catch {
		// A read-only home: the lesson goes on, only its place is not kept.
	}
};
