import type {Input} from '../cluster.js';
import {defaultLanguage, type Language} from '../stages/language.js';
import {atOnce, type Place as Passed} from '../debugger/recording.js';
import {seek} from '../debugger/seek.js';
import type {Stop} from '../kernel/stop.js';
import {beginning, type Begun} from './operated-run.js';
import {stopsAt, type LessonRecording} from './place.js';
import {TriedStep, type Whole} from './tried-step.js';
import type {Lesson} from './lesson.js';

/** A moment in a lesson to return to. */
interface Moment {
	readonly index: number;
	readonly cursor: number;
	readonly anchor: number;
	readonly recording: LessonRecording;
	/** How many inputs and stops the recording had. */
	readonly inputs: number;
	readonly stops: number;
	/** How many inputs there were when the step was entered. */
	readonly entered: number;
	readonly whole: Whole | undefined;
}

/**
A lesson in progress: its step, its recording, its stop.

The learner may look and move anywhere between two steps; the lesson continues from its own place, the anchor.
*/
export class LessonRun extends TriedStep {
	/** The number of inputs before the learner's work. */
	#given = 0;
	/** How many inputs there were when the step had been entered. */
	#entered = 0;
	/** The stop that each step reached on entry. */
	readonly #cameTo = new Map<number, number>();
	#whole: Whole | undefined;
	#undo: Moment[] = [];
	/** Whether the last solution was performed on the cluster as the task began, without the learner's commands. */
	solvedAfresh = false;

	/**
	@param index the step at which the lesson resumes: all earlier steps are performed, tasks by their solution.
	@param language of the names and sentences of stages.
	@param seed decides the order of options; without it, they are in the order of the file.
	@param begun the run before the learner's work, from {@link beginning}, of a caller that enters a step itself; without it, all is done at once.
	*/
	constructor(lesson: Lesson, index = 0, language: Language = defaultLanguage, seed?: number, begun?: Begun) {
		const start = begun ?? atOnce(beginning(lesson, language));
		super(lesson, language, start.recording, seed);
		this.begin(start);
		if (!begun) {
			this.resume(index);
		}
	}

	/** A lesson in progress, made in parts. The parameters are those of the constructor. */
	static *opening(lesson: Lesson, index = 0, language = defaultLanguage, seed?: number): Generator<Passed, LessonRun> {
		const run = new LessonRun(lesson, 0, language, seed, yield* beginning(lesson, language));
		yield* run.#resuming(index);
		return run;
	}

	/** Whether the learner has acted since the step was entered. */
	get acted(): boolean {
		return this.recording.inputs.length > this.#entered;
	}

	/** The stop that a step reached on entry; `undefined` if it was not entered. */
	cameTo(index: number): number | undefined {
		return this.#cameTo.get(index);
	}

	/** The stop that refutes the misconception; `undefined` before the run reaches it. */
	get refutation(): Stop | undefined {
		const {refuted, refutedAt} = this.lesson;
		const step = refuted === undefined ? undefined : this.cameTo(refuted - 1);
		if (step === undefined) {
			return undefined;
		}

		if (refutedAt === undefined) {
			return this.recording.stops.get(step);
		}

		return seek(this.recording, step + 1, -1, stopsAt(this.recording, refutedAt)).stop;
	}

	/** Begins again from the first step. */
	reset(): void {
		this.resume(0);
	}

	/** Goes to a step by performing all earlier steps on a fresh cluster, tasks by their solution. */
	resume(index: number): void {
		atOnce(this.#resuming(index));
	}

	/** The same in parts. */
	*#resuming(index: number): Generator<Passed, void> {
		if (this.recording.inputs.length > this.#given) {
			this.begin(yield* beginning(this.lesson, this.language));
		}

		this.#undo = [];
		this.cursor = this.start;
		yield* this.#enter(0);
		const target = Math.max(0, Math.min(Math.trunc(index) || 0, this.lesson.steps.length - 1));
		while (this.index < target) {
			if (this.step.task) {
				yield* this.solving();
			}

			yield* this.goingOn();
		}
	}

	/** Adds the learner's input at the cursor; in the past, this begins another future. */
	submit(input: Input): void {
		atOnce(this.submitting(input));
	}

