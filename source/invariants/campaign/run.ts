import {createCluster, type ClusterRecording, type TerminalEntry} from '../../cluster.js';
import {Recording} from '../../debugger/recording.js';
import type {Stop} from '../../kernel/stop.js';
import {completeScenario} from '../../scenario/scenario.js';
import {describeViolations, Invariants} from '../invariants.js';
import {endState, unsettled} from './end-state.js';
import type {Fault, Plan} from './plan.js';
import type {Command} from './workloads.js';

/** What became of a run. */
export interface Ending {
	readonly end: readonly string[];
	/** What must not be, each in one line. */
	readonly problems: readonly string[];
	/** Exit codes of the commands. */
	readonly codes: ReadonlyArray<number | undefined>;
	readonly stops: number;
}

const settleMs = 100_000;
const limitMs = 600_000;

const isOdd = /\bundefined\b|\bNaN\b|\[object /;

/** A plan that names a process which does not exist tests less than it says. */
const isFaultOnNothing = ({stage, outcome}: Stop): boolean => stage.startsWith('fault.') && outcome === 'refused';

/** A cluster that a plan's commands are given to. */
class Trial {
	readonly recording: ClusterRecording;
	readonly #invariants: Invariants;
	#commands = 0;

	constructor(plan: Plan) {
		this.recording = new Recording(completeScenario(plan.scenario), createCluster);
		this.#invariants = new Invariants(this.recording);
		this.rest();
	}

	rest(): void {
		const untilMs = this.recording.kernel.now + limitMs;
		while (this.recording.extend(untilMs, true)) {
			// Each stop is on the tape.
		}
	}

	pass(ms: number): void {
		const untilMs = this.recording.kernel.now + ms;
		while (this.recording.extend(untilMs)) {
			// Each stop is on the tape.
		}
	}

	/** Until what waits for its time has had it: a lost node, a back-off, the garbage collection of a node. */
	settle(): void {
		this.pass(settleMs);
		this.rest();
		this.#invariants.advance();
	}

	#steps(count: number): void {
		for (let index = 0; index < count && this.recording.extend(undefined, true); index++) {
			// Each stop is on the tape.
		}
	}

	/** @returns its exit code; `undefined` if it does not end. */
	command({kubectl, files}: Command, faults: readonly Fault[]): number | undefined {
		const key = `/terminal/${++this.#commands}`;
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
		if (faults.length > 0) {
			this.settle();
		}

		return this.recording.kernel.ledger.read<TerminalEntry>(key)?.code;
	}

	/** What must not be, whatever was done. */
	problems(): readonly string[] {
		const {recording} = this;
		const odd = recording.stops.find((stop) => isOdd.test(recording.sentence(stop)));
		return [
			...(this.#invariants.violations.length > 0 ? [describeViolations(this.#invariants.violations.slice(0, 5))] : []),
			...(recording.resting ? [] : ['it does not come to rest']),
			...unsettled(recording.kernel.ledger),
			...(odd ? [`#${odd.step} ${odd.stage} says: ${recording.sentence(odd)}`] : []),
			...recording.stops.filter(isFaultOnNothing).map((stop) => recording.sentence(stop)),
		];
	}

	/** @throws {Divergence} when the run cannot be repeated. */
	repeat(): void {
		this.recording.branch(this.recording.stops.length - 1);
	}
}

/**
Runs the commands of a plan one after the other, each with its faults. A command that fails only because of a fault is given once more, as a person would.

@param codes exit codes that the commands have without faults.
@param repeats whether the run is repeated, and compared with itself.
*/
export const run = (plan: Plan, codes: Ending['codes'] = [], repeats = false): Ending => {
	try {
		const trial = new Trial(plan);
		const found = plan.commands.map((command, index) => {
			const faults = plan.faults.filter((fault) => fault.command === index);
			const code = trial.command(command, faults);
			return code !== 0 && codes[index] === 0 ? trial.command(command, []) : code;
		});
		trial.settle();
		if (repeats) {
			trial.repeat();
		}

		return {
			end: endState(trial.recording.kernel.ledger),
			problems: [
				...trial.problems(),
				...found.flatMap((code, index) =>
					code === undefined ? [`kubectl ${plan.commands[index]?.kubectl} does not end`] : [],
				),
			],
			codes: found,
			stops: trial.recording.stops.length,
		};
	} catch (error) {
		return {
			end: [],
			problems: [error instanceof Error ? (error.stack ?? error.message) : String(error)],
			codes: [],
			stops: 0,
		};
	}
};
