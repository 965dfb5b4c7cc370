import type {Input} from '../cluster.js';
import {atOnce, type Place as Passed} from '../debugger/recording.js';
import type {Break} from './format.js';
import {goalOf, pursue, type Goal} from './goal.js';
import type {Begun} from './operated-run.js';
import type {LessonRecording} from './place.js';
import {problemWords} from './problem-words.js';
import {StepInRun} from './step-in-run.js';

/** The run and the stop with which a lesson continues after the learner has broken something. */
export interface Whole {
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

/** A step whose goal is tried on copies of the run: that of its task, or the symptom that its question asks for. */
export class TriedStep extends StepInRun {
	/** Index of the first action of the fault that could not be done. */
	failedFault: number | undefined;
	/** The beginning of the learner's work: the fresh cluster is at rest, and its initial faults are in place. */
	#start = -1;
	/** The run until then. */
	#begun: LessonRecording | undefined;
	/** The effect of the author's fault, by the run in which it was last injected: each language and size of screen asks for it. */
	readonly #caused = new WeakMap<LessonRecording, Caused>();

	/** The stop at which the learner's work begins. */
	get start(): number {
		return this.#start;
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
			this.anchor = known.anchor;
			return known.shows;
		}

		const shows = yield* this.wholly(function* (run) {
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
				anchor: this.anchor,
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

	/**
	Checks on a copy of the run whether it reaches a goal, from the cursor on, or from the learner's last command if the cursor is before
	it. If so, the learner continues there. Otherwise, the lesson is unchanged, and `problem` names the missing part.
	*/
	attempt(goal: Goal): boolean {
		return atOnce(this.attempting(goal));
	}

	/** Like {@link LessonRun.attempt}, in parts; a caller that stops before the end leaves the lesson unchanged. */
	*attempting(goal: Goal): Generator<Passed, boolean> {
		return yield* this.wholly(function* (run) {
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
		this.problem = yield* pursue(this, goal, this.#start, this.anchor);
		if (this.problem === undefined) {
			this.anchor = this.cursor;
		}

		return this.problem === undefined;
	}

	/** Keeps the place of the lesson. @returns a function that restores it */
	protected held(): () => void {
		const {index, cursor, recording, problem, anchor} = this;
		return () => {
			Object.assign(this, {index, cursor, recording, problem, anchor});
		};
	}

	/** Performs work and returns the lesson to its place. */
	aside<T>(work: () => T): T {
		const back = this.held();
		try {
			return work();
		} finally {
			back();
		}
	}

	/** Performs work to its end, or not at all. The stops that the run has recorded in the meantime stay on its tape, as if the learner had moved there. */
	protected *wholly<T>(work: (run: this) => Generator<Passed, T>): Generator<Passed, T> {
		const back = this.held();
		let isDone = false;
		try {
			const found = yield* work(this);
			isDone = true;
			return found;
		} finally {
			if (!isDone) {
				back();
			}
		}
	}

	protected override *act(input: Input): Generator<Passed, void> {
		this.anchor = Math.min(this.anchor, this.cursor);
		yield* super.act(input);
	}

	/** Whether a run begins as this one did. Hashes of all its stops are computed only for another recording. */
	#hasBegun(recording: LessonRecording): boolean {
		return (
			recording === this.#begun || recording.fingerprintAt(this.#start) === this.#begun?.fingerprintAt(this.#start)
		);
	}

	/** Takes a run in which the learner's work begins. */
	protected begin({recording, failedFault}: Begun): void {
		this.recording = recording;
		this.failedFault = failedFault;
		this.#start = recording.stops.length - 1;
		this.#begun = recording;
	}
}
