import {Agenda} from './agenda.js';
import {Ledger} from './ledger.js';
import {Mailbox, type Delivery} from './mailbox.js';
import {Random} from './random.js';
import {microTimestamp, timestamp} from './clock.js';
import {Running, type Process} from './process.js';
import type {Note, Routine, Wait} from './routine.js';
import type {Stop} from './stop.js';
import {getOrInsert} from './get-or-insert.js';

/** An appointment with its time. */
export interface Timer {
	readonly cancel: () => void;
	/** It was housekeeping, and is work that a run waits for from now on. */
	readonly expect: () => void;
}

export interface KernelOptions {
	/** The source of all randomness. */
	readonly seed?: number;
	/** The virtual wall clock at time 0, in milliseconds since 1970. */
	readonly epochMs?: number;
	/** Milliseconds of work at a stage, if a scenario changes the default. */
	readonly latencies?: Readonly<Record<string, number>>;
	/** Whether the ledger can be read as of any step; `false` for runs whose past is never read. */
	readonly keepsHistory?: boolean;
	/** Wake-ups in a row without a stop before the run is declared stuck. */
	readonly silentLimit?: number;
}

/** A process that wakes up more often than this, on average, counts as an endless loop. */
const circleMs = 100;

/** Delays of work, and errors of clocks. */
export interface Hindrance {
	/** The factor by which work of a process is slower. @param component in which it is active now: a request crosses the wire in its caller's process. */
	readonly pace: (process: Process, component: string) => number;
	/** How far its clock is ahead, in milliseconds. */
	readonly skewMs: (process: Process, component: string) => number;
}

/** How many brief processes are known after their end. */
const knownOver = 100;

/** A programmer's mistake inside the simulation: crashes the run with the simulated stack above the JavaScript one. */
export class SimulationError extends Error {
	override name = 'SimulationError';
}

/**
The virtual clock, the one running process, and everything that will happen.

`step()` is the primitive: it runs until the next stop. Same seed and inputs, same stops.
*/
export class Kernel {
	readonly ledger: Ledger;
	readonly seed: number;
	readonly #epochMs: number;
	readonly #latencies: Readonly<Record<string, number>>;
	readonly #silentLimit: number;
	readonly #agenda = new Agenda();
	readonly #processes = new Map<string, Running>();
	/** Brief processes that are over, oldest first. */
	readonly #over: Running[] = [];
	readonly #streams = new Map<string, Random>();
	#current: Running | undefined;
	/** Whether the current process is running now, and not paused at a stop: actions during a stop are the user's. */
	#executing = false;
	/** While a timer set by `after` fires: the moment it was set. */
	#armed: {readonly cause: number; readonly periodic: boolean} | undefined;
	#stop: Stop | undefined;
	#told = 0;
	/** How many frames were opened. */
	#frames = 0;
	#hindrance: Hindrance | undefined;

	/** Virtual milliseconds since the run began. */
	now = 0;
	/** The number of stops so far, and of the next stop. */
	steps = 0;

	constructor(options: KernelOptions = {}) {
		this.ledger = new Ledger(options.keepsHistory);
		this.seed = options.seed ?? 1;
		this.#epochMs = options.epochMs ?? 1_767_225_600_000; // 2026-01-01T00:00:00Z
		this.#latencies = options.latencies ?? {};
		this.#silentLimit = options.silentLimit ?? 1_000_000;
	}

