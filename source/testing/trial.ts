import {createCluster, nextTerminalKey, type Input, type TerminalEntry} from '../cluster.js';
import {Recording} from '../debugger/recording.js';
import {matchesGlob} from '../debugger/glob.js';
import {describeViolations, Invariants} from '../invariants/invariants.js';
import type {Stop} from '../kernel/stop.js';
import type {FactsOf, StageId} from '../stages/facts.js';
import {isStopOf, type StopOf} from '../stages/stop-of.js';
import {must} from './must.js';
import {completeScenario, type Scenario} from '../scenario/scenario.js';
import type {ScenarioFile} from '../scenario/scenario-file.js';

/** Files besides the manifests that an invocation of kubectl can read. */
export type Files = Readonly<Record<string, string>>;

/** A stop of a stage; of a stage whose facts have a type, with these. */
export type Found<Id extends string> = Id extends StageId ? StopOf<Id> : Stop;

const isFound = <Id extends string>(stop: Stop, stage: Id): stop is Found<Id> => stop.stage === stage;

/**
A complete cluster for tests and scripts: run commands, let time pass, read its state. The invariants are checked at every rest; a violation throws.
*/
export class Trial {
	readonly recording: Recording<Scenario, Input>;
	readonly invariants: Invariants;

	constructor(scenario: ScenarioFile = {}) {
		const complete = completeScenario(scenario);
		this.recording = new Recording(complete, createCluster);
		this.invariants = new Invariants(this.recording);
		this.rest();
	}

	/** Runs until only periodic work is left, or for this long in virtual time. */
	rest(limitMs = 600_000): void {
		const untilMs = this.recording.kernel.now + limitMs;
		while (this.recording.extend(untilMs, true)) {
			// Each stop is on the tape.
		}

		this.check();
	}

	/** Lets virtual time pass, periodic work included. */
	pass(ms: number): void {
		const untilMs = this.recording.kernel.now + ms;
		while (this.recording.extend(untilMs)) {
			// Each stop is on the tape.
		}

		this.check();
	}

	/** Records this many stops, or fewer if it is at rest. */
	steps(count: number): void {
		for (let index = 0; index < count && this.recording.extend(undefined, true); index++) {
			// Each stop is on the tape.
		}
	}

	/** Begins a kubectl command, without the word kubectl. @returns where its output will be. */
	begin(command: string, files: Files = {}): () => TerminalEntry | undefined {
		const key = nextTerminalKey(this.recording);
		this.recording.submit({kubectl: command, files});
		return () => this.recording.kernel.ledger.read<TerminalEntry>(key);
	}

	/** Runs a kubectl command and all its consequences. */
	kubectl(command: string, files: Files = {}): TerminalEntry {
		const answer = this.begin(command, files);
		this.rest();
		const entry = answer();
		if (entry?.code === undefined) {
			throw new Error(`kubectl ${command} does not end`);
		}

		return entry;
	}

	/** Applies one manifest and runs to rest. */
	apply(manifest: string): TerminalEntry {
		return this.kubectl('apply -f manifest.yaml', {'manifest.yaml': manifest});
	}

	crash(process: string): void {
		this.recording.submit({fault: `crash ${process}`});
	}

	restart(process: string): void {
		this.recording.submit({fault: `restart ${process}`});
	}

	/** The value under a ledger key now. */
	read<T = unknown>(key: string): T | undefined {
		return this.recording.kernel.ledger.read<T>(key);
	}

	/** The value under a ledger key now. @throws {Error} when there is no value. */
	get<T>(key: string): T {
		return must(this.read<T>(key), `value under ${key}`);
	}

	/** All values under a prefix. */
	list<T = unknown>(prefix: string): readonly T[] {
		return this.recording.kernel.ledger.keys(prefix).map((key) => this.get<T>(key));
	}

	/** The matching stops of the run so far. */
	stops(matches: (stop: Stop) => boolean): readonly Stop[] {
		return this.recording.stops.filter(matches);
	}

	/** Stops of a stage, or of those that match a glob, since the step `from`. */
	at(stage: string, from = 0): readonly Stop[] {
		return this.recording.stops.slice(from).filter((stop) => matchesGlob(stage, stop.stage));
	}

	/** The first stop of exactly this stage since the step `from` that matches. @throws {Error} when no stop matches. */
	first<Id extends string>(stage: Id, from = 0, matches: (stop: Found<Id>) => boolean = () => true): Found<Id> {
		const found = this.recording.stops
			.slice(from)
			.find((stop): stop is Found<Id> => isFound(stop, stage) && matches(stop));
		return must(found, `stop of ${stage} from step ${from} on that matches`);
	}

	/** The last stop of exactly this stage since the step `from` that matches. @throws {Error} when no stop matches. */
	last<Id extends string>(stage: Id, from = 0, matches: (stop: Found<Id>) => boolean = () => true): Found<Id> {
		const found = this.recording.stops
			.slice(from)
			.findLast((stop): stop is Found<Id> => isFound(stop, stage) && matches(stop));
		return must(found, `stop of ${stage} from step ${from} on that matches`);
	}

	/** The facts of the stops of exactly this stage since the step `from`. */
	facts<Id extends StageId>(stage: Id, from = 0): ReadonlyArray<FactsOf<Id>> {
		return this.recording.stops.slice(from).flatMap((stop) => (isStopOf(stop, stage) ? [stop.facts] : []));
	}

	/** The stop of a step. @throws {Error} when the run has not reached it. */
	stopAt(step: number): Stop {
		return must(this.recording.stops.get(step), `stop of step ${step}`);
	}

	/** The number of stops, which is also the next step. */
	get step(): number {
		return this.recording.stops.length;
	}

	/** @throws {Error} naming step, key and rule of each violation. */
	check(): void {
		const violations = this.invariants.advance();
		if (violations.length > 0) {
			throw new Error(`invariants do not hold:\n${describeViolations(violations.slice(0, 20))}`);
		}
	}
}
