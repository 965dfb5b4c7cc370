import {createCluster, type Input, type TerminalEntry} from '../cluster.js';
import {Recording} from '../debugger/recording.js';
import {seek} from '../debugger/seek.js';
import {completeScenario, type Scenario, type ScenarioFile} from '../scenario/scenario.js';
import type {Language} from '../stages/language.js';
import {sentenceOf} from '../stages/sentence.js';
import type {Action} from './format.js';
import {problemWords} from './problem-words.js';
import {runTo, type LessonRecording, type Place} from './place.js';

/** The cluster that is operated, and the files that kubectl finds. */
interface Operated {
	readonly cluster?: ScenarioFile;
	readonly files?: Readonly<Record<string, string>>;
}

/** A run, the stop that is being looked at, and what can be done there. */
export class OperatedRun {
	recording: LessonRecording;
	/** The stop being looked at; the screen may set it. */
	cursor: number;
	/** The failure of what was done last, in words. */
	problem: string | undefined;
	readonly #operated: Operated;

	/** @param language in which stages are told. */
	constructor(
		operated: Operated,
		readonly language: Language,
	) {
		this.#operated = operated;
		this.recording = freshRun(operated);
		this.cursor = this.recording.stops.length - 1;
	}

	/** Does one action. False when a place was not reached. */
	perform(action: Action): boolean {
		if (action.kubectl !== undefined) {
			this.kubectl(action.kubectl);
			const process = this.recording.stops.get(this.cursor)?.process;
			this.#goTo(
				(stop) => stop.process === process && stop.stage === 'kubectl.print' && stop.facts?.code !== undefined,
			);
		}

		if (action.traffic) {
			this.act({traffic: action.traffic});
			this.#goTo((stop) => stop.stage === 'traffic.start', true);
		}

		this.#faults(action);
		return action.runTo === undefined || this.#runTo(action.runTo);
	}

	/** Runs a kubectl command line at the cursor, with the files that there are, and goes to its first stop. */
	kubectl(line: string): void {
		const {files} = this.#operated;
		this.act({kubectl: line, ...(files ? {files} : {})});
		this.#goTo((stop) => stop.process.startsWith('kubectl/'));
	}

	/** Goes to where every kubectl command that was given has ended, if they end within a minute. */
	finishCommands(): void {
		const {recording, cursor} = this;
		const {ledger} = recording.kernel;
		const endedAt = (step: number) =>
			ledger.keys('/terminal/', step).filter((key) => ledger.readAt<TerminalEntry>(key, step)?.code !== undefined)
				.length;
		const given = recording.inputs.filter(({input}) => 'kubectl' in input).length;
		// What the scenario begins with was applied by a command too.
		const all = given + endedAt(recording.inputs[0]?.step ?? cursor);
		const now = recording.stops.get(cursor);
		if (now && endedAt(cursor) < all) {
			const found = seek(recording, cursor, 1, ({stage, step}) => stage === 'kubectl.print' && endedAt(step) >= all, {
				pastRest: true,
				untilMs: now.timeMs + 60_000,
			});
			this.cursor = found.stop?.step ?? cursor;
		}
	}

	/** Gives an input at the cursor; in the past, this begins another future. */
	protected act(input: Input): void {
		if (this.cursor < this.recording.stops.length - 1) {
			this.recording = this.recording.branch(this.cursor);
		}

		this.recording.submit(input);
	}

	/** Begins again with a fresh cluster. */
	protected renew(): void {
		this.recording = freshRun(this.#operated);
	}

	#faults({crash, restart}: Action): void {
		for (const [verb, process] of Object.entries({crash, restart})) {
			if (process !== undefined) {
				this.act({fault: `${verb} ${process}`});
				this.#goTo((stop) => stop.stage.startsWith('fault.'), true);
				const stop = this.recording.stops.get(this.cursor);
				this.problem = stop?.outcome === 'refused' ? sentenceOf(stop, this.language) : this.problem;
			}
		}
	}

	#goTo(matches: Parameters<typeof seek>[3], pastRest = false): void {
		this.cursor = seek(this.recording, this.cursor, 1, matches, {pastRest}).stop?.step ?? this.cursor;
	}

	#runTo(place: Place): boolean {
		const found = runTo(this.recording, this.cursor, place);
		if (found.stop) {
			this.cursor = found.stop.step;
			return true;
		}

		this.problem = problemWords(this.language).notReached(JSON.stringify(place), found.edge);
		return false;
	}
}

/** A cluster that has come to rest. */
const freshRun = ({cluster}: Operated): LessonRecording => {
	const recording = new Recording<Scenario, Input>(completeScenario(cluster), createCluster);
	seek(recording, -1, 1, () => false, {untilMs: 60_000});
	return recording;
};
