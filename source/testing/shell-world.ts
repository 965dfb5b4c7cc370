import {Kernel} from '../kernel/kernel.js';
import {Mailbox} from '../kernel/mailbox.js';
import {note, type Routine} from '../kernel/routine.js';
import {containerFiles} from '../machine/files/container-files.js';
import {fileProgram, programNamed} from '../machine/processes/programs/programs.js';
import type {Signal} from '../machine/processes/signals.js';
import {Nothing, Sink, TextSource, type Stream} from '../machine/processes/streams.js';
import {mailboxThread} from '../machine/processes/fork.js';
import {OutOfMemory, TaskTable} from '../machine/processes/task-table.js';
import {Task} from '../machine/processes/task.js';
import type {Dialect} from '../machine/processes/shell/syntax/tree.js';

/** The result of a command line in a container. */
export interface Ran {
	readonly status: number | undefined;
	readonly output: string;
	readonly errors: string;
	/** The time of its end; `undefined` if it did not end. */
	readonly ms: number | undefined;
	/** Parts that were not simulated. */
	readonly assumed: readonly string[];
	readonly isBusy: boolean;
	/** The running processes. */
	readonly left: number;
}

export interface ShellWorldOptions {
	/** The shell called sh. */
	readonly dialect?: Dialect;
	readonly environment?: Readonly<Record<string, string>>;
	readonly input?: string;
	/** Signals to its first process, and when. */
	readonly signals?: ReadonlyArray<readonly [atMs: number, signal: Signal]>;
	/** The time at which the run ends. */
	readonly untilMs?: number;
	/** Whether it is not process 1. */
	readonly isNotInit?: boolean;
}

/** Runs a command line in an otherwise empty container. */
export const runInContainer = (words: readonly string[], options: ShellWorldOptions = {}): Ran => {
	const {dialect = 'ash', environment = {}, input, signals = [], untilMs = 100_000} = options;
	const kernel = new Kernel();
	const files = containerFiles({nowMs: () => kernel.wallClockMs});
	let [output, errors] = ['', ''];
	let status: number | undefined;
	let ms: number | undefined;
	let isBusy = false;
	const assumed: string[] = [];
	const keep = (text: string, isError: boolean): Routine => {
		[output, errors] = isError ? [output, errors + text] : [output + text, errors];
		return note('test.write', {});
	};

	const table: TaskTable<Task> = new TaskTable({
		kernel,
		process: 'container',
		files,
		dialect,
		hostname: 'web',
		address: '10.0.0.1',
		memoryLimit: undefined,
		occupy: () => () => undefined,
		user: {uid: 0, gid: 0, name: 'root', groups: []},
		random: (limit) => kernel.random('container').below(limit),
		hasProgram: (name) => programNamed(name) !== undefined,
		*program(task, [name = '', ...args]) {
			const known = programNamed(name);
			return known ? yield* known(task, args) : yield* fileProgram(task, [name, ...args]);
		},
		installed: () => undefined,
		mayServe: () => undefined,
		guesses: 0,
		partlyKnown: () => undefined,
		mayHold: () => false,
		unfinished: undefined,
		*connect() {
			return undefined;
		},
		// oxlint-disable-next-line no-empty-function
		*reportFiles() {},
		*isBusy() {
			isBusy = true;
			yield* note('test.busy', {});
		},
		*assume(_, what) {
			assumed.push(what);
		},
		// oxlint-disable-next-line no-empty-function
		*orphanEnded() {},
		*outOfMemory() {
			status = 137;
			kernel.processes.crash('container');
		},
	});
	const mailbox = new Mailbox<Signal | 'wake'>('signals');
	for (const [atMs, signal] of signals) {
		kernel.send(mailbox, signal, atMs);
	}

	kernel.spawn('container', 'test', function* () {
		const task = new Task(table, mailboxThread(kernel, mailbox, false), undefined, {
			words,
			environment: new Map(Object.entries({PATH: '/usr/local/bin:/usr/bin:/bin', ...environment})),
			directory: '/',
			streams: new Map<number, Stream>([
				[0, input === undefined ? new Nothing() : new TextSource(input)],
				[1, new Sink((text) => keep(text, false))],
				[2, new Sink((text) => keep(text, true))],
			]),
			isInit: !options.isNotInit,
		});
		try {
			status = yield* task.run(
				(function* () {
					return (yield* table.machine.program(task, words)) ?? 127;
				})(),
			);
		} catch (error) {
			if (!(error instanceof OutOfMemory)) {
				throw error;
			}

			status = 137;
		}

		ms = kernel.now;
		table.endAll();
	});
	while (kernel.now < untilMs && kernel.step(untilMs)) {
		// Each stop is one write.
	}

	return {status, output, errors, ms, assumed, isBusy, left: table.tasks.size};
};
