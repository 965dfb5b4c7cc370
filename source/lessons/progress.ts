import path from 'node:path';
import {platform} from '../kernel/platform.js';
import {isRecord} from '../kernel/record.js';

/** How far a lesson was taken. */
interface LessonProgress {
	readonly done: boolean;
	/** The step to take it up at. */
	readonly index: number;
}

/** Name of a lesson → how far it was taken. */
export type Progress = Readonly<Record<string, LessonProgress>>;

const fileName = (): string => path.join(platform().userFolder('data'), 'progress.json');

const isProgress = (value: unknown): value is LessonProgress =>
	isRecord(value) && typeof value['done'] === 'boolean' && typeof value['index'] === 'number';

const decoder = new TextDecoder();

/** A file of progress is far smaller. */
const mostBytes = 1_000_000;

/** The saved progress; empty if nothing is saved or it cannot be read. */
export const readProgress = (file = fileName()): Progress => {
	try {
		const value: unknown = JSON.parse(decoder.decode(platform().read(file, mostBytes)));
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
		platform().write(file, `${JSON.stringify(merged, undefined, '\t')}\n`);
	} catch {
		// A read-only home: the lesson goes on, only its place is not kept.
	}
};
