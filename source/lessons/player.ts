import {createCluster, type Input} from '../cluster.js';
import {defaultLanguage, type Language} from '../stages/language.js';
import {sentenceOf} from '../stages/sentence.js';
import {holds} from '../debugger/breakpoint.js';
import {Recording} from '../debugger/recording.js';
import {seek} from '../debugger/seek.js';
import {completeScenario, type Scenario} from '../scenario/scenario.js';
import type {Lesson} from './course.js';
import type {Action, Ask, Expectation, LessonStep, Option} from './format.js';
import {keyNow, runTo, type LessonRecording, type Place} from './place.js';
import {fillSlots} from './slots.js';
import {decide, shuffled, type Decision} from './question.js';

/** A moment in a lesson, to come back to. */
interface Moment {
	readonly index: number;
	readonly cursor: number;
	readonly anchor: number;
	readonly recording: LessonRecording;
	/** How many inputs and stops the recording had. */
	readonly inputs: number;
	readonly stops: number;
}

/**
A lesson being taken: where in it, on which recording, at which stop.

The learner may look and go anywhere between two steps; the lesson goes on from its own place, the anchor.
*/
export class LessonRun {
	recording: LessonRecording;
	/** The stop being looked at; the screen may set it. */
	cursor = -1;
	/** The step of the lesson being shown. */
	index = 0;
	/** The failure of the last `runTo` or trial, in words. */
	problem: string | undefined;
	/** The stop that the lesson has come to. */
	#anchor = -1;
	/** Where the fresh cluster came to rest. */
	#start = -1;
	#undo: Moment[] = [];

	/**
	@param index step to take the lesson up at: all before it are performed, tasks by their solution.
	@param language in which stages are told.
	@param seed decides the order of options; without it, they are in the order of the file.
	*/
	constructor(
		readonly lesson: Lesson,
		index = 0,
		readonly language: Language = defaultLanguage,
		readonly seed?: number,
	) {
		this.recording = this.#begin();
		this.resume(index);
	}

	get step(): LessonStep {
		const step = this.lesson.steps[this.index];
		if (!step) {
			throw new RangeError(`${this.lesson.name} has no step ${this.index}`);
		}

		return step;
	}

	get finished(): boolean {
		return this.index >= this.lesson.steps.length - 1;
	}

	/** Begins again from the first step. */
	reset(): void {
		this.resume(0);
	}

	/** Goes to a step by performing all before it on a fresh cluster, tasks by their solution. */
	resume(index: number): void {
		if (this.recording.inputs.length > 0) {
			this.recording = this.#begin();
		}

		this.#undo = [];
		this.index = 0;
		this.cursor = this.#start;
		this.#enter();
		const target = Math.max(0, Math.min(Math.trunc(index) || 0, this.lesson.steps.length - 1));
		while (this.index < target) {
			if (this.step.task) {
				this.solve();
			}

			this.next();
		}
	}

	/** Gives an input of the learner at the cursor; in the past, this begins another future. */
	submit(input: Input): void {
		this.#remember();
		this.#submit(input);
	}

	/** Runs a kubectl command line at the cursor, with the lesson's files, and goes to its first stop. */
	kubectl(line: string): void {
		const {files} = this.lesson;
		this.#submit({kubectl: line, ...(files ? {files} : {})});
		const found = seek(this.recording, this.cursor, 1, (stop) => stop.process.startsWith('kubectl/'));
		this.cursor = found.stop?.step ?? this.cursor;
	}

	/** Goes on to the next step and does what it says. False at the end. */
	next(): boolean {
		if (this.finished) {
			return false;
		}

		this.#remember();
		this.index++;
		this.cursor = this.#anchor;
		this.#enter();
		return true;
	}

	/** Back to how it was before the last step or input. */
	undo(): boolean {
		const moment = this.#undo.pop();
		if (!moment) {
			return false;
		}

		this.#restore(moment);
		return true;
	}

	/** Does one action of a solution. False when a place was not reached. */
	perform(action: Action): boolean {
		if (action.kubectl !== undefined) {
			this.kubectl(action.kubectl);
			const process = this.recording.stops.get(this.cursor)?.process;
			const end = seek(
				this.recording,
				this.cursor,
				1,
				(stop) => stop.process === process && stop.stage === 'kubectl.print' && stop.facts?.code !== undefined,
			);
			this.cursor = end.stop?.step ?? this.cursor;
		}

		if (action.traffic) {
			this.#traffic(action.traffic);
		}

		this.#faults(action);
		return action.runTo === undefined || this.#runTo(action.runTo);
	}

	/** Does the solution of the task. @returns whether it solves it. */
	solve(): boolean {
		const {task} = this.step;
		if (!task) {
			return false;
		}

		for (const action of task.solution) {
			this.perform(action);
		}

		return this.runUntil(task.expect);
	}

	/** The options of the question of this step, in the order in which they are shown. */
	get options(): readonly Option[] {
		return shuffled(this.step.ask?.options ?? [], this.seed, `${this.lesson.name} ${this.index}`);
	}

