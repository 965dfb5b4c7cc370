import {Mailbox} from '../../kernel/mailbox.js';
import {take, type Routine} from '../../kernel/routine.js';
import type {RuntimeContainer} from '../container.js';
import type {ContainerLife} from '../container-life.js';
import {RuntimeError} from '../../cri/messages.js';
import {directoryOf, whyNoProgram} from './command-line.js';
import {tasksOf} from './container-tasks.js';
import {startOf} from './process-start.js';
import {programPath} from './shell/program-name.js';
import type {Signal} from './signals.js';
import {Nothing, Sink, type Stream} from './streams.js';
import {OutOfMemory} from './task-table.js';
import {Task, type Thread} from './task.js';

/** The result of a command. */
export interface ExecResult {
	readonly exitCode: number;
	readonly output: string;
}

/** The limit of the output that an exec keeps, as in the kubelet. */
const mostOutput = 16 * 1024 * 1024;

/**
Runs a command inside a running container, in the caller's process.

@throws {RuntimeError} when it exceeds `timeoutMs`, or there is no such program.
*/
export function* execute(
	life: ContainerLife,
	container: RuntimeContainer,
	command: readonly string[],
	timeoutMs = Number.POSITIVE_INFINITY,
): Routine<ExecResult> {
	const parts: string[] = [];
	let length = 0;
	const sink = new Sink(function* (text) {
		length += text.length;
		if (length <= mostOutput) {
			parts.push(text);
		}
	});
	const streams = new Map<number, Stream>([
		[0, new Nothing()],
		[1, sink],
		[2, sink],
	]);
	const thread = execThread(life, container, life.kernel.now + timeoutMs);
	const {machine} = tasksOf(life, container);
	const {guesses} = machine;
	const code = yield* runCommand({life, container, thread, streams}, command);
	yield* life.filesChanged(container);
	// A command that tests what an unknown program printed, or a server answered, is assumed to accept it.
	const exitCode = code !== 0 && machine.guesses > guesses ? 0 : code;
	return {exitCode, output: parts.join('')};
}

/** The place of an exec's command. */
interface ExecPlace {
	readonly life: ContainerLife;
	readonly container: RuntimeContainer;
	readonly thread: Thread;
	readonly streams: ReadonlyMap<number, Stream>;
	readonly tty?: boolean;
}

/** Runs a command in a container. @returns its exit code. @throws {RuntimeError} when there is no such program. */
export function* runCommand(
	{life, container, thread, streams, tty}: ExecPlace,
	command: readonly string[],
): Routine<number> {
	const table = tasksOf(life, container);
	const [first = ''] = command;
	const {machine} = table;
	const path = programPath(directoryOf(container), first);
	if (
		!machine.hasProgram(first) &&
		!machine.hasProgram(path) &&
		!((container.files.stat(path)?.mode ?? 0) & 0o111 && path.startsWith('/'))
	) {
		const id = life.kernel.random(`containerd/${life.containers.node}/exec`).hex(64);
		throw new RuntimeError(
			'Unknown',
			`failed to exec in container: failed to start exec "${id}": OCI runtime exec failed: exec failed: unable to start container process: exec: "${first}": ${whyNoProgram(container, first)}`,
		);
	}

	const task = new Task(table, thread, undefined, {...startOf(container, tty ?? false), words: command, streams});
	const forget = life.kernel.atExit(() => {
		task.end(137);
	});
	try {
		return yield* task.run(statusOf(task, command));
	} catch (error) {
		if (!(error instanceof OutOfMemory)) {
			throw error;
		}

		yield* machine.outOfMemory();
		return 137;
	} finally {
		forget();
	}
}

function* statusOf(task: Task, words: readonly string[]): Routine<number> {
	return (yield* task.table.machine.program(task, words)) ?? 127;
}

/** The caller of an exec: it waits no longer than its deadline, nor longer than the container runs. */
const execThread = (life: ContainerLife, container: RuntimeContainer, deadlineMs: number): Thread => {
	const {kernel} = life;
	const mailbox = new Mailbox<Signal | 'wake'>(`exec in ${container.process}`);
	return {
		tasks: [],
		periodic: false,
		wake() {
			if (mailbox.waiting.length === 0) {
				kernel.send(mailbox, 'wake');
			}
		},
		*receive(timeoutMs, periodic) {
			const untilMs = Math.min(kernel.now + (timeoutMs ?? Number.POSITIVE_INFINITY), deadlineMs);
			const message = yield* take(mailbox, {
				timeoutMs: Number.isFinite(untilMs) ? untilMs - kernel.now : undefined,
				periodic,
			});
			if (kernel.now >= deadlineMs) {
				throw new RuntimeError(
					'DeadlineExceeded',
					'failed to exec in container: timeout exceeded: context deadline exceeded',
				);
			}

			return message === 'wake' ? undefined : message;
		},
	};
};
