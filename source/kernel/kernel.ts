import {Agenda} from './agenda.js';
import {Ledger} from './ledger.js';
import type {Mailbox, Delivery} from './mailbox.js';
import {Random} from './random.js';
import {microTimestamp, timestamp} from './clock.js';
import {Pace, type Hindrance} from './pace.js';
import type {Running} from './process.js';
import {Processes, type SpawnOptions} from './processes.js';
import type {Note, Routine, Wait} from './routine.js';
import {failureOf, SimulationError} from './simulation-error.js';
import type {Stop} from './stop.js';
import {getOrInsert} from './get-or-insert.js';

/** An appointment with its time. */
export interface Timer {
	readonly cancel: () => void;
	/** Turns housekeeping into work that a run waits for. */
	readonly expect: () => void;
}

export interface KernelOptions {
	/** The source of all randomness. */
	readonly seed?: number;
	/** The virtual wall clock at time 0, in milliseconds since 1970. */
	readonly epochMs?: number;
	/** Milliseconds of work at a stage, if a scenario changes the default. */
	readonly latencies?: Readonly<Record<string, number>>;
	/** Whether the ledger can be read at any step; `false` for runs whose past is never read. */
	readonly keepsHistory?: boolean;
	/** Wake-ups in a row without a stop before the run is declared stuck. */
	readonly silentLimit?: number;
}

/** A process that wakes up more often than this, on average, counts as an endless loop. */
const circleMs = 100;

/**
The virtual clock, the one running process, and all planned events.

`step()` is the primitive: it runs until the next stop. Same seed and inputs, same stops.
*/
export class Kernel {
	readonly ledger: Ledger;
	readonly processes: Processes;
	readonly seed: number;
	readonly #epochMs: number;
	readonly #silentLimit: number;
	readonly #pace: Pace;
	readonly #agenda = new Agenda();
	readonly #streams = new Map<string, Random>();
	#stop: Stop | undefined;
	/** The number of opened frames. */
	#frames = 0;

	/** The number of stops so far, and of the next stop. */
	steps = 0;

	constructor(options: KernelOptions = {}) {
		this.ledger = new Ledger(options.keepsHistory);
		this.processes = new Processes(this.#agenda, this.ledger);
		this.seed = options.seed ?? 1;
		this.#epochMs = options.epochMs ?? 1_767_225_600_000; // 2026-01-01T00:00:00Z
		this.#pace = new Pace(options.latencies ?? {});
		this.#silentLimit = options.silentLimit ?? 1_000_000;
	}

	/** Virtual milliseconds since the run began. */
	get now(): number {
		return this.#agenda.nowMs;
	}

	/** The virtual wall clock, in milliseconds since 1970, with the error of the running process's clock. */
	get wallClockMs(): number {
		return this.#epochMs + this.now + this.#pace.skewMs(this.processes.actor);
	}

	/** Now, as `metav1.Time` prints it. */
	timestamp(): string {
		return timestamp(this.wallClockMs);
	}

	/** Now, as `metav1.MicroTime` prints it. */
	microTimestamp(): string {
		return microTimestamp(this.wallClockMs);
	}

	/**
	The duration of work at a stage: from the scenario, otherwise the given default; longer if the running process is slow.

	@param kind a more general stage, whose setting in the scenario applies if this stage has none.
	*/
	latency(stage: string, defaultMs: number, kind = stage): number {
		return this.#pace.latency(this.processes.actor, stage, defaultMs, kind);
	}

	/** Sets the factor of work's duration and the error of clocks from now on; `undefined` for no disturbance. */
	hinder(hindrance: Hindrance | undefined): void {
		this.#pace.hindrance = hindrance;
	}

	/** The random stream of this name. */
	random(stream: string): Random {
		return getOrInsert(this.#streams, stream, () => new Random(this.seed, stream));
	}

	/** Name of the running process; `undefined` between processes. */
	get current(): string | undefined {
		return this.processes.current?.name;
	}

	/** Whether only periodic work is left. */
	get resting(): boolean {
		return this.#agenda.pending === 0 && (this.processes.current?.isHousekeeping ?? true);
	}

	/** The time of the next event; `undefined` without one. */
	get nextTimeMs(): number | undefined {
		return this.processes.current ? this.now : this.#agenda.next?.timeMs;
	}

	/**
	Starts a process. A child ends with the process that spawned it.

	@param component as the screen names it, such as `kube-scheduler`; the name distinguishes several of them: `kubelet/node-a`.
	@throws {SimulationError} when a process of that name is alive.
	*/
	spawn(name: string, component: string, start: () => Routine<unknown>, options: SpawnOptions = {}): void {
		this.processes.spawn(name, component, start, options);
	}

	/** Calls `cleanup` when the running process ends or crashes, such as to close its open resources elsewhere. @returns a function that undoes this. */
	atExit(cleanup: () => void): () => void {
		const cleanups = this.processes.actor?.cleanups;
		cleanups?.add(cleanup);
		return () => {
			cleanups?.delete(cleanup);
		};
	}

	/**
	Sends a message. It has its cause: the last stop of the running process, or the message that woke it since.

	@param delayMs its time in transit. Messages to one mailbox never overtake each other.
	@param cause the sending step, if it is not the last one: `steps` is the stop that the running process is about to make, so that a crash
	at that stop cannot lose the message.
	*/
	send<T>(mailbox: Mailbox<T>, message: T, delayMs = 0, cause = this.processes.cause): void {
		const {actor, armed} = this.processes;
		const delivery = {message, cause, periodic: actor?.periodic ?? armed?.periodic ?? false};
		const arrivalMs = Math.max(this.now + Math.round(delayMs), mailbox.lastArrivalMs);
		mailbox.lastArrivalMs = arrivalMs;
		if (arrivalMs <= this.now) {
			arrive(mailbox, delivery);
		} else {
			this.#agenda.add(arrivalMs, delivery.periodic, () => {
				arrive(mailbox, delivery);
			});
		}
	}

