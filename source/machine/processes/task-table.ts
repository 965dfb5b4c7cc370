import type {AssumedKind} from '../../stages/facts/kubelet/runtime.js';
import type {Kernel} from '../../kernel/kernel.js';
import type {Routine} from '../../kernel/routine.js';
import type {FileSystem} from '../../host/file-system.js';
import type {Dialect} from './shell/syntax/tree.js';
import {Meter} from './meter.js';
import {ProcessNamespace, type Member} from './process-namespace.js';
import type {Signal} from './signals.js';
import type {Stream} from './streams.js';
import type {Image} from '../images/image.js';
import type {Load} from '../images/usage.js';

/** The container of processes. @template T its processes: `Task`, which is above this module. */
export interface Machine<T> {
	readonly kernel: Kernel;
	/** Name of the simulation's first process, the prefix of the others. */
	readonly process: string;
	readonly files: FileSystem;
	/** The shell that the image calls sh. */
	readonly dialect: Dialect;
	readonly hostname: string;
	/** Labels of the Pod. */
	readonly address: string;
	/** Bytes that the container may use; `undefined`: no limit. */
	readonly memoryLimit: number | undefined;
	/** A process keeps memory and processors in use, up to the container's limits. @returns a function that frees them. */
	occupy(load: Load): () => void;
	readonly user: {
		readonly uid: number;
		readonly gid: number;
		readonly name: string;
		/** The other groups of the user. */
		readonly groups: readonly number[];
	};
	/** The lines of `/proc/PID/status` about capabilities, no_new_privs and seccomp. */
	readonly privileges?: string;
	/** A random whole number from 0 to the limit − 1. */
	random(limit: number): number;
	/** A program of the image, or one that uses the network. @returns its exit code; `undefined` if there is no such program. */
	program(task: T, words: readonly string[]): Routine<number | undefined>;
	/** Whether there is such a program. */
	hasProgram(name: string): boolean;
	/** Opens a TCP connection. @returns `undefined` without a listener there. */
	connect(task: T, host: string, port: number): Routine<Stream | undefined>;
	/** Reports writes to files, before time passes. */
	reportFiles(): Routine;
	/** Called once when a container uses more processor time than can be simulated. */
	isBusy(task: T): Routine;
	/** Receives each thing that is not simulated and counts as working. */
	assume(task: T, what: string, kind?: AssumedKind): Routine;
	/** Called after an installation, after which unknown programs may exist. */
	installed(): void;
	/** Called when a program that is not simulated may be a server. */
	mayServe(words: readonly string[]): void;
	/** The number of times that an unsimulated program printed words for another process, by a pipe or a substitution. */
	readonly guesses: number;
	/** Receives a folder whose content is not known. */
	partlyKnown(folder: string): void;
	/** Whether a missing file may be part of the unknown image. */
	mayHold(path: string): boolean;
	/** The further work of the script's last program, when it is not simulated. */
	readonly unfinished: Pick<Image, 'program' | 'listens'> | undefined;
	/** Called when an orphaned process has ended and pause collects it. */
	orphanEnded(task: T): Routine;
	/** Ends the container, as all its memory is used. */
	outOfMemory(): Routine;
}

const mostTasks = 150;
const mostCharacters = 32 * 1024 * 1024;

/** Thrown through the work of a container's processes when it exceeds its memory limit. */
export class OutOfMemory {
	readonly exitCode = 137;
}

/** A process in its table. */
interface Entry<T> extends Member<T> {
	/** The simulation's process that runs it. */
	readonly thread: {wake(): void};
	signal(signal: Signal): void;
}

/** The processes of a single container: its table of processes, and their common state. */
export class TaskTable<T extends Entry<T>> {
	readonly meter = new Meter();
	readonly #tasks = new Map<number, T>();
	/** Processes of the simulation that run tasks beside the first one. */
	readonly #threads = new Set<string>();
	#first: T | undefined;
	#memory = 0;
	/** Bytes of files that were allocated, by folder. */
	readonly #written = new Map<string, number>();
	/** Whether a stop has reported that the container is busy. */
	saidBusy = false;

	/** @param namespace the processes that they see. */
	constructor(
		readonly machine: Machine<T>,
		readonly namespace = new ProcessNamespace<T>(),
	) {}

	get kernel(): Kernel {
		return this.machine.kernel;
	}

	/** The first process of the container. */
	get first(): T | undefined {
		return this.#first;
	}

	/** All running tasks, by process id. */
	get tasks(): ReadonlyMap<number, T> {
		return this.#tasks;
	}

	add(task: T): number {
		const pid = this.namespace.enter(task);
		this.#first ??= task;
		this.#tasks.set(pid, task);
		return pid;
	}

	remove(task: T): void {
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

	/** Counts the bytes that its processes have written to a file. @returns all bytes of files in the folder of this one. */
	countFile(path: string, bytes: number): number {
		const folder = path.slice(0, path.lastIndexOf('/'));
		const written = (this.#written.get(folder) ?? 0) + bytes;
		this.#written.set(folder, written);
		return written;
	}

	/** @throws {OutOfMemory} */
	reserve(characters: number): void {
		this.#memory += characters;
		if (this.#memory > Math.min(mostCharacters, this.machine.memoryLimit ?? mostCharacters)) {
			throw new OutOfMemory();
		}
	}

	free(characters: number): void {
		this.#memory -= characters;
	}

	/** A random whole number from 0 to the limit − 1. */
	random(limit: number): number {
		return this.machine.random(limit);
	}

	/** Registers a process of the simulation that runs a task beside the first one. @returns a function to call at its end. */
	holdThread(name: string): () => void {
		this.#threads.add(name);
		return () => void this.#threads.delete(name);
	}

	/** Ends all processes but the first, at once. @param besides the caller, which keeps running. */
	endAll(besides?: string): void {
		for (const name of this.#threads) {
			if (name !== besides) {
				this.kernel.processes.crash(name);
			}
		}

		for (const task of this.#tasks.values()) {
			task.signal('KILL');
		}

		this.namespace.leaveAll(this);
	}
}
