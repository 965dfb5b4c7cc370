import type {Kernel} from '../../kernel/kernel.js';
import type {Routine} from '../../kernel/routine.js';
import {FileError, type FileSystem} from '../../host/file-system.js';
import type {Dialect} from './shell/syntax/tree.js';
import type {Variables} from './shell/variables.js';
import {isFatal, signalNumber, type Signal} from './signals.js';
import {Nothing, type Stream} from './streams.js';
import type {TaskTable} from './task-table.js';

/** The runner of tasks, one inside another: a process of the simulation that waits for all of them. */
export interface Thread {
	/** Ends its wait. */
	wake(): void;
	/** Waits until it is woken, or for a time. @returns a signal for its first task. */
	receive(timeoutMs: number | undefined, periodic: boolean): Routine<Signal | undefined>;
	/** Whether its waits prevent rest. */
	periodic: boolean;
	/** Its tasks, the outermost first. */
	readonly tasks: Task[];
}

/** The memory of the processes beside the files that they write. */
const processBytes = 1_048_576;

/** A signal has ended a task. Thrown through its work. */
export class Killed {
	constructor(
		readonly task: Task,
		readonly signal: Signal,
	) {}
}

/** A task's effect of a signal, for its callers. */
type Disposition = 'default' | 'ignored' | 'caught';

export interface TaskOptions {
	readonly words: readonly string[];
	readonly environment: ReadonlyMap<string, string>;
	readonly directory: string;
	readonly streams: ReadonlyMap<number, Stream>;
	/** Whether it is the first process of its container, in which uncaught signals have no effect. */
	readonly isInit?: boolean;
	/** Whether it is a part of its parent's script. */
	readonly isSubshell?: boolean;
}

/** A process inside a container, with the calls of programs to their operating system. */
export class Task {
	readonly pid: number;
	environment: Map<string, string>;
	directory: string;
	/** The permissions that its new files lack. */
	umask: number;
	words: readonly string[];
	/** The task as a shell, if it is one. */
	shell:
		| {
				readonly dialect: Dialect;
				readonly variables: Variables;
				readonly isInteractive: boolean;
				message(text: string): string;
		  }
		| undefined;
	/** The signal that ended it. */
	killedBy: Signal | undefined;
	/** Its exit code, once it has ended. */
	status: number | undefined;
	/** Its reaction to a signal; a shell's traps change it. */
	disposition: (signal: Signal) => Disposition = () => 'default';
	readonly startedAtMs: number;
	readonly #streams: Map<number, Stream>;
	readonly #signals: Signal[] = [];
	#reserved = 0;

	constructor(
		readonly table: TaskTable<Task>,
		readonly thread: Thread,
		readonly parent: Task | undefined,
		readonly options: TaskOptions,
	) {
		this.words = options.words;
		this.environment = new Map(options.environment);
		this.directory = options.directory;
		this.umask = parent?.umask ?? 0o022;
		this.#streams = new Map(options.streams);
		for (const stream of this.#streams.values()) {
			stream.retain();
		}

		this.startedAtMs = this.kernel.now;
		this.pid = table.add(this);
	}

	get kernel(): Kernel {
		return this.table.kernel;
	}

	get files(): FileSystem {
		return this.table.machine.files;
	}

	/** The origin of its programs: GNU, or busybox. */
	get isBusybox(): boolean {
		return this.dialect === 'ash';
	}

	/** The shell that is called sh. */
	get dialect(): Dialect {
		return this.table.machine.dialect;
	}

	/** The shell of which a program is a builtin, or whose kind of programs it belongs to. */
	get shellDialect(): Dialect {
		return this.shell?.dialect ?? (this.isBusybox ? 'ash' : 'bash');
	}

	/** A message of a program that may be a shell's builtin. */
	shellMessage(text: string): string {
		return this.shell?.message(text) ?? `${text}\n`;
	}

	get isSubshell(): boolean {
		return this.options.isSubshell ?? false;
	}

	get streams(): ReadonlyMap<number, Stream> {
		return this.#streams;
	}

	stream(descriptor: number): Stream | undefined {
		return this.#streams.get(descriptor);
	}

	/** Assigns a stream to a descriptor, or closes it with `undefined`. */
	setStream(descriptor: number, stream: Stream | undefined): void {
		stream?.retain();
		this.#streams.get(descriptor)?.release();
		if (stream) {
			this.#streams.set(descriptor, stream);
		} else {
			this.#streams.delete(descriptor);
		}
	}

