import {createCluster, nextTerminalKey, type ClusterRecording, type Input, type TerminalEntry} from '../cluster.js';
import {booting} from '../booted.js';
import {Recording, type Place} from '../debugger/recording.js';
import type {Scenario} from '../scenario/scenario.js';
import {assessed} from './assessment.js';
import type {Files} from './files.js';
import {judgedObjects, type JudgedObject} from './judged.js';
import type {AppliedProgress} from './progress.js';
import {limitMs, settling, stateOf, type Settled, type State, type Task} from './settle.js';
import type {Treatment} from './treatment.js';
import type {Since} from './since.js';

/** A failed run, and the attempts to make it succeed. */
export interface Patient extends Pick<Task, 'recording'> {
	/** The judged objects. */
	readonly objects: readonly JudgedObject[];
	/** The last step before the first command that is judged. */
	readonly start: number;
	/** Whether the cluster itself is also judged. */
	readonly isLook?: boolean;
	readonly files: Files;
	/** Whether the apiserver refused an object: then a command alone does not help, and the files must be applied again. */
	readonly isRefused: boolean;
	/** The command that applied the files. */
	readonly command: string;
	/** Runs of more stops are not played again; 60,000 by default. */
	readonly mostStops?: number;
	/** The stops that all its copies together may take; 160,000 by default. */
	readonly stopsOfFixes?: number | undefined;
}

/** The result of a run with a treatment. */
export interface Outcome {
	/** The played run: it is judged like the first one. */
	readonly patient: Patient;
	readonly state: State;
	readonly progress: readonly AppliedProgress[];
	readonly since: Since;
	/** The first output of kubectl after a refusal. */
	readonly printed?: string;
}

/** The virtual time for the effects of a treatment. */
const trialMs = 150_000;

/** Delays before a first probe that are shorter fit into the time of each trial. */
const shortDelayMs = 60_000;

/**
The longest trial of these files: it waits for late probes, and for the later events of the first run.

@param lastedMs the duration of the first run after its last input, since a CronJob may have created its Job only then.
*/
const trialLimitMs = (files: Files, lastedMs: number): number => {
	const delays = Object.values(files).flatMap((text) =>
		[...text.matchAll(/initialDelaySeconds["']?\s*:\s*(\d{1,4})\b/g)].map(([, seconds]) => Number(seconds) * 1000),
	);
	const longest = Math.max(0, ...delays);
	const added = Math.max(longest > shortDelayMs ? longest : 0, lastedMs > trialMs ? lastedMs : 0);
	return Math.min(limitMs, trialMs + added);
};

const codeOf = ({kernel}: ClusterRecording, key: string) => kernel.ledger.read<TerminalEntry>(key)?.code;

/** An input of the first run for its repetition, with changed files and a corrected command line. */
const repeatedInput = (input: Input, {files, instead}: Treatment): Input => {
	if (!('kubectl' in input)) {
		return input;
	}

	return {
		...input,
		...(input.kubectl === instead?.line ? {kubectl: instead.by} : {}),
		...(input.files ? {files: {...input.files, ...files}} : {}),
	};
};

/** A copy of a run, up to its current end. */
class Copy {
	readonly recording: ClusterRecording;
	/** The last step before the last input. */
	from = 0;
	#fromMs = 0;
	#terminal: string | undefined;

	constructor(
		scenario: Scenario,
		readonly forMs: number,
	) {
		this.recording = new Recording<Scenario, Input>(scenario, createCluster);
	}

	give(input: Input): void {
		const {recording} = this;
		this.from = recording.stops.length - 1;
		this.#fromMs = recording.kernel.now;
		this.#terminal = 'kubectl' in input ? nextTerminalKey(recording) : undefined;
		recording.submit(input);
	}

	/** Runs until the inputs have settled, or until the user's next command. */
	*settle(lastingMs: number): Generator<Place, Settled | undefined> {
		const work = settling(this.#task());
		for (let next = work.next(); ; next = work.next()) {
			if (next.done) {
				return next.value;
			}

			if (next.value.timeMs - this.#fromMs >= lastingMs) {
				return undefined;
			}

			yield next.value;
		}
	}

	#task(): Task {
		const {recording} = this;
		const terminal = this.#terminal;
		return {
			recording,
			objects: () => judgedObjects(recording),
			fromMs: this.#fromMs,
			code: () => (terminal === undefined ? 0 : codeOf(recording, terminal)),
			forMs: this.forMs,
			isTrial: true,
		};
	}
}

/** The input for a command of a fix: of kubectl, or a repair, such as `:restart kube-scheduler`. */
export const remedyInput = (command: string, files: Files): Input =>
	command.startsWith(':') ? {fault: command.slice(1)} : {kubectl: command.replace(/^kubectl /, ''), files};

/** Plays a run again with a treatment: the same inputs, each when the previous one has settled, or after the same delay as the user's. */
export function* played(patient: Patient, treatment: Treatment): Generator<Place, Outcome> {
	const {files, scenario, commands, again} = treatment;
	const {inputs, kernel} = patient.recording;
	const lastedMs = kernel.now - (inputs.at(-1)?.timeMs ?? kernel.now);
	const copy = new Copy(scenario, trialLimitMs({...patient.files, ...files}, lastedMs));
	const {recording} = copy;
	yield* booting(recording);
	let start: number | undefined;
	let settled: Settled | undefined;
	const remedies: Input[] = [
		...commands.map((command) => remedyInput(command, files)),
		...(again ? [{kubectl: patient.command, files}] : []),
	];
	for (const [index, {input, step, timeMs}] of inputs.entries()) {
		copy.give(repeatedInput(input, treatment));
		start ??= step > patient.start ? copy.from : undefined;
		const isLast = index === inputs.length - 1 && remedies.length === 0;
		settled = yield* copy.settle(isLast ? Infinity : (inputs[index + 1]?.timeMs ?? kernel.now) - timeMs);
	}

	for (const [index, remedy] of remedies.entries()) {
		copy.give(remedy);
		start ??= copy.from;
		settled = yield* copy.settle(index === remedies.length - 1 ? Infinity : trialMs);
	}

	const {isLook = false} = patient;
	const ended = {
		recording,
		start: start ?? copy.from,
		from: copy.from,
		isLook,
		settled: settled ?? {code: undefined, cut: {by: 'time', seconds: trialMs / 1000}},
	} as const;
	const found = assessed(ended);
	const [refusing] = found.refusing;
	const {stderr = ''} = (refusing && recording.kernel.ledger.read<TerminalEntry>(refusing.terminalKey)) ?? {};
	return {
		patient: {
			...patient,
			recording,
			files,
			objects: found.objects,
			start: ended.start,
			command: (found.refusing.at(-1) ?? {line: patient.command}).line,
			isRefused: found.refusing.length > 0,
		},
		state: found.refusing.length > 0 ? 'refused' : stateOf(found.settled),
		progress: found.settled.objects,
		since: {from: copy.from, appliedFrom: ended.start},
		...(refusing ? {printed: `kubectl ${refusing.line}: ${stderr.split('\n')[0]}`} : {}),
	};
}
