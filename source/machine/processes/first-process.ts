import type {Kernel} from '../../kernel/kernel.js';
import {take, type Routine} from '../../kernel/routine.js';
import {note} from '../../stages/note.js';
import type {ContainerLife} from '../container-life.js';
import type {RuntimeContainer} from '../container.js';
import {commandLine} from './command-line.js';
import {isInit, sharesProcesses, tasksOf} from './container-tasks.js';
import {startOf} from './process-start.js';
import {runCustomProgram} from './custom-program.js';
import {execute} from './exec.js';
import {takeSignal} from './image-process.js';
import {LogStream} from './log-stream.js';
import {runProgram, type Ending, type Told} from './program.js';
import {isFatal, signalNamed, signalNumber} from './signals.js';
import {Nothing, type Stream} from './streams.js';
import {foregroundOf, Terminal} from './terminal.js';
import {OutOfMemory} from './task-table.js';
import {Killed, Task, type Thread} from './task.js';
import type {Image} from '../images/image.js';

/** The life of a container from its start to its end: a separate process, so that it exits, logs and traps signals. */
export function* runContainer(life: ContainerLife, container: RuntimeContainer): Routine {
	container.execute = (command) => execute(life, container, command);
	const words = commandLine(container);
	if (words === undefined) {
		yield* runImage(life, container);
		return;
	}

	const table = tasksOf(life, container);
	const log = new LogStream(life, container);
	const thread = firstThread(life, container, log);
	if (container.config.tty) {
		container.terminal = new Terminal('/dev/pts/0', {
			show(text) {
				for (const send of container.attached) {
					send(text);
				}
			},
			print: (task, text) => log.write(task, text),
			foreground: () => foregroundOf(thread.tasks),
		});
	}

	const output: Stream = container.terminal ?? log;
	const task = new Task(table, thread, undefined, {
		...startOf(container),
		words,
		streams: new Map<number, Stream>([
			[0, container.terminal ?? container.input ?? new Nothing()],
			[1, output],
			[2, output],
		]),
		isInit: isInit(container),
	});
	try {
		const status = yield* task.run(statusOf(task, words));
		yield* log.flush();
		const unfinished = status === 0 ? table.machine.unfinished : undefined;
		const {code, reason} = unfinished ? yield* goOn(life, container, unfinished) : {code: status, reason: undefined};
		yield* life.end(container, code, reason);
	} catch (error) {
		if (!(error instanceof OutOfMemory)) {
			throw error;
		}

		yield* log.flush();
		yield* life.end(container, 137, 'OOMKilled');
	}
}

/** Runs the image's own program to its end. */
function* runImage(life: ContainerLife, container: RuntimeContainer): Routine {
	if (sharesProcesses(container)) {
		// The other containers see it.
		tasksOf(life, container);
	}

	try {
		const receive = (timeoutMs: number | undefined) => nextSignal(life.kernel, container, timeoutMs);
		const {custom} = container.image;
		const {code, reason} = yield* custom
			? runCustomProgram(life, container, custom, receive)
			: runProgram(life, container, receive);
		yield* life.end(container, code, reason);
	} catch (error) {
		if (!(error instanceof Killed)) {
			throw error;
		}

		yield* life.end(container, 128 + signalNumber(error.signal));
	}
}

/** The further life of the last program of a script: it replaces the script. */
function* goOn(
	life: ContainerLife,
	container: RuntimeContainer,
	program: Pick<Image, 'program' | 'listens'>,
): Routine<Ending> {
	return yield* runProgram(life, container, (timeoutMs) => nextSignal(life.kernel, container, timeoutMs), program);
}

/** The next event for the image's own program: a signal, from the runtime or from inside, or an exit code; `undefined` when the time is over. */
function* nextSignal(
	kernel: Kernel,
	container: RuntimeContainer,
	timeoutMs: number | undefined,
): Routine<Told | undefined> {
	const untilMs = timeoutMs === undefined ? undefined : kernel.now + timeoutMs;
	for (;;) {
		const leftMs = untilMs === undefined ? undefined : Math.max(0, untilMs - kernel.now);
		const message = yield* take(container.signals, {timeoutMs: leftMs});
		if (message !== 'wake') {
			return message;
		}

		if (container.exitAsked !== undefined) {
			return {exit: container.exitAsked};
		}

		const signal = takeSignal(container.tasks, container.image.stopSignal ?? 'SIGTERM');
		if (signal) {
			return signal;
		}
	}
}

function* statusOf(task: Task, words: readonly string[]): Routine<number> {
	return (yield* task.table.machine.program(task, words)) ?? 127;
}

/** The process of the simulation that runs process 1. */
const firstThread = (life: ContainerLife, container: RuntimeContainer, log: LogStream): Thread => {
	const {kernel} = life;
	const thread: Thread = {
		tasks: [],
		periodic: false,
		wake() {
			if (container.signals.waiting.length === 0) {
				kernel.send(container.signals, 'wake');
			}
		},
		*receive(timeoutMs, periodic) {
			yield* log.flush();
			const message = yield* take(container.signals, {timeoutMs, periodic});
			const signal = message === undefined || message === 'wake' ? undefined : signalNamed(message);
			if (message === undefined || signal === undefined) {
				return undefined;
			}

			const [init] = thread.tasks;
			if (init?.shell === undefined && init?.disposition(signal) === 'caught') {
				// A program that has replaced its shell says itself that it ends.
				return signal;
			}

			yield* note('container.signal', {
				case: 'script',
				signal: message,
				container: container.name,
				...(init && !init.options.isInit && init.disposition(signal) === 'default' && isFatal(signal)
					? {ends: true}
					: {}),
				interruptible: thread.tasks.length === 1 && init?.disposition(signal) === 'caught',
			});
			return signal;
		},
	};
	return thread;
};