	/** The ledger key of the object that this step looks at; `undefined` if it names none, or the run has none. */
	get lookedAt(): string | undefined {
		const {look} = this.step;
		return look?.object === undefined ? undefined : keyNow(this.recording, look.object, this.#anchor);
	}

	/** A text of this step, with what the run says at the stop that the lesson has come to. @throws {Error} when the run does not say it. */
	fill(text: string, at = this.#anchor): string {
		const stop = this.recording.stops.get(at);
		return stop ? fillSlots(this.recording, stop, text) : text;
	}

	/** A text of this step as a learner reads it. `lessons check` proves that the run says everything in it; where the learner led the run elsewhere, the rest is `…`. */
	words(text: string, at?: number): string {
		try {
			return this.fill(text, at);
		} catch {
			return text.replaceAll(/\{\{.*?\}\}/gs, '…');
		}
	}

	/** Lets the run decide a question, from the lesson's place on. */
	decide(ask: Ask): Decision {
		return decide(this.recording, this.#anchor, ask);
	}

	/** Whether what a task or an `expect` asks for holds at the cursor. */
	satisfied({object, cel}: {readonly object: string; readonly cel: string}, at = this.cursor): boolean {
		const stop = this.recording.stops.get(at);
		const key = keyNow(this.recording, object, at);
		return stop !== undefined && key !== undefined && holds(this.recording, stop, cel, key);
	}

	/**
	Runs on from the cursor until the expectation holds, for at most ten virtual minutes; one that is to hold `after` something is tried out.

	When it does not come to hold, everything is as before.
	*/
	runUntil(expectation: Expectation): boolean {
		const before = this.#moment();
		const reached = expectation.after
			? expectation.after.every((action) => this.perform(action)) && this.satisfied(expectation)
			: this.satisfied(expectation) || this.#runTo({object: expectation.object, cel: expectation.cel});
		if (reached) {
			this.#anchor = this.cursor;
			this.problem = undefined;
			return true;
		}

		const problem = expectation.after ? this.#shortfall(expectation.object) : this.problem;
		this.#restore(before);
		this.problem = problem;
		return false;
	}

	/** The outcome of a trial, in the run's own words: the last thing that failed in it. */
	#shortfall(object: string): string {
		const last = seek(this.recording, this.cursor + 1, -1, (stop) => stop.outcome === 'failed' && !stop.periodic).stop;
		return `when tried out, ${object} is not as it should be${last ? `; the run says: ${sentenceOf(last, this.language)}` : ''}`;
	}

	#begin(): LessonRecording {
		const recording = new Recording<Scenario, Input>(completeScenario(this.lesson.cluster), createCluster);
		seek(recording, -1, 1, () => false, {untilMs: 60_000});
		this.#start = recording.stops.length - 1;
		return recording;
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
		};
	}

	#remember(): void {
		this.#undo.push(this.#moment());
	}

	#restore({index, cursor, anchor, recording, inputs, stops}: Moment): void {
		this.index = index;
		this.cursor = cursor;
		this.#anchor = anchor;
		this.recording = recording.inputs.length > inputs ? recording.branch(stops - 1) : recording;
		this.problem = undefined;
	}

	#submit(input: Input): void {
		if (this.cursor < this.recording.stops.length - 1) {
			this.recording = this.recording.branch(this.cursor);
			this.#anchor = Math.min(this.#anchor, this.cursor);
		}

		this.recording.submit(input);
	}

	#traffic(client: NonNullable<Action['traffic']>): void {
		this.#submit({traffic: client});
		const found = seek(this.recording, this.cursor, 1, (stop) => stop.stage === 'traffic.start', {pastRest: true});
		this.cursor = found.stop?.step ?? this.cursor;
	}

	#faults({crash, restart}: Action): void {
		for (const input of [crash === undefined ? undefined : {crash}, restart === undefined ? undefined : {restart}]) {
			if (input) {
				this.#submit(input);
				const found = seek(this.recording, this.cursor, 1, (stop) => stop.stage.startsWith('fault.'), {pastRest: true});
				this.cursor = found.stop?.step ?? this.cursor;
				this.problem = found.stop?.outcome === 'refused' ? sentenceOf(found.stop, this.language) : this.problem;
			}
		}
	}

	/** Does what the step says, in its order. */
	#enter(): void {
		this.problem = undefined;
		const {kubectl, traffic, runTo: place} = this.step;
		if (kubectl !== undefined) {
			this.kubectl(kubectl);
		}

		if (traffic) {
			this.#traffic(traffic);
		}

		this.#faults(this.step);
		if (place) {
			this.#runTo(place);
		}

		this.#anchor = this.cursor;
	}

	#runTo(place: Place): boolean {
		const found = runTo(this.recording, this.cursor, place);
		if (found.stop) {
			this.cursor = found.stop.step;
			return true;
		}

		this.problem = `the run does not reach ${JSON.stringify(place)} (${found.edge})`;
		return false;
	}
}
