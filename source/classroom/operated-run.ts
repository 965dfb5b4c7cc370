import {bootingRun} from '../booted.js';
import type {Input, TerminalEntry} from '../cluster.js';
import {atOnce, type Place as Passed} from '../debugger/recording.js';
import {seeking} from '../debugger/seek.js';
import type {Stop} from '../kernel/stop.js';
import {completeScenario} from '../scenario/scenario.js';
import type {Language} from '../stages/language.js';
import {sentenceOf} from '../stages/sentence.js';
import type {Action} from './format.js';
import {problemWords} from './problem-words.js';
import {runningTo, type LessonRecording, type Place} from './place.js';
import type {ScenarioFile} from '../scenario/scenario-file.js';

/** The cluster that is operated, and the files that kubectl finds. */
interface Operated {
	readonly cluster?: ScenarioFile;
	readonly files?: Readonly<Record<string, string>>;
}

/** A run, the current stop, and the possible actions there. Long work proceeds stop by stop, so that a screen stays responsive. */
export class OperatedRun {
	recording: LessonRecording;
	/** The current stop; the screen may set it. */
	cursor: number;
	/** The failure of the last action, in words. */
	problem: string | undefined;
	readonly #operated: Operated;

	/**
	@param language of the names and sentences of stages.
	@param recording to continue with
	*/
	constructor(
		operated: Operated,
		readonly language: Language,
		recording: LessonRecording,
	) {
		this.#operated = operated;
		this.recording = recording;
		this.cursor = this.recording.stops.length - 1;
	}

	/** Performs one action. @returns false when it did not reach its place. */
	perform(action: Action): boolean {
		return atOnce(this.performing(action));
	}

	/** Performs an action in parts. */
	*performing(action: Action): Generator<Passed, boolean> {
		if (action.kubectl !== undefined) {
			yield* this.typing(action.kubectl);
			const process = this.recording.stops.get(this.cursor)?.process;
			yield* this.#goTo(
				(stop) => stop.process === process && stop.stage === 'kubectl.print' && stop.facts?.code !== undefined,
			);
		}

		if (action.traffic) {
			yield* this.act({traffic: action.traffic});
			yield* this.#goTo((stop) => stop.stage === 'traffic.start', true);
		}

		yield* this.#faults(action);
		return action.runTo === undefined || (yield* this.#runTo(action.runTo));
	}

	/** Runs a kubectl command line at the cursor, with the existing files, and moves to its first stop. */
	kubectl(line: string): void {
		atOnce(this.typing(line));
	}

	/** Types a line in parts. */
	*typing(line: string): Generator<Passed, void> {
		const {files} = this.#operated;
		yield* this.act({kubectl: line, ...(files ? {files} : {})});
		yield* this.#goTo((stop) => stop.process.startsWith('kubectl/'));
	}

	/** Runs until every given kubectl command has ended, if they end within a minute. */
	*finishingCommands(): Generator<Passed, void> {
		const {recording, cursor} = this;
		const {ledger} = recording.kernel;
		const endedAt = (step: number) =>
			ledger.keys('/terminal/', step).filter((key) => ledger.readAt<TerminalEntry>(key, step)?.code !== undefined)
				.length;
		const given = recording.inputs.filter(({input}) => 'kubectl' in input).length;
		// The scenario's initial objects were applied by a command too.
		const all = given + endedAt(recording.inputs[0]?.step ?? cursor);
		const now = recording.stops.get(cursor);
		if (now && endedAt(cursor) < all) {
			const isOver = ({stage, step}: Stop): boolean => stage === 'kubectl.print' && endedAt(step) >= all;
			const limits = {pastRest: true, untilMs: now.timeMs + 60_000};
			const found = yield* seeking(recording, cursor, 1, isOver, limits);
			this.cursor = found.stop?.step ?? cursor;
		}
	}

	/** Adds an input at the cursor; in the past, this begins another future. */
	protected *act(input: Input): Generator<Passed, void> {
		if (this.cursor < this.recording.stops.length - 1) {
			this.recording = yield* this.recording.branching(this.cursor);
		}

		this.recording.submit(input);
	}

	/** Injects a fault, and runs until it has begun. */
	*breaking(fault: string): Generator<Passed, void> {
		yield* this.act({fault});
		yield* this.#goTo((stop) => stop.stage.startsWith('fault.'), true);
	}

	*#faults({crash, restart}: Action): Generator<Passed, void> {
		for (const [verb, process] of Object.entries({crash, restart})) {
			if (process !== undefined) {
				yield* this.breaking(`${verb} ${process}`);
				const stop = this.recording.stops.get(this.cursor);
				this.problem = stop?.outcome === 'refused' ? sentenceOf(stop, this.language) : this.problem;
			}
		}
	}

	*#goTo(matches: (stop: Stop) => boolean, pastRest = false): Generator<Passed, void> {
		const {stop} = yield* seeking(this.recording, this.cursor, 1, matches, {pastRest});
		this.cursor = stop?.step ?? this.cursor;
	}

	*#runTo(place: Place): Generator<Passed, boolean> {
		const found = yield* runningTo(this.recording, this.cursor, place);
		if (found.stop) {
			this.cursor = found.stop.step;
			return true;
		}

		this.problem = problemWords(this.language).notReached(JSON.stringify(place), found.edge);
		return false;
	}
}

/** A run in which the learner's work begins. */
export interface Begun {
	readonly recording: LessonRecording;
	/** Index of the first action of the fault that could not be done. */
	readonly failedFault: number | undefined;
}

/** A fresh cluster at rest, with the fault of a drill or the start of a task; between two places the caller may pause. */
export function* beginning(
	{fault = [], ...operated}: Operated & {readonly fault?: readonly Action[]},
	language: Language,
): Generator<Passed, Begun> {
	const run = new OperatedRun(operated, language, yield* bootingRun(completeScenario(operated.cluster)));
	let failedFault: number | undefined;
	for (let index = 0; index < fault.length && failedFault === undefined; index++) {
		const isDone = yield* run.performing(fault[index] ?? {});
		failedFault = isDone ? undefined : index;
	}

	return {recording: run.recording, failedFault};
}