	/** Calls `happen` after `delayMs`; messages that it sends have the current cause. */
	after(delayMs: number, happen: () => void, options: {readonly periodic?: boolean} = {}): Timer {
		const {processes} = this;
		const {cause} = processes;
		const appointment = this.#agenda.addIn(Math.round(delayMs), options.periodic ?? false, () => {
			processes.armed = {cause, periodic: appointment.periodic};
			happen();
			processes.armed = undefined;
		});
		return {
			cancel: () => {
				this.#agenda.cancel(appointment);
			},
			expect: () => {
				this.#agenda.expect(appointment);
			},
		};
	}

	/**
	Runs until the next stop.

	@param untilMs do not run past this time.
	@param atRest ends when only periodic work is left, before its next stop.
	@returns `undefined` without a further stop (before `untilMs`, or at rest); the clock then shows `untilMs`, if the run reached it. Also
	after a very long time without a stop: the next call continues from there.
	@throws {SimulationError} when a process fails, or runs on without ever stopping.
	*/
	step(untilMs = Number.POSITIVE_INFINITY, atRest = false): Stop | undefined {
		this.#stop = undefined;
		const beganMs = this.now;
		for (let silent = 0; silent < this.#silentLimit; silent++) {
			const {current} = this.processes;
			if (current) {
				this.#run(current);
				if (this.#stop) {
					return this.#stop;
				}

				continue;
			}

			if (atRest && this.#agenda.pending === 0) {
				return undefined;
			}

			const {next} = this.#agenda;
			if (!next || next.timeMs > untilMs) {
				this.#agenda.passUntil(untilMs);
				return undefined;
			}

			this.#agenda.take();
			next.happen();
		}

		// A process that wakes up now and then without work for months is not an endless loop.
		if (this.now - beganMs >= this.#silentLimit * circleMs) {
			return undefined;
		}

		throw new SimulationError(
			`${this.#silentLimit} wake-ups without a stop at ${this.now} ms: a routine runs in circles`,
		);
	}

	/** Runs the process up to its next stop, wait or end. */
	#run(process: Running): void {
		const {processes} = this;
		process.state = 'running';
		for (;;) {
			let wait: Wait | undefined;
			try {
				processes.isExecuting = true;
				wait = process.resume();
				processes.isExecuting = false;
			} catch (error) {
				throw this.#failure(process, error);
			}

			if (!process.alive) {
				processes.current = undefined;
				return;
			}

			if (!wait) {
				this.#allTold(process);
				processes.end(process, 'ended');
				return;
			}

			if (this.#handle(process, wait)) {
				return;
			}
		}
	}

	/** Carries out the request of a routine. @returns true when the process has stopped or waits. */
	#handle(process: Running, wait: Wait): boolean {
		switch (wait.kind) {
			case 'note': {
				this.#record(process, wait.note);
				return true;
			}

			case 'enter': {
				const {opening, body} = wait;
				process.enter(opening, body, this.steps, this.#frames++);
				const {stage, facts, object, outcome} = opening;
				if (stage === undefined) {
					return false;
				}

				this.#record(process, {stage, facts, object, outcome});
				return true;
			}

			case 'active': {
				process.periodic = false;
				return false;
			}

			case 'sleep': {
				this.#allTold(process);
				this.processes.sleep(process, wait.ms, wait.periodic);
				return true;
			}

			case 'take': {
				return this.#take(process, wait.mailbox, wait.timeoutMs, wait.periodic);
			}
		}
	}

	/** Takes the next message out of a mailbox, or waits for it. @returns whether the process waits. */
	#take(process: Running, mailbox: Mailbox<unknown>, timeoutMs: number | undefined, periodic: boolean): boolean {
		const first = mailbox.waiting.shift();
		if (first) {
			process.receive(first);
			return false;
		}

		if (mailbox.wake) {
			throw this.#failure(process, new Error(`another process waits on the mailbox ${mailbox.name}`));
		}

		this.#allTold(process);
		this.processes.listen(process, mailbox, timeoutMs, periodic);
		return true;
	}

	/** Makes the stop that `step()` returns. */
	#record(process: Running, note: Note): void {
		const step = this.steps++;
		process.lastStep = step;
		process.origin = step;
		this.#stop = {
			step,
			timeMs: this.now,
			process: process.name,
			component: process.frame?.component ?? process.component,
			depth: process.depth,
			frame: process.frame,
			stage: note.stage,
			facts: note.facts,
			object: note.object ?? process.frame?.object,
			outcome: note.outcome,
			cause: process.cause,
			periodic: process.periodic,
		};
		this.ledger.tell(this.steps);
	}

	/** Checks that a stop reports every write. */
	#allTold(process: Running): void {
		const {untold} = this.ledger;
		if (untold !== undefined) {
			throw this.#failure(
				process,
				new Error(`it wrote ${untold} and waits without a stop that tells of it; add a note after the write`),
			);
		}
	}

	#failure(process: Running, error: unknown): SimulationError {
		return failureOf(process, error, this.steps, this.now);
	}
}

const arrive = <T>(mailbox: Mailbox<T>, delivery: Delivery<T>): void => {
	mailbox.waiting.push(delivery);
	mailbox.wake?.(!delivery.periodic);
};
