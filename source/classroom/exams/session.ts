import {atOnce, type Place as Passed} from '../../debugger/recording.js';
import type {Language} from '../../stages/language.js';
import {LessonRun} from '../player.js';
import type {LessonRecording} from '../place.js';
import {mostPoints, taskLesson, valuesOf, type Exam, type ExamTaskLesson} from './exams.js';
import type {Action} from '../format.js';
import {grading, type Grade} from './grade.js';

/** The progress of an exam that is resumed. */
export interface KeptExam {
	readonly at: number;
	readonly usedMs: number;
	readonly flagged: readonly number[];
	/** Task → the points that it got, once the exam is graded. */
	readonly points?: readonly number[];
}

/** The points of a domain. */
export interface DomainResult {
	readonly name: string;
	readonly points: number;
	readonly weight: number;
}

/** A grade without any work: nothing is earned. */
const untouched = (lesson: ExamTaskLesson, recording: LessonRecording): Grade => ({
	scores: lesson.examTask.criteria.map(({says, points}) => ({earned: false, points, says})),
	points: 0,
	recording,
});

/**
An exam in progress: its clock, the run of each task that was opened, and in the end the grades.

Times are of the wall clock, in milliseconds; the caller passes them in.
*/
export class ExamSession {
	/** The task on the screen, counted from 0. */
	at: number;
	/** Tasks to return to. */
	readonly flagged: Set<number>;
	/** The grade of each task, once they are graded. */
	grades: readonly Grade[] | undefined;
	readonly #runs = new Map<number, LessonRun>();
	#usedMs: number;
	#sinceMs: number | undefined;

	/**
	@param seed fills the slots of the tasks.
	@param kept the saved state of an unfinished exam.

	@param restored replays the saved run of a task; `undefined` for a task that was not opened.
	*/
	constructor(
		readonly exam: Exam,
		readonly seed: number,
		readonly language: Language,
		kept: KeptExam = {at: 0, usedMs: 0, flagged: []},
		readonly restored: (task: string) => Generator<Passed, LessonRecording | undefined> | undefined = () => undefined,
	) {
		this.at = Math.min(Math.max(0, kept.at), exam.sources.length - 1);
		this.flagged = new Set(kept.flagged);
		this.#usedMs = kept.usedMs;
	}

	get paused(): boolean {
		return this.#sinceMs === undefined;
	}

	/** The tasks that were opened. */
	get opened(): ReadonlyMap<number, LessonRun> {
		return this.#runs;
	}

	/** A task with its slots filled. @param answered kubectl finds the files of the solutions, too */
	lesson(index: number, answered = false): ExamTaskLesson {
		const source = this.exam.sources[index];
		if (!source) {
			throw new RangeError(`${this.exam.name} has no task ${index + 1}`);
		}

		return taskLesson(source, valuesOf(source, this.seed), answered);
	}

	/** The run of a task, made at its first request; it continues where the learner left it. */
	run(index = this.at): LessonRun {
		return atOnce(this.opening(index));
	}

	/** Opens a task in parts. */
	*opening(index: number): Generator<Passed, LessonRun> {
		const known = this.#runs.get(index);
		if (known) {
			return known;
		}

		const run = yield* LessonRun.opening(this.lesson(index), 0, this.language);
		const left = yield* this.#left(index) ?? [];
		if (left) {
			run.recording = left;
			run.cursor = left.stops.length - 1;
		}

		this.#runs.set(index, run);
		return run;
	}

	#left(index: number): ReturnType<ExamSession['restored']> {
		return this.restored(this.exam.sources[index]?.name ?? '');
	}

	/** Replaces the run of a task. */
	put(index: number, run: LessonRun): void {
		this.#runs.set(index, run);
	}

	/** Whether anything was done in a task. */
	worked(index: number): boolean {
		return this.#runs.get(index)?.acted ?? this.#left(index) !== undefined;
	}

	/** Resumes the clock. */
	goOn(nowMs: number): void {
		this.#sinceMs ??= nowMs;
	}

	/** Stops the clock. */
	pause(nowMs: number): void {
		this.#usedMs = this.usedMs(nowMs);
		this.#sinceMs = undefined;
	}

	usedMs(nowMs: number): number {
		return this.#usedMs + (this.#sinceMs === undefined ? 0 : Math.max(0, nowMs - this.#sinceMs));
	}

	/** The time that is left; negative when it is over. */
	leftMs(nowMs: number): number {
		return this.exam.minutes * 60_000 - this.usedMs(nowMs);
	}

	/** Grades every task, one after another. */
	*grading(): Generator<Passed, readonly Grade[]> {
		const grades: Grade[] = [];
		for (const [index] of this.exam.sources.entries()) {
			const lesson = this.lesson(index);
			const run = this.worked(index) ? yield* this.opening(index) : undefined;
			if (run?.acted) {
				const {recording, start} = run;
				grades.push(yield* grading({recording, start, language: this.language}, lesson.examTask));
			} else {
				grades.push(untouched(lesson, this.#runs.get(index)?.recording ?? this.run(this.at).recording));
			}
		}

		this.grades = grades;
		return grades;
	}

	/** The points of each domain. */
	get domains(): readonly DomainResult[] {
		return Object.entries(this.exam.domains).map(([key, {name, weight}]) => ({
			name,
			weight,
			points: this.exam.sources.reduce(
				(sum, {value}, index) => sum + (value.domain === key ? (this.grades?.[index]?.points ?? 0) : 0),
				0,
			),
		}));
	}

	/** All points so far. */
	get points(): number {
		return this.grades?.reduce((sum, {points}) => sum + points, 0) ?? 0;
	}

	/** The points that a task can get. */
	most(index: number): number {
		const source = this.exam.sources[index];
		return source ? mostPoints(source.value) : 0;
	}

	/** A run of a task after its solution, in parts. */
	*solving(index: number): Generator<Passed, LessonRun> {
		const run = yield* LessonRun.opening(this.lesson(index, true), 0, this.language);
		for (const action of this.solutionOf(index)) {
			yield* run.performing(action);
		}

		return run;
	}

	/** The first solution of a task, as it is done. */
	solutionOf(index: number): readonly Action[] {
		return this.lesson(index).examTask.solutions[0]?.do ?? [];
	}

	/** The state to save. */
	kept(nowMs: number): KeptExam {
		return {
			at: this.at,
			usedMs: this.usedMs(nowMs),
			flagged: [...this.flagged],
			...(this.grades ? {points: this.grades.map(({points}) => points)} : {}),
		};
	}
}
