import {createCluster, type ClusterRecording, type TerminalEntry} from '../../cluster.js';
import {Recording} from '../../debugger/recording.js';
import type {Stop} from '../../kernel/stop.js';
import {completeScenario} from '../../scenario/scenario.js';
import {describeViolations, Invariants} from '../invariants.js';
import {Chronicle} from './chronicle.js';
import {behindMs, endState, isCleaningUp, unsettled} from './end-state.js';
import type {Fault} from './fault-kinds.js';
import type {Plan} from './plan.js';
import type {Command} from './workloads.js';

/** The result of a run. */
export interface Ending {
	readonly end: readonly string[];
	/** Problems of the run, one line each. */
	readonly problems: readonly string[];
	/** Exit codes of the commands. */
	readonly codes: ReadonlyArray<number | undefined>;
	readonly stops: number;
	/** The writes of components, where the run keeps them. */
	readonly chronicle: readonly string[];
	/** The run, if its history is kept. */
	readonly recording?: ClusterRecording;
}

const settleMs = 100_000;
const limitMs = 600_000;

/** The longest runs of a campaign make 25,000. */
const mostStops = 300_000;

// Kubernetes itself calls it "undefined behavior".
const isOdd = /\bundefined\b(?! behavior)|\bNaN\b|\[object /;

/** Whether a fault names a missing process: then a plan tests less than it states. */
const isFaultOnNothing = ({stage, outcome}: Stop): boolean => stage.startsWith('fault.') && outcome === 'refused';

/** The level of checking of a run. */
export interface Look {
	/** Whether the sentences of stops are read from the start of the cluster: all runs of a world have the same start. */
	readonly readsStart: boolean;
	/** Whether the run is repeated at the end and compared with the first time, which needs its history. */
	readonly repeats: boolean;
	/** Whether the run keeps the writes of components. */
	readonly keeps?: boolean;
}

/** A cluster that carries out a plan's commands. Each stop is checked when it is made, so none has to be kept. */
class Trial {
	readonly recording: ClusterRecording;
	readonly #invariants: Invariants;
	/** Forbidden messages of stops. */
	readonly #said: string[] = [];
	#reads: boolean;
	#chronicle: Chronicle | undefined;
	#commands = 0;
	/** Whether the cluster has settled since the last action. */
	#settled = false;

	constructor(
		readonly plan: Plan,
		{readsStart, repeats, keeps = false}: Look,
	) {
		this.recording = new Recording(completeScenario(plan.scenario), (scenario) =>
			createCluster(scenario, {keepsHistory: repeats}),
		);
		this.#invariants = new Invariants(this.recording);
		this.#reads = readsStart;
		this.rest();
		this.#reads = true;
		this.#chronicle = keeps ? new Chronicle(this.recording.kernel.now) : undefined;
	}

	/** The writes of components since the start of the cluster. */
	get chronicle(): readonly string[] {
		return this.#chronicle?.lines ?? [];
	}

	/** Continues to the next stop. @returns whether there was one; a run that has broken a rule is over. */
	#extend(untilMs?: number, atRest = false): boolean {
		if (this.isBroken) {
			return false;
		}

		const stop = this.recording.extend(untilMs, atRest);
		if (stop) {
			const {ledger, wallClockMs} = this.recording.kernel;
			this.#invariants.see(stop);
			this.#chronicle?.see(stop, ledger.changesAt(stop.step), wallClockMs);
			if (this.#reads) {
				this.#read(stop);
			}
		}

		return stop !== undefined;
	}

	#read(stop: Stop): void {
		const sentence = this.recording.sentence(stop);
		if (isOdd.test(sentence)) {
			this.#said.push(`#${stop.step} ${stop.stage} says: ${sentence}`);
		} else if (isFaultOnNothing(stop)) {
			this.#said.push(sentence);
		}
	}

	/** Whether a rule is broken, or the run makes so many stops that it must be a loop. */
	get isBroken(): boolean {
		return this.#invariants.violations.length > 0 || this.recording.stops.length > mostStops;
	}

	rest(): void {
		const untilMs = this.recording.kernel.now + limitMs;
		while (this.#extend(untilMs, true)) {
			// Each stop is checked.
		}
	}

	pass(ms: number): void {
		const untilMs = this.recording.kernel.now + ms;
		while (this.#extend(untilMs)) {
			// Each stop is checked.
		}
	}

	#wait(ms: number): void {
		this.pass(ms);
		this.rest();
	}

	/** Continues until delayed effects have happened: a lost node, a back-off, the garbage collection of a node. */
	settle(): void {
		if (this.#settled) {
			return;
		}

		this.#wait(settleMs);
		const {ledger, now} = this.recording.kernel;
		const moreMs = behindMs(ledger, now);
		if (moreMs > 0) {
			this.#wait(moreMs);
			// Retries can have ended Pods: their nodes clean up last.
			this.#wait(settleMs);
		}

		// An autoscaler whose window ends has ended Pods a moment ago.
		if (!this.isBroken && isCleaningUp(ledger)) {
			this.#wait(settleMs);
		}

		if (!this.isBroken) {
			this.#invariants.advance();
		}

		this.#settled = true;
	}

	#steps(count: number): void {
		for (let index = 0; index < count && this.#extend(undefined, true); index++) {
			// Each stop is checked.
		}
	}

	/** @returns its exit code; `undefined` if it does not end. */
	command({kubectl, files, passMs = 0}: Command, faults: readonly Fault[]): number | undefined {
		const key = `/terminal/${++this.#commands}`;
		this.#settled = false;
		this.recording.submit({kubectl, files});
		for (const {afterStops, begin, downStops, downMs, end} of faults) {
			this.#steps(afterStops);
			this.recording.submit(begin);
			this.#steps(downStops);
			this.pass(downMs);
			if (end) {
				this.recording.submit(end);
			}
		}

		this.rest();
		if (passMs > 0) {
			this.#wait(passMs);
		}

		if (faults.length > 0) {
			this.settle();
		} else if (!this.isBroken) {
			// The rules of a run at rest apply after each command.
			this.#invariants.rest();
		}

		return this.recording.kernel.ledger.read<TerminalEntry>(key)?.code;
	}

	/** Problems found so far, one line each. */
	problems(): readonly string[] {
		const {recording} = this;
		return [
			...(this.#invariants.violations.length > 0 ? [describeViolations(this.#invariants.violations.slice(0, 5))] : []),
			...(recording.resting || this.isBroken ? [] : ['it does not come to rest']),
			...(recording.stops.length > mostStops ? [`it makes more than ${mostStops} stops`] : []),
			...(this.isBroken ? [] : unsettled(recording.kernel.ledger, this.plan.mayWait)),
			...this.#said.slice(0, 5),
		];
	}

	/** @throws {Divergence} when the run cannot be repeated. */
	repeat(): void {
		this.recording.branch(this.recording.stops.length - 1);
	}
}

