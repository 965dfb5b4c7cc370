import type {Random} from '../../../kernel/random.js';
import {pick} from '../manifests.js';
import type {Fault} from '../fault-kinds.js';
import type {Command} from '../workloads.js';
import type {ScenarioFile} from '../../../scenario/scenario-file.js';

/** A cluster and its commands, made to reach one part of the program: partly random. */
export interface Story {
	readonly name: string;
	/** Fields of the scenario beside nodes and latencies. */
	readonly scenario?: Omit<ScenarioFile, 'nodes' | 'seed' | 'latencies'>;
	/** The nodes, in place of two plain ones. */
	readonly nodes?: NonNullable<ScenarioFile['nodes']>;
	readonly commands: (random: Random) => readonly Command[];
	/** Faults that reach the part of the program, in place of drawn ones. */
	readonly faults?: readonly Fault[];
	/** Workloads that may lack Pods at the end: chance decides which Pods wait, so ends are not compared. */
	readonly mayWait?: readonly string[];
}

export const apply = (...manifests: readonly string[]): Command => ({
	kubectl: 'apply -f all.yaml',
	files: {'all.yaml': manifests.join('---\n')},
});
export const kubectl = (line: string): Command => ({kubectl: line});

/** Time passes after a command, with periodic work. */
export const waiting = (command: Command, passMs: number): Command => ({...command, passMs});

/** The surge and unavailability that a rollout allows. */
export const fences = (random: Random): string =>
	pick(
		random,
		'{rollingUpdate: {maxSurge: 1, maxUnavailable: 0}}',
		'{rollingUpdate: {maxSurge: 0, maxUnavailable: 1}}',
		'{rollingUpdate: {maxSurge: 50%, maxUnavailable: 25%}}',
		'{type: Recreate}',
	);

/** A node with a taint. */
export const tainted = (name: string, key: string): NonNullable<ScenarioFile['nodes']>[number] => ({
	name,
	taints: [{key, effect: 'NoSchedule'}],
});

/** A fault some time after a command's beginning; it ends by itself or by another fault. */
export const fault = (
	command: number,
	afterStops: number,
	begin: string,
	{downStops = 0, downMs = 0, end}: {readonly downStops?: number; readonly downMs?: number; readonly end?: string} = {},
): Fault => ({
	command,
	afterStops,
	begin: {fault: begin},
	downStops,
	downMs,
	...(end === undefined ? {} : {end: {fault: end}}),
});
