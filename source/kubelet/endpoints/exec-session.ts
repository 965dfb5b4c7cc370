import {streamChannels, type Stream} from '../../client/request.js';
import type {StreamRequest} from '../../client/kubelet.js';
import type {Kernel} from '../../kernel/kernel.js';
import type {Routine} from '../../kernel/routine.js';
import {note} from '../../stages/note.js';
import type {Pod} from '../../objects/kubernetes.generated.js';
import {podKey} from '../node/pod-names.js';
import {environmentOf, runTool} from '../runtime/processes/tools.js';
import type {RuntimeContainer} from '../runtime/container.js';
import {runCommand} from '../runtime/processes/exec.js';
import type {FileSystem} from '../runtime/files/file-system.js';
import {RuntimeError} from '../runtime/cri.js';
import type {Runtime} from '../runtime/runtime.js';
import {Exit, type ShellHost} from '../runtime/shell/shell-host.js';
import {Shell} from '../runtime/shell/shell.js';
import {noSuchContainer, runningContainer} from './running-container.js';
import {endSession} from './stream-end.js';
import {TerminalInput} from './terminal-input.js';

const interruptedExitCode = 130;
const hungUpExitCode = 137;

/** Runs a command in a container, with its input and output on a stream. @mirrors k8s.io/kubernetes/pkg/kubelet/server getExec */
export function* execSession(
	kernel: Kernel,
	pod: Pod,
	request: Extract<StreamRequest, {kind: 'exec'}>,
	stream: Stream,
): Routine {
	const {container: name, command} = request;
	const object = podKey(pod);
	const found = runningContainer(kernel, pod, name);
	if (!found) {
		const problem = noSuchContainer(name);
		yield* note('cri.Exec', {case: 'not-running', container: name, message: problem}, {object, outcome: 'failed'});
		endSession(stream, {problem});
		return;
	}

	const {runtime, container} = found;
	const host = new StreamHost(runtime, container, new TerminalInput(kernel, stream, request.tty), stream);
	yield* note(
		'cri.Exec',
		{
			case: 'exec',
			node: pod.spec.nodeName,
			container: name,
			command,
			request: {containerId: container.id, cmd: command, tty: request.tty, stdin: request.stdin},
		},
		{object},
	);
	try {
		const exitCode =
			request.stdin && isShell(command)
				? yield* readCommands(host, request.tty)
				: yield* runCommand(host, command, runtime.life);
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

/** The shell's own loop: prompt, line, command. */
function* readCommands(host: StreamHost, tty: boolean): Routine<number> {
	if (host.container.image.shell === false) {
		return yield* runCommand(host, ['sh'], host.runtime.life);
	}

	const shell = new Shell(host);
	let status = 0;
	for (;;) {
		if (tty) {
			yield* host.print('/ # ');
		}

		const line = yield* host.input.line();
		if (line === undefined) {
			return status;
		}

		try {
			status = line.trim() === '' ? status : ((yield* shell.execute(['sh', '-c', line])) ?? 127);
		} catch (error) {
			if (!(error instanceof Exit)) {
				throw error;
			}

			if (!(error.code === interruptedExitCode && !host.input.gone)) {
				return error.code;
			}

			status = error.code;
		}
	}
}

/** Where the commands of a session run: their output goes to the client at once. */
class StreamHost implements ShellHost {
	constructor(
		readonly runtime: Runtime,
		readonly container: RuntimeContainer,
		readonly input: TerminalInput,
		readonly stream: Stream,
	) {}

	get files(): FileSystem {
		return this.container.files;
	}

	get environment(): Readonly<Record<string, string>> {
		return environmentOf(this.container);
	}

	*pause(ms: number): Routine {
		const interruption = yield* this.input.pause(ms);
		if (interruption) {
			throw new Exit(interruption === 'gone' ? hungUpExitCode : interruptedExitCode);
		}

		if (this.container.state !== 'RUNNING') {
			throw new Exit(hungUpExitCode);
		}
	}

	takeTerm(): boolean {
		return false;
	}

	*print(text: string): Routine {
		this.stream.send(streamChannels.stdout, this.input.tty ? text.replaceAll(/\r?\n/g, '\r\n') : text);
	}

	*read(): Routine<string> {
		return yield* this.input.rest();
	}

	*program(words: readonly string[]): Routine<number | undefined> {
		return yield* runTool(this.runtime.life, this.container, words, this);
	}

	now(): string {
		return this.runtime.kernel.timestamp();
	}
}