/**
Runs the commands of a plan in order, each with its faults. A command that fails only because of a fault is repeated once, as a person would do.

@param codes exit codes that the commands have without faults.
*/
export const run = (plan: Plan, codes: Ending['codes'], look: Look): Ending => {
	try {
		const trial = new Trial(plan, look);
		const found = plan.commands.map((command, index) => {
			const faults = plan.faults.filter((fault) => fault.command === index);
			const code = trial.command(command, faults);
			return code !== 0 && codes[index] === 0 ? trial.command(command, []) : code;
		});
		trial.settle();
		if (look.repeats && !trial.isBroken) {
			trial.repeat();
		}

		return {
			end: endState(trial.recording.kernel.ledger),
			problems: [
				...trial.problems(),
				...found.flatMap((code, index) =>
					code === undefined && !trial.isBroken ? [`kubectl ${plan.commands[index]?.kubectl} does not end`] : [],
				),
			],
			codes: found,
			stops: trial.recording.stops.length,
			chronicle: trial.chronicle,
			...(look.repeats ? {recording: trial.recording} : {}),
		};
	} catch (error) {
		return {
			end: [],
			problems: [error instanceof Error ? (error.stack ?? error.message) : String(error)],
			codes: [],
			stops: 0,
			chronicle: [],
		};
	}
};
