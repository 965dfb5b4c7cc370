import type {Process} from './process.js';

/** Delays of work, and errors of clocks. */
export interface Hindrance {
	/**
	The factor by which the work of a process is slower.

	@param component the component in which the process is active: a request runs in its caller's process.
	*/
	readonly pace: (process: Process, component: string) => number;
	/** The skew of its clock: how far it is ahead, in milliseconds. */
	readonly skewMs: (process: Process, component: string) => number;
}

const componentOf = ({frame, component}: Process): string => frame?.component ?? component;

/** The durations of work, and the clocks of processes. */
export class Pace {
	/** `undefined`: no disturbance. */
	hindrance: Hindrance | undefined;

	/** @param latencies milliseconds of work at a stage, if a scenario changes the default. */
	constructor(readonly latencies: Readonly<Record<string, number>>) {}

	/** The duration of work at a stage, in milliseconds. @param kind a more general stage. */
	latency(process: Process | undefined, stage: string, defaultMs: number, kind: string): number {
		const ms = this.latencies[stage] ?? this.latencies[kind] ?? defaultMs;
		return this.hindrance && process ? ms * this.hindrance.pace(process, componentOf(process)) : ms;
	}

	/** How far the clock of a process is ahead, in milliseconds. */
	skewMs(process: Process | undefined): number {
		return this.hindrance && process ? this.hindrance.skewMs(process, componentOf(process)) : 0;
	}
}