	/** The virtual wall clock, in milliseconds since 1970, with the error of the running process's clock. */
	get wallClockMs(): number {
		const actor = this.#actor;
		const skewMs =
			this.#hindrance && actor ? this.#hindrance.skewMs(actor, actor.frame?.component ?? actor.component) : 0;
		return this.#epochMs + this.now + skewMs;
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
	The duration of work at a stage: from the scenario, else the given default; longer if the running process is slow.

	@param kind a stage of which this one is a kind: its setting in the scenario applies if there is none for this one.
	*/
	latency(stage: string, defaultMs: number, kind = stage): number {
		const ms = this.#latencies[stage] ?? this.#latencies[kind] ?? defaultMs;
		const actor = this.#actor;
		return this.#hindrance && actor ? ms * this.#hindrance.pace(actor, actor.frame?.component ?? actor.component) : ms;
	}

	/** From now on, work takes this many times as long, and clocks are wrong by this much; `undefined` for no disturbance. */
	hinder(hindrance: Hindrance | undefined): void {
		this.#hindrance = hindrance;
	}

	/** The random stream of this name. */
	random(stream: string): Random {
		return getOrInsert(this.#streams, stream, () => new Random(this.seed, stream));
	}

	/** All processes by name. */
	get processes(): ReadonlyMap<string, Process> {
		return this.#processes;
	}

	/** True when only periodic work is left. */
	get resting(): boolean {
		return this.#agenda.pending === 0 && (this.#current === undefined || this.#current.isHousekeeping);
	}

	/** Time of the next thing that will happen; `undefined`: nothing will. */
	get nextTimeMs(): number | undefined {
		return this.#current ? this.now : this.#agenda.next?.timeMs;
	}

	/**
	Starts a process. A child ends with the process that spawned it.

	@param component as the screen names it, such as `kube-scheduler`; the name adds what tells several apart: `kubelet/node-a`.
	@param options `vital`: a child whose memory its parent works with, so that neither dies or restarts alone. `brief`: one of many with a single task; of the finished ones, only the latest are kept.
	@throws {SimulationError} when a process of that name is alive.
	*/
	spawn(
		name: string,
		component: string,
		start: () => Routine<unknown>,
		options: {readonly child?: boolean | 'vital'; readonly brief?: boolean} = {},
	): void {
		if (this.#processes.get(name)?.alive) {
			throw new SimulationError(`a process named ${name} is alive`);
		}

		const parent = options.child ? this.#actor : undefined;
		const process = new Running(name, component, start, parent, options.child === 'vital');
		parent?.children.add(process);
		process.isBrief = options.brief ?? false;
		this.#launch(process);
	}

	#launch(process: Running): void {
		this.#processes.set(process.name, process);
		process.cause = this.#causeNow;
		process.origin = process.cause;
		process.periodic = this.#actor?.periodic ?? false;
		this.#resumeLater(process, 0, process.periodic);
	}

	/** Ends a process and its children at once, at any point: nothing in them continues. @returns the process that ended: the parent of a vital child. */
	crash(name: string): string {
		const process = this.#processes.get(name)?.root;
		if (process?.alive) {
			this.#end(process, 'crashed');
		}

		return process?.name ?? name;
	}

	/** Starts a crashed or ended process again from its beginning; its memory is lost. @returns the process that starts, as in {@link crash}. */
	restart(name: string): string {
		let process = this.#processes.get(name)?.root;
		if (!process) {
			throw new SimulationError(`no process named ${name} was ever started`);
		}

		// Without its parent it cannot run; the parent starts it again.
		while (process.parent && !process.parent.alive) {
			process = process.parent.root;
		}

		this.crash(process.name);
		const parent = process.parent?.alive ? process.parent : undefined;
		const restarted = new Running(process.name, process.component, process.start, parent, process.isVital);
		restarted.isBrief = process.isBrief;
		parent?.children.add(restarted);
		this.#launch(restarted);
		return process.name;
	}

	/** Lets a process and its children not run: what would wake them waits for {@link resume}. @returns the process that is paused, as in {@link crash}. */
	pause(name: string): string {
		const process = this.#processes.get(name)?.root;
		if (process) {
			process.isPaused = true;
		}

		return process?.name ?? name;
	}

	/** Lets a paused process and its children continue, with the messages that arrived in the meantime. */
	resume(name: string): void {
		const process = this.#processes.get(name)?.root;
		if (process?.isPaused) {
			process.isPaused = false;
			this.#release(process);
		}
	}

	#release(process: Running): void {
		if (process.isHeld && process.alive) {
			process.isHeld = false;
			this.#resumeLater(process, 0, process.isHousekeeping);
		}

		for (const child of process.children) {
			this.#release(child);
		}
	}

