import {createCluster, type Input} from '../cluster.js';
import {holds, matchesBreakpoint} from '../debugger/breakpoint.js';
import {Recording} from '../debugger/recording.js';
import {seek} from '../debugger/seek.js';
import type {Stop} from '../kernel/stop.js';
import {completeScenario, type Scenario} from '../scenario/scenario.js';
import type {Lesson} from './course.js';
import type {Action, LessonStep, Proof} from './format.js';
import {keyNow, matchesKey, keyGlob, runTo, type Place} from './place.js';

/** What a proof found: whether it holds, and the stop that decides. */
export interface Proven {
	readonly holds: boolean;
	readonly stop?: Stop;
	/** When it does not hold: what was found instead. */
	readonly found?: string;
}

/** A moment in a lesson, to come back to. */
interface Moment {
	readonly index: number;
	readonly cursor: number;
	readonly recording: Recording<Scenario, Input>;
}

/** Stops that change an object, rather than those that only speak of it. */
const changes = (recording: Recording<Scenario, Input>, place: Place) => {
	const glob = place.object === undefined ? undefined : keyGlob(place.object);
	return (stop: Stop): boolean => {
		if (place.stage !== undefined || glob === undefined) {
			return matchesBreakpoint(
				recording,
				{
					id: 0,
					enabled: true,
					stage: place.stage,
					component: place.component,
					object: glob,
					failure: place.failure,
					reason: place.reason,
				},
				stop,
			);
		}

		return recording.kernel.ledger.changesAt(stop.step).some(({key}) => matchesKey(glob, key));
	};
};

/** A lesson being taken: where in it, on which recording, at which stop. */
export class LessonRun {
	recording: Recording<Scenario, Input>;
	/** The stop being looked at. */
	cursor = -1;
	/** The step of the lesson being shown. */
	index = 0;
	readonly #undo: Moment[] = [];

	constructor(readonly lesson: Lesson) {
		this.recording = new Recording(completeScenario(lesson.cluster), createCluster);
		seek(this.recording, -1, 1, () => false, {untilMs: 60_000});
		this.cursor = this.recording.stops.length - 1;
		this.#act();
	}

	get step(): LessonStep {
		return this.lesson.steps[this.index]!;
	}

	get finished(): boolean {
		return this.index >= this.lesson.steps.length - 1;
	}

	/** Gives an input at the cursor; in the past, this begins another future. */
	submit(input: Input): void {
		if (this.cursor < this.recording.stops.length - 1) {
			this.recording = this.recording.branch(this.cursor);
		}

		this.recording.submit(input);
	}

	/** Runs a kubectl command line at the cursor, with the lesson's files, and goes to its first stop. */
	kubectl(line: string): void {
		this.submit({kubectl: line, files: this.lesson.files as Readonly<Record<string, string>>});
		const found = seek(this.recording, this.cursor, 1, (stop) => stop.process.startsWith('kubectl/'));
		this.cursor = found.stop?.step ?? this.cursor;
	}

	/** Goes on to the next step and does what it says. False at the end. */
	next(): boolean {
		if (this.finished) {
			return false;
		}

		this.#undo.push({index: this.index, cursor: this.cursor, recording: this.recording});
		this.index++;
		this.#act();
		return true;
	}

	/** Back to how it was before the last `next`. */
	undo(): boolean {
		const moment = this.#undo.pop();
		if (!moment) {
			return false;
		}

		this.index = moment.index;
		this.cursor = moment.cursor;
		this.recording = moment.recording;
		return true;
	}

	/** The failure of the last `runTo`, in words. */
	problem: string | undefined;

	#act(): void {
		this.problem = undefined;
		if (this.step.kubectl !== undefined) {
			this.kubectl(this.step.kubectl);
		} else if (this.step.runTo) {
			this.#runTo(this.step.runTo);
		}
	}

	#runTo(place: Place): boolean {
		const found = runTo(this.recording, this.cursor, place);
		if (found.stop) {
			this.cursor = found.stop.step;
			return true;
		}

		this.problem = `the run does not come to ${JSON.stringify(place)} (${found.edge})`;
		return false;
	}

	/** Does one action of a solution. False when a place was not reached. */
	perform(action: Action): boolean {
		if (action.kubectl !== undefined) {
			this.kubectl(action.kubectl);
			const {process} = this.recording.stops[this.cursor]!;
			const end = seek(
				this.recording,
				this.cursor,
				1,
				(stop) => stop.process === process && stop.stage === 'kubectl.print' && stop.facts?.code !== undefined,
			);
			this.cursor = end.stop?.step ?? this.cursor;
		}

		return action.runTo === undefined || this.#runTo(action.runTo);
	}

	/** Lets the run decide a question. */
	prove(proof: Proof): Proven {
		const {recording} = this;
		if (proof.next) {
			const found = seek(recording, this.cursor, 1, changes(recording, proof.next), {
				pastRest: true,
				untilMs: (recording.stops[this.cursor]?.timeMs ?? 0) + 600_000,
			});
			if (!found.stop) {
				return {holds: false, found: 'no such stop follows'};
			}

			const by = proof.by;
			const right = by === undefined || matchesBreakpoint(recording, {id: 0, enabled: true, component: by}, found.stop);
			return {
				holds: right && (proof.cel === undefined || holds(recording, found.stop, proof.cel)),
				stop: found.stop,
				found: `${found.stop.process} at ${found.stop.stage}`,
			};
		}

		let at = this.cursor;
		if (proof.runTo) {
			const found = runTo(recording, at, proof.runTo);
			if (!found.stop) {
				return {holds: false, found: 'the run does not come to that place'};
			}

			at = found.stop.step;
		}

		const stop = recording.stops[at]!;
		const key = proof.object === undefined ? undefined : keyNow(recording, proof.object, at);
		return {
			holds: proof.cel !== undefined && holds(recording, stop, proof.cel, key),
			stop,
			found: key === undefined ? 'the object does not exist' : `${key} as of step ${at}`,
		};
	}

	/** Whether what a task or an `expect` asks for is so at the cursor. */
	satisfied({object, cel}: {readonly object: string; readonly cel: string}, at = this.cursor): boolean {
		const stop = this.recording.stops[at];
		const key = keyNow(this.recording, object, at);
		return stop !== undefined && key !== undefined && holds(this.recording, stop, cel, key);
	}

	/** Runs on from the cursor until the expectation holds, for at most ten virtual minutes. */
	runUntil(expectation: {readonly object: string; readonly cel: string}): boolean {
		if (this.satisfied(expectation)) {
			return true;
		}

		return this.#runTo({object: expectation.object, cel: expectation.cel});
	}
}
