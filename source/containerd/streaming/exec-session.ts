import {streamChannels, type Stream} from '../../client/request.js';
import {take, type Routine} from '../../kernel/routine.js';
import {note} from '../../stages/note.js';
import type {ExecRequest} from '../../cri/streaming-service.js';
import type {ContainerLife} from '../../machine/container-life.js';
import type {RuntimeContainer} from '../../machine/container.js';
import {tasksOf} from '../../machine/processes/container-tasks.js';
import {startOf} from '../../machine/processes/process-start.js';
import {runCommand} from '../../machine/processes/exec.js';
import {Sink, Source, type Stream as Descriptor} from '../../machine/processes/streams.js';
import {OutOfMemory} from '../../machine/processes/task-table.js';
import {Task, type Thread} from '../../machine/processes/task.js';
import {foregroundOf, Terminal} from '../../machine/processes/terminal.js';
import {RuntimeError} from '../../cri/messages.js';
import {ShellExit} from '../../machine/processes/shell/control.js';
import type {Shell} from '../../machine/processes/shell/shell.js';
import {startShell} from '../../machine/processes/shell/start-shell.js';
import {endSession} from '../../client/stream-end.js';
import {SessionInput} from './session-input.js';
import {TerminalClient} from './terminal-client.js';

/** SIGKILL, or no memory left. */
const killedExitCode = 137;

/** The start time of a command with a terminal: in the meantime, the client sends the size of its own. */
const startMs = 50;

/** Thrown through the client's work when the client has disconnected. */
class HungUp {
	readonly exitCode = 137;
}

/** Runs a command in a container, with its input and output on a stream. @mirrors containerd's execInContainer */
export function* execSession(
	life: ContainerLife,
	container: RuntimeContainer,
	{cmd: command, tty, stdin}: ExecRequest,
	object: string,
	stream: Stream,
): Routine {
	const session = tty ? new TerminalSession(life, container, stream) : new PlainSession(life, container, stream);
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
			stdin && !tty && isShell(command) && container.image.shell !== false
				? session.readCommands(command)
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

/** A command that runs for a client: its input and output are the client's. */
interface Session {
	readonly place: {
		readonly life: ContainerLife;
		readonly container: RuntimeContainer;
		readonly thread: Thread;
		readonly streams: ReadonlyMap<number, Descriptor>;
		readonly tty: boolean;
	};

	/** Runs a command until it ends, or the client disconnects. @returns its exit code. */
	run(body: Routine<number>): Routine<number>;
	/** Runs the commands that the client sends to a shell. */
	readCommands(command: readonly string[]): Routine<number>;
}

/** Runs a command until it ends, or the client disconnects. @returns its exit code. */
function* untilGone(body: Routine<number>): Routine<number> {
	try {
		return yield* body;
	} catch (error) {
		if (!(error instanceof HungUp)) {
			throw error;
		}

		return error.exitCode;
	}
}

/** A command with its own terminal. */
class TerminalSession implements Session {
	readonly place: Session['place'];
	readonly #number: number;
	readonly #client: TerminalClient;

	constructor(
		readonly life: ContainerLife,
		readonly container: RuntimeContainer,
		readonly stream: Stream,
	) {
		const show = (text: string): void => {
			stream.send(streamChannels.stdout, text);
		};

		let number = 0;
		while (container.terminals.has(number)) {
			number++;
		}

		const {thread} = this;
		const terminal = new Terminal(`/dev/pts/${number}`, {
			show,
			*print(task, text) {
				yield* task.spend(1 + text.length / 500);
				show(text.replaceAll(/\r?\n/g, '\r\n'));
			},
			foreground: () => foregroundOf(thread.tasks),
		});
		this.#number = number;
		this.#client = new TerminalClient(terminal, true);
		container.terminals.add(number);
		this.place = {life, container, thread, tty: true, streams: new Map([0, 1, 2].map((one) => [one, terminal]))};
	}

	readonly thread: Thread = {
		tasks: [],
		periodic: false,
		wake: () => {
			const {input} = this.stream;
			if (input.waiting.length === 0) {
				this.life.kernel.send(input, {channel: streamChannels.stdin, data: new Uint8Array()});
			}
		},
		receive: (timeoutMs, periodic) => this.#receive(timeoutMs, periodic),
	};

	*#receive(timeoutMs: number | undefined, periodic: boolean): Routine<undefined> {
		const message = yield* take(this.stream.input, {timeoutMs, periodic});
		if (message && this.#client.take(message)) {
			throw new HungUp();
		}

		return undefined;
	}

	*run(body: Routine<number>): Routine<number> {
		try {
			return yield* untilGone(this.#started(body));
		} finally {
			this.container.terminals.delete(this.#number);
		}
	}

	*#started(body: Routine<number>): Routine<number> {
		yield* this.#receive(startMs, false);
		return yield* body;
	}

	/** A shell at a terminal reads its commands itself. */
	readCommands(command: readonly string[]): Routine<number> {
		return runCommand(this.place, command);
	}
}

/** A command without a terminal. */
class PlainSession implements Session {
	readonly place: Session['place'];
	readonly input: SessionInput;

	constructor(
		readonly life: ContainerLife,
		readonly container: RuntimeContainer,
		readonly stream: Stream,
	) {
		const input = new SessionInput(life.kernel, stream);
		const output = (channel: number): Sink =>
			new Sink(function* (text) {
				stream.send(channel, text);
			});
		const source = new Source((most) => input.read(most));
		this.input = input;
		this.place = {
			life,
			container,
			thread: this.#thread,
			tty: false,
			streams: new Map<number, Descriptor>([
				[0, source],
				[1, output(streamChannels.stdout)],
				[2, output(streamChannels.stderr)],
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
				if (yield* input.wait(timeoutMs, periodic)) {
					throw new HungUp();
				}

				return undefined;
			},
		};
	}

	run(body: Routine<number>): Routine<number> {
		return untilGone(body);
	}

	/** A shell's own loop: line, command. */
	*readCommands([name = 'sh']: readonly string[]): Routine<number> {
		const {life, container, place} = this;
		const table = tasksOf(life, container);
		const task = new Task(table, place.thread, undefined, {
			...startOf(container),
			words: [name],
			streams: place.streams,
		});
		const forget = life.kernel.atExit(() => {
			task.end(killedExitCode);
		});
		const shell = startShell(task, name.endsWith('bash') ? 'bash' : task.dialect, name, []);
		try {
			return yield* task.run(this.#lines(shell));
		} catch (error) {
			if (!(error instanceof OutOfMemory)) {
				throw error;
			}

			yield* table.machine.outOfMemory();
			return killedExitCode;
		} finally {
			forget();
		}
	}

	*#lines(shell: Shell): Routine<number> {
		for (;;) {
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

	/** Runs a line of the shell. @returns the shell's exit code, if the line ended it. */
	*#line(shell: Shell, line: string): Routine<number | undefined> {
		try {
			yield* shell.evaluate(line);
			return undefined;
		} catch (error) {
			shell.status = yield* shell.caught(error);
			return error instanceof ShellExit && error.isAsked ? shell.status : undefined;
		}
	}
}
