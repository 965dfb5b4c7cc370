import type {Agenda} from './agenda.js';
import type {Ledger} from './ledger.js';
import type {Mailbox} from './mailbox.js';
import {Running, type Process} from './process.js';
import type {Routine} from './routine.js';
import {SimulationError} from './simulation-error.js';

/** The options for spawning a process. */
export interface SpawnOptions {
	/** Whether it ends with the process that spawned it. `vital`: its parent shares its memory, so neither ends or restarts alone. */
	readonly child?: boolean | 'vital';
	/** Whether it is one of many short processes; of the finished ones, only the latest are kept. */
	readonly brief?: boolean;
}

/** The number of brief processes that are kept after their end. */
const knownOver = 100;

/**
Starts, pauses and ends the processes of a simulation, and keeps track of the running one. A vital child and its parent end together:
{@link crash}, {@link restart} and {@link pause} of the child act on the parent, and return the parent's name.
*/
export class Processes {
	readonly #byName = new Map<string, Running>();
	/** Brief processes that are over, oldest first. */
	readonly #over: Running[] = [];
	readonly #agenda: Agenda;
	readonly #ledger: Ledger;
	/** The process that runs, or has paused at a stop. Only the kernel changes this. */
	current: Running | undefined;
	/** Whether the current process is running now, and not paused at a stop: actions during a stop are the user's. Only the kernel changes this. */
	isExecuting = false;
	/** While a timer fires: the moment it was set. Only the kernel changes this. */
	armed: {readonly cause: number; readonly periodic: boolean} | undefined;

	constructor(agenda: Agenda, ledger: Ledger) {
		this.#agenda = agenda;
		this.#ledger = ledger;
	}

	get(name: string): Process | undefined {
		return this.#byName.get(name);
	}

	has(name: string): boolean {
		return this.#byName.has(name);
	}

	keys(): MapIterator<string> {
		return this.#byName.keys();
	}

	values(): MapIterator<Process> {
		return this.#byName.values();
	}

	get size(): number {
		return this.#byName.size;
	}

	/** The process that makes the present call; `undefined` for the user or a timer. */
	get actor(): Running | undefined {
		return this.isExecuting ? this.current : undefined;
	}

	/** The step that causes what is done now; −1 is the user. */
	get cause(): number {
		return this.actor?.origin ?? this.armed?.cause ?? -1;
	}

	/** Starts a process. @throws {SimulationError} when a process of that name is alive. */
	spawn(name: string, component: string, start: () => Routine<unknown>, {child, brief = false}: SpawnOptions): void {
		if (this.#byName.get(name)?.alive) {
			throw new SimulationError(`a process named ${name} is alive`);
		}

		const parent = child ? this.actor : undefined;
		this.#launch(new Running(name, component, start, {parent, isVital: child === 'vital', isBrief: brief}));
	}

	#launch(process: Running): void {
		const {actor, cause} = this;
		process.parent?.children.add(process);
		this.#byName.set(process.name, process);
		process.cause = cause;
		process.origin = cause;
		process.periodic = actor?.periodic ?? false;
		this.#wakeIn(process, 0, process.periodic);
	}

	/** Ends a process and its children at once, at any point: nothing in them continues. @returns the name of the process that ended. */
	crash(name: string): string {
		const process = this.#byName.get(name)?.root;
		if (process?.alive) {
			this.end(process, 'crashed');
		}

		return process?.name ?? name;
	}

	/** Starts a crashed or ended process again from its beginning; its memory is lost. @returns the name of the process that starts. */
	restart(name: string): string {
		let process = this.#byName.get(name)?.root;
		if (!process) {
			throw new SimulationError(`no process named ${name} was ever started`);
		}

		// It cannot run without its parent, which starts it again.
		while (process.parent && !process.parent.alive) {
			process = process.parent.root;
		}

		this.crash(process.name);
		this.#launch(process.again());
		return process.name;
	}

	/** Pauses a process and its children: messages and timers that would wake them wait for {@link resume}. @returns the name of the process that is paused. */
	pause(name: string): string {
		const process = this.#byName.get(name)?.root;
		if (process) {
			process.isPaused = true;
		}

		return process?.name ?? name;
	}

	/** Resumes a paused process and its children, with the messages that have arrived since. */
	resume(name: string): void {
		for (const held of this.#byName.get(name)?.root.unpaused() ?? []) {
			this.#wakeIn(held, 0, held.isHousekeeping);
		}
	}

	/** A process runs next, unless it is paused: then as soon as it continues. */
	#wake(process: Running): void {
		if (process.pausedBy) {
			process.isHeld = true;
		} else {
			this.current = process;
		}
	}

	/** Wakes a process after some time. */
	#wakeIn(process: Running, delayMs: number, periodic: boolean): void {
		process.appointment = this.#agenda.addIn(delayMs, periodic, () => {
			process.appointment = undefined;
			this.#wake(process);
		});
	}

	/**
	Makes the running process wait for a message.

	@param timeoutMs the longest wait; no limit by default.
	@param periodic whether the end of that time is housekeeping.
	*/
	listen(process: Running, mailbox: Mailbox<unknown>, timeoutMs: number | undefined, periodic: boolean): void {
		const cause = process.origin;
		process.listen(mailbox);
		this.current = undefined;
		mailbox.wake = (urgent) => {
			mailbox.wake = undefined;
			// A heartbeat that arrives in a wait for work does not make the run rest before that work is done.
			process.owes = process.appointment?.periodic === false;
			this.#agenda.cancel(process.appointment);
			process.appointment = this.#agenda.addIn(0, !urgent && !process.owes, () => {
				process.appointment = undefined;
				const delivery = mailbox.waiting.shift();
				if (delivery) {
					process.receive(delivery);
				}

				this.#wake(process);
			});
		};

		if (timeoutMs !== undefined) {
			process.appointment = this.#agenda.addIn(timeoutMs, periodic, () => {
				mailbox.wake = undefined;
				process.giveUp(cause, periodic);
				this.#wake(process);
			});
		}
	}

	/** Makes the running process wait for a time. @param periodic whether that is housekeeping, for which no run waits. */
	sleep(process: Running, delayMs: number, periodic: boolean): void {
		process.sleep(periodic);
		this.#wakeIn(process, delayMs, process.isHousekeeping);
		this.current = undefined;
	}

	/** Ends a process and its children. */
	end(process: Running, state: 'ended' | 'crashed'): void {
		this.#agenda.cancel(process.appointment);
		process.end(state);
		for (const child of process.children) {
			if (child.alive) {
				this.end(child, 'crashed');
			}
		}

		// The end of a process reports its leftovers: the process can no longer stop for them.
		this.#ledger.writeToldBy(() => process.cleanUp());
		if (process.isBrief) {
			this.#forgetOldest(process);
		}

		if (state === 'ended' && process.parent) {
			this.#byName.delete(process.name);
		}

		if (this.current === process) {
			this.current = undefined;
		}
	}

	/** Forgets the oldest finished brief processes: only the latest can be read or restarted. */
	#forgetOldest(process: Running): void {
		this.#over.push(process);
		const oldest = this.#over.length > knownOver ? this.#over.shift() : undefined;
		if (oldest && !oldest.alive && this.#byName.get(oldest.name) === oldest) {
			this.#byName.delete(oldest.name);
		}
	}
}
