import {streamChannels, type Stream} from '../../client/request.js';
import type {Routine} from '../../kernel/routine.js';
import {note} from '../../stages/note.js';
import type {ExecRequest} from '../../cri/streaming-service.js';
import type {ContainerLife} from '../../machine/container-life.js';
import type {RuntimeContainer} from '../../machine/container.js';
import {startOf, tasksOf} from '../../machine/processes/container-tasks.js';
import {runCommand} from '../../machine/processes/exec.js';
import {Sink, Source, type Stream as Descriptor} from '../../machine/processes/streams.js';
import {OutOfMemory, Task, type Thread} from '../../machine/processes/task.js';
import {RuntimeError} from '../../cri/messages.js';
import {ShellExit} from '../../machine/processes/shell/control.js';
import {Shell} from '../../machine/processes/shell/shell.js';
import {endSession} from '../../client/stream-end.js';
import {TerminalInput, type Interruption} from './terminal-input.js';

const interruptedExitCode = 130;
const hungUpExitCode = 137;

/** The user has ended what runs. Thrown through it. */
class Interrupted {
	constructor(readonly by: Interruption) {}
}

/** Runs a command in a container, with its input and output on a stream. @mirrors containerd's execInContainer */
export function* execSession(
	life: ContainerLife,
	container: RuntimeContainer,
	{cmd: command, tty, stdin}: ExecRequest,
	object: string,
	stream: Stream,
): Routine {
	const session = new Session(life, container, new TerminalInput(life.kernel, stream, tty), stream);
	yield* note(
		'cri.Exec',
		{
			case: 'exec',
			node: container.sandbox.node,
			container: container.name,
			command,
			request: {containerId: container.id, cmd: command, tty, stdin},
		},
		{object},
	);
	try {
		const exitCode = yield* session.run(
			stdin && isShell(command) && container.image.shell !== false
				? session.readCommands(command, tty)
				: runCommand(session.place, command),
		);
		yield* note('cri.Exec', {case: 'exec-ended', command, answer: {exitCode}}, {object});
		endSession(stream, {exitCode});
	} catch (error) {
		if (!(error instanceof RuntimeError)) {
			throw error;
		}

		const problem = `error executing command in container: ${error.description}`;
		yield* note(
			'cri.Exec',
			{case: 'exec-failed', command, description: error.description, message: problem},
			{object, outcome: 'failed'},
		);
		endSession(stream, {problem: `Internal error occurred: ${problem}`});
	}
}

/** A shell without a script: it reads commands from its input. */
const isShell = (command: readonly string[]): boolean =>
	/^(?:\/bin\/|\/usr\/bin\/)?(?:sh|bash|ash)$/.test(command[0] ?? '') &&
	!command.slice(1).some((word) => !word.startsWith('-') || word.includes('c'));

/** What runs for a client: its input and output are the client's. */
class Session {
	readonly place: {
		readonly life: ContainerLife;
		readonly container: RuntimeContainer;
		readonly thread: Thread;
		readonly streams: ReadonlyMap<number, Descriptor>;
	};

	constructor(
		readonly life: ContainerLife,
		readonly container: RuntimeContainer,
		readonly input: TerminalInput,
		readonly stream: Stream,
	) {
		const output = (channel: number): Sink =>
			new Sink(function* (text) {
				stream.send(channel, input.tty ? text.replaceAll(/\r?\n/g, '\r\n') : text);
			});
		const out = output(streamChannels.stdout);
		const source = new Source(function* (most) {
			const line = most === 'line' || input.tty ? yield* input.line() : undefined;
			const text = line === undefined ? (most === 'line' || input.tty ? undefined : yield* input.rest()) : `${line}\n`;
			return text === '' ? undefined : text;
		}, input.tty);
		this.place = {
			life,
			container,
			thread: this.#thread,
			streams: new Map<number, Descriptor>([
				[0, source],
				[1, out],
				[2, input.tty ? out : output(streamChannels.stderr)],
			]),
		};
	}

	get #thread(): Thread {
		const {input} = this;
		return {
			tasks: [],
			periodic: false,
			wake() {
				input.wake();
			},
			*receive(timeoutMs, periodic) {
				const interruption = yield* input.wait(timeoutMs, periodic);
				if (interruption) {
					throw new Interrupted(interruption);
				}

				return undefined;
			},
		};
	}

	/** Runs a command until it ends, or the user ends it. @returns its exit code. */
	*run(body: Routine<number>): Routine<number> {
		try {
			return yield* body;
		} catch (error) {
			if (!(error instanceof Interrupted)) {
				throw error;
			}

			return error.by === 'gone' ? hungUpExitCode : interruptedExitCode;
		}
	}

	/** The shell's own loop: prompt, line, command. */
	*readCommands([name = 'sh']: readonly string[], tty: boolean): Routine<number> {
		const {life, container, place} = this;
		const table = tasksOf(life, container);
		const task = new Task(table, place.thread, undefined, {
			...startOf(container),
			words: [name],
			streams: place.streams,
		});
		const forget = life.kernel.atExit(() => {
			task.end(hungUpExitCode);
		});
		const shell = new Shell(task, name.endsWith('bash') ? 'bash' : task.dialect, name, []);
		try {
			return yield* task.run(this.#lines(shell, tty));
		} catch (error) {
			if (!(error instanceof OutOfMemory)) {
				throw error;
			}

			yield* table.machine.outOfMemory();
			return hungUpExitCode;
		} finally {
			forget();
		}
	}

	*#lines(shell: Shell, tty: boolean): Routine<number> {
		for (;;) {
			if (tty) {
				yield* shell.task.out(shell.directory === '/' ? '/ # ' : `${shell.directory} # `);
			}

			const line = yield* this.input.line();
			if (line === undefined) {
				return shell.status;
			}

			const status = yield* this.#line(shell, line);
			if (status !== undefined) {
				return status;
			}
		}
	}

	/** Runs a line of the shell. @returns the shell's exit code, if that was its end. */
	*#line(shell: Shell, line: string): Routine<number | undefined> {
		try {
			yield* shell.evaluate(line);
			return undefined;
		} catch (error) {
			if (error instanceof Interrupted) {
				shell.status = interruptedExitCode;
				return error.by === 'gone' ? hungUpExitCode : undefined;
			}

			shell.status = yield* shell.caught(error);
			return error instanceof ShellExit && error.isAsked ? shell.status : undefined;
		}
	}
}