	*out(text: string): Routine {
		if (text !== '') {
			yield* (this.#streams.get(1) ?? nothing).write(this, text);
		}
	}

	*error(text: string): Routine {
		try {
			yield* (this.#streams.get(2) ?? nothing).write(this, text);
		} catch (error) {
			// No channel is left to report it.
			if (!(error instanceof FileError)) {
				throw error;
			}
		}
	}

	/** Reads standard input. @returns `undefined` at its end. */
	*read(most?: 'line' | number): Routine<string | undefined> {
		return yield* (this.#streams.get(0) ?? nothing).read(this, most);
	}

	/** Pays for work. @param steps one for a simple command, or for a few lines of a program's input. */
	*spend(steps: number): Routine {
		const ms = this.table.meter.spend(steps, this.kernel.now);
		if (ms > 0) {
			yield* this.#pay(ms);
		}
	}

	*#pay(ms: number): Routine {
		const {table, thread} = this;
		if (table.meter.isBusy && !table.saidBusy) {
			table.saidBusy = true;
			yield* table.machine.isBusy(this);
		}

		const untilMs = this.kernel.now + ms;
		while (this.kernel.now < untilMs) {
			yield* this.#receive(untilMs - this.kernel.now, thread.periodic || table.meter.isBusy);
		}

		this.#deliver();
	}

	/**
	Allocates space for zero bytes of a file. In a directory in memory, the bytes of the file count as memory of the container.

	@throws {FileError} ENOSPC @throws {OutOfMemory}
	*/
	allocate(path: string, bytes: number): void {
		const {used, limit = Number.POSITIVE_INFINITY} = this.files.memoryAt(path) ?? {used: 0, limit: 0};
		const own = Math.min(this.table.countFile(path, bytes), used + bytes, limit);
		if (own + processBytes > (this.table.machine.memoryLimit ?? Number.POSITIVE_INFINITY)) {
			this.reserve(Number.POSITIVE_INFINITY);
		}

		this.files.allocate(path, bytes);
	}

	/** Allocates memory until its end. @throws {OutOfMemory} when the container exceeds its limit. */
	reserve(characters: number): void {
		this.#reserved += characters;
		this.table.reserve(characters);
	}

	/**
	Waits for a time, or until a condition holds.

	@param options with `interruptible`, a caught signal also ends the wait.
	*/
	*wait(
		ms: number,
		ready: () => boolean = () => false,
		{interruptible = false}: {readonly interruptible?: boolean} = {},
	): Routine<'ready' | 'time' | 'signal'> {
		yield* this.spend(5);
		// The clock has whole milliseconds: a shorter time would be over at once, and begin again.
		const untilMs = this.kernel.now + Math.ceil(ms);
		for (;;) {
			this.#deliver();
			if (ready()) {
				return 'ready';
			}

			if (interruptible && this.caught) {
				return 'signal';
			}

			if (this.kernel.now >= untilMs) {
				return 'time';
			}

			const leftMs = untilMs - this.kernel.now;
			// A sleep of a minute or more says nothing about the end of a container, so the simulation does not wait for it.
			const periodic = this.thread.periodic || this.table.meter.isBusy || leftMs >= 60_000;
			yield* this.#receive(Number.isFinite(leftMs) ? Math.min(leftMs, longestMs) : undefined, periodic);
		}
	}

	*#receive(timeoutMs: number | undefined, periodic: boolean): Routine {
		yield* this.table.machine.reportFiles();
		const signal = yield* this.thread.receive(timeoutMs, periodic);
		if (signal) {
			this.thread.tasks[0]?.signal(signal);
		}
	}

	/** Whether a caught signal waits for its trap. */
	get caught(): boolean {
		return this.#signals.length > 0;
	}

	/** The signal that a trap will run for next. */
	get next(): Signal | undefined {
		return this.#signals[0];
	}

	/** Takes a caught signal. */
	take(): Signal | undefined {
		return this.#signals.shift();
	}

	/** Sends it a signal. */
	signal(signal: Signal): void {
		if (this.status === undefined) {
			this.#signals.push(signal);
			this.thread.wake();
		}
	}

	/** A signal that it brings upon itself. */
	*raise(signal: Signal): Routine {
		this.#signals.push(signal);
		this.#deliver();
	}

	/** Delivers the pending signals of all tasks of the thread. */
	#deliver(): void {
		for (const task of this.thread.tasks) {
			const due = task.#signals.splice(0);
			for (const signal of due) {
				const disposition = signal === 'KILL' || signal === 'STOP' ? 'default' : task.disposition(signal);
				if (disposition === 'caught') {
					task.#signals.push(signal);
				} else if (disposition === 'default' && isFatal(signal) && !task.options.isInit) {
					throw new Killed(task, signal);
				}
			}
		}
	}

	/**
	Runs the task's work, to its end.

	@returns its exit code.
	*/
	*run(body: Routine<number>): Routine<number> {
		const {tasks} = this.thread;
		const depth = tasks.push(this) - 1;
		try {
			const status = yield* body;
			this.end(status);
			return status;
		} catch (error) {
			if (error instanceof Killed && error.task === this) {
				this.killedBy = error.signal;
				const status = 128 + signalNumber(error.signal);
				this.end(status);
				return status;
			}

			if (error instanceof FileError) {
				yield* this.error(`${this.words[0] ?? ''}: write error: ${error.description}\n`);
				this.end(1);
				return 1;
			}

			this.end(137);
			throw error;
		} finally {
			tasks.length = depth;
		}
	}

	/** Ends it and closes its streams. */
	end(status: number): void {
		if (this.status !== undefined) {
			return;
		}

		this.status = status;
		for (const stream of this.#streams.values()) {
			stream.release();
		}

		this.#streams.clear();
		this.table.free(this.#reserved);
		this.table.remove(this);
	}
}

const nothing = new Nothing();

// A kernel's timers have a limit.
const longestMs = 100 * 365 * 86_400_000;