	/** Adds an input in parts; a caller that stops before the end leaves the lesson unchanged. */
	*submitting(input: Input): Generator<Passed, void> {
		yield* this.wholly(function* (run) {
			run.#remember();
			yield* run.act(input);
		});
	}

	/** Continues to the next step and performs it. False at the end. */
	next(): boolean {
		return atOnce(this.goingOn());
	}

	/** Like {@link LessonRun.next}, in parts; a caller that stops before the end leaves the lesson unchanged. */
	*goingOn(): Generator<Passed, boolean> {
		return yield* this.wholly(function* (run) {
			if (run.finished) {
				return false;
			}

			run.#remember();
			run.cursor = run.anchor;
			if (run.#whole) {
				Object.assign(run, run.#whole);
			}

			yield* run.#enter(run.index + 1);
			return true;
		});
	}

	/** Returns to the state before the last step or input. */
	undo(): boolean {
		return atOnce(this.undoing());
	}

	/** Like {@link LessonRun.undo}, in parts; a caller that stops before the end leaves the lesson unchanged. */
	*undoing(): Generator<Passed, boolean> {
		return yield* this.wholly(function* (run) {
			const moment = run.#undo.pop();
			if (!moment) {
				return false;
			}

			yield* run.#restore(moment);
			return true;
		});
	}

	/** Performs the solution of the task. @returns whether that solves the task. */
	solve(): boolean {
		return atOnce(this.solving());
	}

	/**
	Like {@link LessonRun.solve}, in parts; a caller that stops before the end leaves the lesson unchanged. Where the learner's own commands
	keep the solution from solving the task, it is performed on the cluster as the task began.
	*/
	*solving(): Generator<Passed, boolean> {
		this.solvedAfresh = false;
		return yield* this.wholly(function* (run) {
			const entered = run.#undo.find(({index}) => index === run.index);
			if ((yield* run.#performSolution()) || !entered) {
				return run.problem === undefined;
			}

			yield* run.#restore(entered);
			run.solvedAfresh = true;
			return yield* run.#performSolution();
		});
	}

	/** @returns whether the solution of the task solves it from here */
	*#performSolution(): Generator<Passed, boolean> {
		const {task} = this.step;
		for (const action of task?.solution ?? []) {
			yield* this.performing(action);
		}

		return task !== undefined && (yield* this.attempting(task.expect));
	}

	#moment(): Moment {
		const {index, cursor, recording} = this;
		return {
			index,
			cursor,
			recording,
			anchor: this.anchor,
			inputs: recording.inputs.length,
			stops: recording.stops.length,
			entered: this.#entered,
			whole: this.#whole,
		};
	}

	#remember(): void {
		this.#undo.push(this.#moment());
	}

	*#restore({index, cursor, anchor, recording, inputs, stops, entered, whole}: Moment): Generator<Passed, void> {
		this.index = index;
		this.cursor = cursor;
		this.anchor = anchor;
		this.#entered = entered;
		this.#whole = whole;
		this.recording = recording.inputs.length > inputs ? yield* recording.branching(stops - 1) : recording;
		this.problem = undefined;
	}

	/** Performs a step in order; then the step is shown. */
	*#enter(index: number): Generator<Passed, void> {
		this.problem = undefined;
		const {kubectl, traffic, crash, restart, runTo: place} = this.lesson.steps[index] ?? this.step;
		if (kubectl !== undefined) {
			// The step shows how it begins; the solution is described when it has ended.
			yield* this.typing(kubectl);
		}

		yield* this.performing({traffic, crash, restart, runTo: place});
		this.index = index;
		this.anchor = this.cursor;
		this.#entered = this.recording.inputs.length;
		this.#cameTo.set(index, this.anchor);
		this.#whole = undefined;
		if (this.step.ask?.break) {
			this.#whole = {recording: this.recording, cursor: this.cursor};
			this.recording = yield* this.recording.branching(this.cursor);
		}
	}

	protected override held(): () => void {
		const back = super.held();
		const [entered, whole, undo] = [this.#entered, this.#whole, [...this.#undo]];
		return () => {
			back();
			this.#entered = entered;
			this.#whole = whole;
			this.#undo = undo;
		};
	}

	protected override begin(begun: Begun): void {
		super.begin(begun);
		this.#given = begun.recording.inputs.length;
	}
}
