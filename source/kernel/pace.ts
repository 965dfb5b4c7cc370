import type {Process} from './process.js';

/** Delays of work, and errors of clocks. */
export interface Hindrance {
	/** The factor by which work of a process is slower. @param component in which it is active now: a request crosses the wire in its caller's process. */
	readonly pace: (process: Process, component: string) => number;
	/** How far its clock is ahead, in milliseconds. */
	readonly skewMs: (process: Process, component: string) => number;
}

const componentOf = ({frame, component}: Process): string => frame?.component ?? component;

/** How long work takes, and how right the clock of a process is. */
export class Pace {
	/** `undefined`: no disturbance. */
	hindrance: Hindrance | undefined;

	/** @param latencies milliseconds of work at a stage, if a scenario changes the default. */
	constructor(readonly latencies: Readonly<Record<string, number>>) {}

	/** Milliseconds that work at a stage takes. @param kind a stage of which this one is a kind. */
	latency(process: Process | undefined, stage: string, defaultMs: number, kind: string): number {
		const ms = this.latencies[stage] ?? this.latencies[kind] ?? defaultMs;
		return this.hindrance && process ? ms * this.hindrance.pace(process, componentOf(process)) : ms;
	}

	/** How far the clock of a process is ahead, in milliseconds. */
	skewMs(process: Process | undefined): number {
		return this.hindrance && process ? this.hindrance.skewMs(process, componentOf(process)) : 0;
	}
}
