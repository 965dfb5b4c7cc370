import type {AssumedKind} from '../../stages/facts/kubelet/runtime.js';
import type {Kernel} from '../../kernel/kernel.js';
import {Mailbox} from '../../kernel/mailbox.js';
import {take, type Routine} from '../../kernel/routine.js';
import type {FileSystem} from '../../host/file-system.js';
import type {Dialect} from './shell/syntax/tree.js';
import {Meter} from './meter.js';
import {ProcessNamespace} from './process-namespace.js';
import type {Signal} from './signals.js';
import type {Stream} from './streams.js';
import {OutOfMemory, Task, type TaskOptions, type Thread} from './task.js';
import type {Image} from '../images/image.js';

/** The container that processes run in. */
export interface Machine {
	readonly kernel: Kernel;
	/** Of the first process of the simulation, to name the others after. */
	readonly process: string;
	readonly files: FileSystem;
	/** The shell that the image calls sh. */
	readonly dialect: Dialect;
	readonly hostname: string;
	/** Of the Pod. */
	readonly address: string;
	/** Bytes that the container may use; `undefined`: no limit. */
	readonly memoryLimit: number | undefined;
	readonly user: {
		readonly uid: number;
		readonly gid: number;
		readonly name: string;
		/** Its other groups. */
		readonly groups: readonly number[];
	};
	/** The lines of `/proc/PID/status` about capabilities, no_new_privs and seccomp. */
	readonly privileges?: string;
	/** A whole number from 0 up to, not including, a limit. */
	random(limit: number): number;
	/** A program of the image, or one that uses the network. @returns its exit code; `undefined` if there is no such program. */
	program(task: Task, words: readonly string[]): Routine<number | undefined>;
	/** Whether there is such a program. */
	hasProgram(name: string): boolean;
	/** Opens a TCP connection. @returns `undefined` without a listener there. */
	connect(task: Task, host: string, port: number): Routine<Stream | undefined>;
	/** Reports what was written to files, before time passes. */
	reportFiles(): Routine;
	/** Called once when a container takes more processor time than can be simulated. */
	isBusy(task: Task): Routine;
	/** Receives each thing that is not simulated and counts as working. */
	assume(task: Task, what: string, kind?: AssumedKind): Routine;
	/** Called after an installation: unknown programs may be part of it. */
	installed(): void;
	/** Called when a program that is not simulated may be a server. */
	mayServe(words: readonly string[]): void;
	/** Receives a folder whose content is not known. */
	partlyKnown(folder: string): void;
	/** Whether a file that is not there may be part of the image, of which nothing is known. */
	mayHold(path: string): boolean;
	/** The further work of the script's last program, when it is not simulated. */
	readonly unfinished: Pick<Image, 'program' | 'listens'> | undefined;
	/** Called when a process has ended after its parent, where pause asks for it. */
	orphanEnded(task: Task): Routine;
	/** Ends the container, as all its memory is used. */
	outOfMemory(): Routine;
}

const mostTasks = 150;
const mostCharacters = 32 * 1024 * 1024;

/** The processes of a single container: its table of processes, and their common state. */
export class TaskTable {
	readonly meter = new Meter();
	readonly #tasks = new Map<number, Task>();
	readonly #threads = new Set<string>();
	#first: Task | undefined;
	#memory = 0;
	/** Whether a stop has reported that the container is busy. */
	saidBusy = false;

	/** @param namespace the processes that they see. */
	constructor(
		readonly machine: Machine,
		readonly namespace = new ProcessNamespace(),
	) {}

	get kernel(): Kernel {
		return this.machine.kernel;
	}

	/** The process that the container was started with. */
	get first(): Task | undefined {
		return this.#first;
	}

	/** All running tasks, by process id. */
	get tasks(): ReadonlyMap<number, Task> {
		return this.#tasks;
	}

	add(task: Task): number {
		const pid = this.namespace.enter(task);
		this.#first ??= task;
		this.#tasks.set(pid, task);
		return pid;
	}

	remove(task: Task): void {
		this.#tasks.delete(task.pid);
		this.namespace.end(task);
		for (const other of this.#tasks.values()) {
			if (other === task.parent) {
				other.thread.wake();
			}
		}
	}

	/** Whether there is room for one more process. */
	get canFork(): boolean {
		return this.#tasks.size < mostTasks;
	}

	/** @throws {OutOfMemory} */
	reserve(characters: number): void {
		this.#memory += characters;
		if (this.#memory > mostCharacters) {
			throw new OutOfMemory();
		}
	}

	free(characters: number): void {
		this.#memory -= characters;
	}

	/** A whole number from 0 up to, not including, a limit. */
	random(limit: number): number {
		return this.machine.random(limit);
	}

	/** Starts a task that runs beside its parent. @param body what it does. */
	fork(parent: Task, options: TaskOptions, body: (task: Task) => Routine<number>): Task {
		const {kernel, machine, namespace} = this;
		const mailbox = new Mailbox<Signal | 'wake'>(`signals of ${machine.process}/${this.namespace.nextPid}`);
		const thread = mailboxThread(kernel, mailbox, parent.thread.periodic);
		const task = new Task(this, thread, parent, options);
		const name = `${machine.process}/${task.pid}`;
		this.#threads.add(name);
		const threads = this.#threads;
		kernel.spawn(name, 'container', function* () {
			kernel.atExit(() => {
				threads.delete(name);
				task.end(137);
			});
			try {
				yield* task.run(body(task));
				if (namespace.pauseUser !== undefined && parent.status !== undefined) {
					yield* machine.orphanEnded(task);
				}
			} catch (error) {
				if (!(error instanceof OutOfMemory)) {
					throw error;
				}

				yield* machine.outOfMemory();
			}
		});
		return task;
	}

	/** Ends all processes beside the first, at once. @param besides one that continues, as it is the one that asks. */
	endAll(besides?: string): void {
		for (const name of this.#threads) {
			if (name !== besides) {
				this.kernel.crash(name);
			}
		}

		for (const task of this.#tasks.values()) {
			task.signal('KILL');
		}

		this.namespace.leaveAll(this);
	}
}

/** A thread that takes wake-ups and signals from a mailbox. */
export const mailboxThread = (kernel: Kernel, mailbox: Mailbox<Signal | 'wake'>, periodic: boolean): Thread => ({
	tasks: [],
	periodic,
	wake() {
		if (mailbox.waiting.length === 0) {
			kernel.send(mailbox, 'wake');
		}
	},
	*receive(timeoutMs, isPeriodic) {
		const message = yield* take(mailbox, {timeoutMs, periodic: isPeriodic});
		return message === 'wake' ? undefined : message;
	},
});
