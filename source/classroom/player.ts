import type {Input} from '../cluster.js';
import {defaultLanguage, type Language} from '../stages/language.js';
import {holds} from '../debugger/breakpoint.js';
import {atOnce, type Place as Passed} from '../debugger/recording.js';
import {seek} from '../debugger/seek.js';
import type {Stop} from '../kernel/stop.js';
import type {Ask, Break, Option} from './format.js';
import {goalOf, pursue, type Goal} from './goal.js';
import {beginning, OperatedRun, type Begun} from './operated-run.js';
import {keyNow, stopsAt, type LessonRecording} from './place.js';
import {mismatchedSlots} from './slot-meanings.js';
import {fillSlots, severalMeant, unnamedMeant} from './slots.js';
import {problemWords} from './problem-words.js';
import {decide, shuffled, type Decision} from './question.js';
import type {Lesson, TakenStep} from './lesson.js';

/** The run and the stop with which a lesson continues after the learner has broken something. */
interface Whole {
	readonly recording: LessonRecording;
	readonly cursor: number;
}

/** A run in which the symptom of a question shows. */
interface Caused extends Whole {
	readonly fault: string;
	/** The stop at which the fault was injected. */
	readonly from: number;
	readonly problem: string | undefined;
	readonly anchor: number;
	readonly inputs: number;
	readonly shows: boolean;
}

const symptomOf = ({after, object, cel}: Break): Goal => goalOf({object, cel, ...(after ? {after} : {})});

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
export class LessonRun extends OperatedRun {
	/** The step of the lesson being shown. */
	index = 0;
	/** Index of the first action of the fault that could not be done. */
	failedFault: number | undefined;
	/** The stop that the lesson has reached. */
	#anchor = -1;
	/** The beginning of the learner's work: the fresh cluster is at rest, and its initial faults are in place. */
	#start = -1;
	/** The run until then. */
	#begun: LessonRecording | undefined;
	/** The number of inputs that this took. */
	#given = 0;
	/** How many inputs there were when the step had been entered. */
	#entered = 0;
	/** The stop that each step reached on entry. */
	readonly #cameTo = new Map<number, number>();
	#whole: Whole | undefined;
	#undo: Moment[] = [];
	/** The effect of the author's fault, by the run in which it was last injected: each language and size of screen asks for it. */
	readonly #caused = new WeakMap<LessonRecording, Caused>();

