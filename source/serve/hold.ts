import {logText, matchesBreakpoint} from '../debugger/breakpoint.js';
import {motions, type Motion} from '../debugger/seek.js';
import {addBreakpoint, emptySession, hitBreakpoints, removeBreakpoint, type Session} from '../debugger/session.js';
import type {Stop} from '../kernel/stop.js';
import type {Pace} from './pace.js';

/** The longest step before it is abandoned. */
const stepLimit = 200_000;

/** The most kept lines of logpoints, since a server may run for a long time. */
const logLimit = 1000;

/** The behaviour of a held server at its breakpoints: where it holds, and how it continues. */
export class Hold {
	#session: Session = emptySession;
	readonly #hearers: Set<(text: string) => void>;

	/** @param log receives the output of logpoints. */
	constructor(log: (text: string) => void) {
		this.#hearers = new Set([log]);
	}

	/** Calls another listener, too, for messages of logpoints. @returns removes the listener. */
	hear(log: (text: string) => void): () => void {
		this.#hearers.add(log);
		return () => {
			this.#hearers.delete(log);
		};
	}

	get session(): Session {
		return this.#session;
	}

	/** Uses the breakpoints of a client that shows them, such as a screen. */
	use(session: Session): void {
		this.#session = session;
	}

	/** Adds a breakpoint. @throws {Error} with the wrong word. */
	add(line: string): void {
		this.#session = addBreakpoint(this.#session, line);
	}

	/** @returns true if the breakpoint existed. */
	remove(id: number): boolean {
		const before = this.#session.breakpoints.length;
		this.#session = removeBreakpoint(this.#session, id);
		return this.#session.breakpoints.length < before;
	}

	/** Whether a new stop holds the simulation. */
	isAt(pace: Pace, stop: Stop): boolean {
		const {breakpoints} = this.#session;
		if (breakpoints.length === 0) {
			return false;
		}

		const {recording} = pace;
		for (const breakpoint of breakpoints) {
			if (breakpoint.enabled && breakpoint.log !== undefined && matchesBreakpoint(recording, breakpoint, stop)) {
				const text = logText(recording, breakpoint, stop);
				const log = [...this.#session.log.slice(1 - logLimit), {step: stop.step, text}];
				this.#session = {...this.#session, log};
				for (const log of this.#hearers) {
					log(text);
				}
			}
		}

		const met = hitBreakpoints(recording, this.#session, stop);
		for (const {id, temporary} of met) {
			if (temporary) {
				this.remove(id);
			}
		}

		return met.length > 0;
	}

	/** Moves a held simulation to the target of the motion, or to a breakpoint before it. @returns where it is held now. */
	move(pace: Pace, motion: Motion): Stop | undefined {
		const from = pace.held;
		if (!from) {
			return undefined;
		}

		const found = motions[motion](from);
		for (let count = 0; count < stepLimit; count++) {
			const stop = pace.step();
			if (!stop || found(stop) || this.isAt(pace, stop)) {
				break;
			}
		}

		return pace.held;
	}
}
