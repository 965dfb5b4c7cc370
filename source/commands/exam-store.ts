import path from 'node:path';
import type {LessonRecording} from '../classroom/place.js';
import type {Place} from '../debugger/recording.js';
import {platform} from '../kernel/platform.js';
import {ExamSession, type KeptExam} from '../classroom/exams/session.js';
import type {Exam} from '../classroom/exams/exams.js';
import {attemptFile, attemptFolder, keptAttempt, type KeptAttempt} from '../classroom/exams/kept-attempt.js';
import {readTextFile} from '../scenario/read-text-file.js';
import type {Language} from '../stages/language.js';
import {printRecording, readRecording, replaying} from './replay.js';
import {writeTextFile} from './text-file.js';

/** The file of a task's last run: a recording, as `replay` reads it. */
const taskFile = (exam: string, seed: number, task: string): string =>
	path.join(attemptFolder(exam), `seed-${seed}`, `${task}.yaml`);

/** Replays a saved run; without a result if another version of the program made it. */
function* played(file: string): Generator<Place, LessonRecording | undefined> {
	try {
		return yield* replaying(readRecording(readTextFile(file), file));
	} catch {
		return undefined;
	}
}

/** The saved run of a task, in parts; `undefined` if it was not opened. */
const restored = (exam: string, seed: number, task: string): ReturnType<ExamSession['restored']> => {
	const file = taskFile(exam, seed, task);
	return platform().find(file) ? played(file) : undefined;
};

/** How long a change may stay unsaved, in milliseconds. */
const unkeptMs = 10_000;

/** Writes the progress of an exam, and the runs that have changed since. @param write a file for its reader alone */
const keeper = (write: (file: string, text: string) => void): ((session: ExamSession, isOver: boolean) => void) => {
	const written = new Map<number, number>();
	let keptMs = 0;
	return (session, isOver) => {
		const nowMs = Date.now();
		if (!isOver && nowMs - keptMs < unkeptMs) {
			return;
		}

		keptMs = nowMs;
		const {exam, seed} = session;
		for (const [index, run] of session.opened) {
			const {length} = run.recording.inputs;
			if (run.acted && written.get(index) !== length && !session.grades) {
				written.set(index, length);
				const name = exam.sources[index]?.name ?? '';
				write(taskFile(exam.name, seed, name), printRecording(run.recording));
			}
		}

		write(attemptFile(exam.name), `${JSON.stringify({seed, ...session.kept(nowMs)})}\n`);
	};
};

/** Saves the progress of an exam. If the folder cannot be written, the exam continues. */
export const examKeeper = (
	write: (file: string, text: string) => void,
): ((session: ExamSession, isOver: boolean) => void) => {
	const keep = keeper(write);
	return (session, isOver) => {
		try {
			keep(session, isOver);
		} catch {
			// A read-only home, or a browser whose storage is full.
		}
	};
};

/** Saves exams on disk. */
export const keepExam = examKeeper((file, text) => {
	writeTextFile(file, text, {mode: 0o600, folders: true});
});

/** The settings of an exam. */
interface Taking {
	/** Begins a new attempt in spite of an unfinished one. */
	readonly again?: boolean;
	readonly seed?: number | undefined;
}

/**
The attempt that continues, or a new one: after a finished attempt, with the next seed.

@param kept the last attempt at this set
*/
export const attemptAt = (
	kept: KeptAttempt | undefined,
	{again = false, seed}: Taking,
): {readonly seed: number; readonly kept?: KeptExam} =>
	kept && !again && !kept.points && (seed === undefined || seed === kept.seed)
		? {seed: kept.seed, kept}
		: {seed: seed ?? (kept ? kept.seed + 1 : 0)};

/** An attempt at a set. */
export const sessionOf = (exam: Exam, language: Language, taking: Taking): ExamSession => {
	const {seed, kept} = attemptAt(keptAttempt(exam.name), taking);
	return new ExamSession(exam, seed, language, kept, (task) => (kept ? restored(exam.name, seed, task) : undefined));
};