	/**
	@param index the step at which the lesson resumes: all earlier steps are performed, tasks by their solution.
	@param language of the names and sentences of stages.
	@param seed decides the order of options; without it, they are in the order of the file.
	@param begun the run before the learner's work, from {@link beginning}, of a caller that enters a step itself; without it, all is done at once.
	*/
	constructor(
		/** May be exchanged for one that differs in its texts only: a translation. */
		public lesson: Lesson,
		index = 0,
		language: Language = defaultLanguage,
		readonly seed?: number,
		begun?: Begun,
	) {
		const start = begun ?? atOnce(beginning(lesson, language));
		super(lesson, language, start.recording);
		this.#begin(start);
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

	get step(): TakenStep {
		const step = this.lesson.steps[this.index];
		if (!step) {
			throw new RangeError(`${this.lesson.name} has no step ${this.index}`);
		}

		return step;
	}

	/** The stop at which the learner's work begins. */
	get start(): number {
		return this.#start;
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

	get finished(): boolean {
		return this.index >= this.lesson.steps.length - 1;
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
			this.#begin(yield* beginning(this.lesson, this.language));
		}

		this.#undo = [];
		this.cursor = this.#start;
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
		yield* this.#wholly(function* (run) {
			run.#remember();
			yield* run.act(input);
		});
	}

	/** Continues to the next step and performs it. False at the end. */
	next(): boolean {
		return atOnce(this.goingOn());
	}

	/** Like {@link Player.next}, in parts; a caller that stops before the end leaves the lesson unchanged. */
	*goingOn(): Generator<Passed, boolean> {
		return yield* this.#wholly(function* (run) {
			if (run.finished) {
				return false;
			}

			run.#remember();
			run.cursor = run.#anchor;
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

	/** Like {@link Player.undo}, in parts; a caller that stops before the end leaves the lesson unchanged. */
	*undoing(): Generator<Passed, boolean> {
		return yield* this.#wholly(function* (run) {
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

	/** Like {@link Player.solve}, in parts; a caller that stops before the end leaves the lesson unchanged. */
	*solving(): Generator<Passed, boolean> {
		return yield* this.#wholly(function* (run) {
			const {task} = run.step;
			for (const action of task?.solution ?? []) {
				yield* run.performing(action);
			}

			return task !== undefined && (yield* run.attempting(task.expect));
		});
	}

	/** The texts of this step that are to be put in order, as they are shown. */
	get toOrder(): ReadonlyArray<NonNullable<Ask['order']>[number]> {
		return shuffled(this.step.ask?.order ?? [], this.seed, `${this.lesson.name} ${this.index}`);
	}

	/** Whether a stop is one to which the question of this step sends the learner. */
	isAsked(step: number): boolean {
		const {stop: place} = this.step.ask ?? {};
		const stop = this.recording.stops.get(step);
		return place !== undefined && stop !== undefined && step > this.#anchor && stopsAt(this.recording, place)(stop);
	}

	/** The options of this step's question, in the order shown. */
	get options(): readonly Option[] {
		return shuffled(this.step.ask?.options ?? [], this.seed, `${this.lesson.name} ${this.index}`);
	}

	/** The ledger key of the object of this step; `undefined` if the step or the run has none. */
	get lookedAt(): string | undefined {
		const {look} = this.step;
		return look?.object === undefined ? undefined : keyNow(this.recording, look.object, this.#anchor);
	}

	/** A text of this step, with the run's values at the stop that the lesson has reached. @throws {Error} when the run does not say it. */
	fill(text: string, at = this.#anchor): string {
		const stop = this.recording.stops.get(at);
		return stop ? fillSlots(this.recording, stop, text) : text;
	}

	/**
	The slots in a text of this step whose object a reader cannot identify, or whose words describe another value.

	@param places other places that name objects
	*/
	unclearSlots(text: string, at = this.#anchor, places: readonly unknown[] = []): readonly string[] {
		const stop = this.recording.stops.get(at);
		const {kubectl, runTo, look, ask} = this.step;
		const names = JSON.stringify([kubectl, runTo, look?.object, ask?.at, ask?.show?.object, ...places]);
		return stop
			? [
					...severalMeant(this.recording, stop, text),
					...unnamedMeant(this.recording, stop, text, names),
					// Other languages put the words of a value elsewhere.
					...(this.lesson.language === undefined ? mismatchedSlots(this.recording, stop, text) : []),
				]
			: [];
	}

	/**
	A text of this step as a learner reads it. `lessons check` proves that the run has every value in it; where the learner changed the run,
	missing values are `…`.
	*/
	words(text: string, at?: number): string {
		try {
			return this.fill(text, at);
		} catch {
			return text.replaceAll(/\{\{.*?\}\}/gs, '…');
		}
	}

	/** Finds out whether the symptom of the question shows now, as {@link attempting} does. */
	*showing(given: Break): Generator<Passed, boolean> {
		return yield* this.attempting(symptomOf(given));
	}

	/** Causes the symptom of the question, as its author does. @returns whether it shows */
	*solvingBreak(given: Break): Generator<Passed, boolean> {
		const {recording: before, cursor: from} = this;
		const known = this.#caused.get(before);
		// A run to which inputs were given since then is another one.
		if (known?.fault === given.fault && known.from === from && known.recording.inputs.length === known.inputs) {
			const {recording, cursor, problem} = known;
			Object.assign(this, {recording, cursor, problem});
			this.#anchor = known.anchor;
			return known.shows;
		}

		const shows = yield* this.#wholly(function* (run) {
			yield* run.breaking(given.fault);
			return yield* run.showing(given);
		});
		const {recording, cursor, problem} = this;
		const inputs = recording.inputs.length;
		if (recording !== before) {
			this.#caused.set(before, {
				fault: given.fault,
				from,
				recording,
				cursor,
				problem,
				anchor: this.#anchor,
				inputs,
				shows,
			});
		}

		return shows;
	}

	/** Whether a fault causes the symptom of the question, on a copy; the lesson stays unchanged. */
	tries(given: Break, fault: string | undefined): boolean {
		return this.aside(() => {
			this.recording = atOnce(this.recording.branching(this.cursor));
			if (fault !== undefined) {
				atOnce(this.breaking(fault));
			}

			return atOnce(this.#reaching(symptomOf(given)));
		});
	}

	/** Performs work and returns the lesson to its place. */
	aside<T>(work: () => T): T {
		const {recording, cursor, problem} = this;
		const anchor = this.#anchor;
		try {
			return work();
		} finally {
			Object.assign(this, {recording, cursor, problem});
			this.#anchor = anchor;
		}
	}

	/** Lets the run decide a question, from the lesson's place on. */
	decide(ask: Ask): Decision {
		return atOnce(this.deciding(ask));
	}

	/** Decides a question in parts. */
	*deciding(ask: Ask): Generator<Passed, Decision> {
		return yield* decide(this.recording, this.#anchor, ask);
	}

	/** Whether the condition of a task or an `expect` holds at the cursor. */
	satisfied({object, cel}: {readonly object: string; readonly cel: string}, at = this.cursor): boolean {
		const stop = this.recording.stops.get(at);
		const key = keyNow(this.recording, object, at);
		return stop !== undefined && key !== undefined && holds(this.recording, stop, cel, key);
	}

	/**
	Checks on a copy of the run whether it reaches a goal, from the cursor on, or from the learner's last command if the cursor is before
	it. If so, the learner continues there. Otherwise, the lesson is unchanged, and `problem` names the missing part.
	*/
	attempt(goal: Goal): boolean {
		return atOnce(this.attempting(goal));
	}

	/** Like {@link Player.attempt}, in parts; a caller that stops before the end leaves the lesson unchanged. */
	*attempting(goal: Goal): Generator<Passed, boolean> {
		return yield* this.#wholly(function* (run) {
			const {recording, cursor} = run;
			if (run.lesson.fault && !run.#hasBegun(recording)) {
				run.problem = problemWords(run.language).otherFuture;
				return false;
			}

			const last = recording.inputs.at(-1)?.step ?? -1;
			if (last >= recording.stops.length) {
				recording.extend();
			}

			run.cursor = Math.max(cursor, Math.min(last, recording.stops.length - 1));
			run.recording = yield* recording.branching(run.cursor);
			if (yield* run.#reaching(goal)) {
				return true;
			}

			run.recording = recording;
			run.cursor = cursor;
			return false;
		});
	}

	/** Whether the run itself reaches a goal, from the cursor on. Otherwise `problem` has the missing part. */
	*#reaching(goal: Goal): Generator<Passed, boolean> {
		this.problem = yield* pursue(this, goal, this.#start, this.#anchor);
		if (this.problem === undefined) {
			this.#anchor = this.cursor;
		}

		return this.problem === undefined;
	}

	/** Performs work to its end, or not at all. The stops that the run has recorded in the meantime stay on its tape, as if the learner had moved there. */
	*#wholly<T>(work: (run: LessonRun) => Generator<Passed, T>): Generator<Passed, T> {
		const {index, cursor, recording, problem} = this;
		const [anchor, entered, undo] = [this.#anchor, this.#entered, [...this.#undo]];
		let isDone = false;
		try {
			const found = yield* work(this);
			isDone = true;
			return found;
		} finally {
			if (!isDone) {
				Object.assign(this, {index, cursor, recording, problem});
				[this.#anchor, this.#entered, this.#undo] = [anchor, entered, undo];
			}
		}
	}

	/** Whether a run begins as this one did. Hashes of all its stops are computed only for another recording. */
	#hasBegun(recording: LessonRecording): boolean {
		return (
			recording === this.#begun || recording.fingerprintAt(this.#start) === this.#begun?.fingerprintAt(this.#start)
		);
	}

	/** Takes a run in which the learner's work begins. */
	#begin({recording, failedFault}: Begun): void {
		this.recording = recording;
		this.failedFault = failedFault;
		this.#start = recording.stops.length - 1;
		this.#given = recording.inputs.length;
		this.#begun = recording;
	}

	#moment(): Moment {
		const {index, cursor, recording} = this;
		return {
			index,
			cursor,
			recording,
			anchor: this.#anchor,
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
		this.#anchor = anchor;
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
		this.#anchor = this.cursor;
		this.#entered = this.recording.inputs.length;
		this.#cameTo.set(index, this.#anchor);
		this.#whole = undefined;
		if (this.step.ask?.break) {
			this.#whole = {recording: this.recording, cursor: this.cursor};
			this.recording = yield* this.recording.branching(this.cursor);
		}
	}

	protected override *act(input: Input): Generator<Passed, void> {
		this.#anchor = Math.min(this.#anchor, this.cursor);
		yield* super.act(input);
	}
}