	/** It runs next, unless it is paused: then as soon as it continues. */
	#wake(process: Running): void {
		if (process.pausedBy) {
			process.isHeld = true;
		} else {
			this.#current = process;
		}
	}

	/** Calls `cleanup` when the running process ends or crashes, such as to close its open resources elsewhere. @returns a function that undoes this. */
	atExit(cleanup: () => void): () => void {
		const cleanups = this.#actor?.cleanups;
		cleanups?.add(cleanup);
		return () => {
			cleanups?.delete(cleanup);
		};
	}

	/** Name of the running process; `undefined` between processes. */
	get current(): string | undefined {
		return this.#current?.name;
	}

	/**
	Sends a message. It carries its cause: the last stop of the running process, or what woke it since.

	@param delayMs how long it is in transit. Messages to one mailbox never overtake each other.
	@param cause the step that sends it, where that is not the last one: `steps` names the stop which the running process is about to make, so that a crash at that stop cannot lose the message.
	*/
	send<T>(mailbox: Mailbox<T>, message: T, delayMs = 0, cause = this.#causeNow): void {
		const delivery = {message, cause, periodic: this.#actor?.periodic ?? this.#armed?.periodic ?? false};
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

	/** The process whose doing the present call is; `undefined`: the user's. */
	get #actor(): Running | undefined {
		return this.#executing ? this.#current : undefined;
	}

	get #causeNow(): number {
		return this.#actor?.origin ?? this.#armed?.cause ?? -1;
	}

	/** Calls `happen` after `delayMs`; messages that it sends have the current cause. */
	after(delayMs: number, happen: () => void, options: {readonly periodic?: boolean} = {}): Timer {
		const cause = this.#causeNow;
		const appointment = this.#agenda.add(this.now + Math.round(delayMs), options.periodic ?? false, () => {
			this.#armed = {cause, periodic: appointment.periodic};
			happen();
			this.#armed = undefined;
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
	@param atRest end where only periodic work is left, before the next stop that it makes.
	@returns `undefined` when nothing more happens (before `untilMs`, or at rest); the clock then shows `untilMs`, if the run reached it. Also after a very long time without a stop: the next call continues from there.
	@throws {SimulationError} when a process fails, or runs on without ever stopping.
	*/
	step(untilMs = Number.POSITIVE_INFINITY, atRest = false): Stop | undefined {
		this.#stop = undefined;
		const beganMs = this.now;
		for (let silent = 0; silent < this.#silentLimit; silent++) {
			if (this.#current) {
				this.#run(this.#current);
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
				if (untilMs !== Number.POSITIVE_INFINITY) {
					this.now = Math.max(this.now, untilMs);
				}

				return undefined;
			}

			this.#agenda.take();
			this.now = next.timeMs;
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

	#resumeLater(process: Running, delayMs: number, periodic: boolean): void {
		process.appointment = this.#agenda.add(this.now + delayMs, periodic, () => {
			process.appointment = undefined;
			this.#wake(process);
		});
	}

	/** Runs the process up to its next stop, wait or end. */
	#run(process: Running): void {
		process.state = 'running';
		for (;;) {
			let wait: Wait | undefined;
			try {
				this.#executing = true;
				wait = process.resume();
				this.#executing = false;
			} catch (error) {
				throw this.#failure(process, error);
			}

			if (!process.alive) {
				this.#current = undefined;
				return;
			}

			if (!wait) {
				this.#allTold(process);
				this.#end(process, 'ended');
				return;
			}

			if (this.#handle(process, wait)) {
				return;
			}
		}
	}

	/** Every write belongs to a stop that reports it: nothing changes unseen. */
	#allTold(process: Running): void {
		if (this.ledger.writes > this.#told) {
			throw this.#failure(
				process,
				new Error(
					`it wrote ${this.ledger.changes.at(-1)?.key} and waits without a stop that tells of it; add a note after the write`,
				),
			);
		}
	}

	/** True when the process has stopped or waits. */
	#handle(process: Running, wait: Wait): boolean {
		switch (wait.kind) {
			case 'note': {
				this.#record(process, wait.note);
				return true;
			}

			case 'enter': {
				const {opening, body} = wait;
				process.enter(opening, body, this.steps, this.#frames++);
				if (opening.stage !== undefined) {
					this.#record(process, {
						stage: opening.stage,
						facts: opening.facts,
						object: opening.object,
						outcome: opening.outcome,
					});
					return true;
				}

				return false;
			}

			case 'active': {
				process.periodic = false;
				return false;
			}

			case 'sleep': {
				this.#allTold(process);
				process.state = 'sleeping';
				process.cause = process.origin;
				process.periodic ||= wait.periodic;
				process.owes &&= !wait.periodic;
				this.#resumeLater(process, wait.ms, process.isHousekeeping);
				this.#current = undefined;
				return true;
			}

			case 'take': {
				return this.#take(process, wait.mailbox, wait.timeoutMs, wait.periodic);
			}
		}
	}

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
		process.state = 'waiting';
		process.mailbox = mailbox;
		process.owes = false;
		this.#current = undefined;
		const armedBy = process.origin;
		mailbox.wake = (urgent) => {
			mailbox.wake = undefined;
			// A heartbeat that arrives in a wait for work does not make the run rest before that work is done.
			process.owes = process.appointment?.periodic === false;
			this.#agenda.cancel(process.appointment);
			process.appointment = this.#agenda.add(this.now, !urgent && !process.owes, () => {
				process.appointment = undefined;
				const delivery = mailbox.waiting.shift();
				if (delivery) {
					process.receive(delivery);
				}

				this.#wake(process);
			});
		};

		if (timeoutMs !== undefined) {
			process.appointment = this.#agenda.add(this.now + timeoutMs, periodic, () => {
				process.appointment = undefined;
				mailbox.wake = undefined;
				process.mailbox = undefined;
				process.cause = armedBy;
				process.origin = armedBy;
				process.periodic = periodic;
				this.#wake(process);
			});
		}

		return true;
	}

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
		this.ledger.step = this.steps;
		this.#told = this.ledger.writes;
	}

	#end(process: Running, state: 'ended' | 'crashed'): void {
		process.state = state;
		process.drop();
		this.#agenda.cancel(process.appointment);
		process.appointment = undefined;
		if (process.mailbox) {
			process.mailbox.wake = undefined;
		}

		process.parent?.children.delete(process);
		for (const child of process.children) {
			if (child.alive) {
				this.#end(child, 'crashed');
			}
		}

		const changes = this.ledger.writes;
		for (const cleanup of process.cleanups) {
			cleanup();
		}

		// The end of a process reports its leftovers: the process can no longer stop for them.
		this.#told += this.ledger.writes - changes;

		process.cleanups.clear();
		if (process.isBrief) {
			this.#forgetOldest(process);
		}

		if (state === 'ended' && process.parent) {
			this.#processes.delete(process.name);
		}

		if (this.#current === process) {
			this.#current = undefined;
		}
	}

	/** Only the latest finished brief processes can be read or restarted. */
	#forgetOldest(process: Running): void {
		this.#over.push(process);
		const oldest = this.#over.length > knownOver ? this.#over.shift() : undefined;
		if (oldest && !oldest.alive && this.#processes.get(oldest.name) === oldest) {
			this.#processes.delete(oldest.name);
		}
	}

	#failure(process: Running, error: unknown): Error {
		const stack = [];
		for (let frame = process.failedIn; frame; frame = frame.parent) {
			stack.push(`    in ${frame.name} (${frame.component})`);
		}

		const failure = new SimulationError(
			`${process.name} failed at step ${this.steps}, ${this.now} ms: ${error instanceof Error ? error.message : String(error)}\n${stack.join('\n')}`,
			{cause: error},
		);
		if (error instanceof Error && error.stack) {
			failure.stack = `${failure.name}: ${failure.message}\n${error.stack}`;
		}

		return failure;
	}
}

const arrive = <T>(mailbox: Mailbox<T>, delivery: Delivery<T>): void => {
	mailbox.waiting.push(delivery);
	mailbox.wake?.(!delivery.periodic);
};
