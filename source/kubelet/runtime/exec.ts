import type {Kernel} from '../../kernel/kernel.js';
import {note, sleep, type Routine} from '../../kernel/routine.js';
import type {Pod} from '../../objects/kubernetes.generated.js';
import type {Container} from './container.js';
import {environmentOf, runTool} from './container-process.js';
import {RuntimeError} from './cri.js';
import {runtimeOf, type Runtime} from './runtime.js';
import {Exit, Shell, type ShellHost} from './shell.js';

/** What a command left behind. */
export interface ExecResult {
	readonly exitCode: number;
	readonly output: string;
}

/**
Runs a command inside a running container, in the caller's process.

@throws {RuntimeError} when it takes longer than `timeoutMs`, or there is no such program.
*/
export function* execute(
	runtime: Runtime,
	container: Container,
	command: readonly string[],
	timeoutMs = Number.POSITIVE_INFINITY,
): Routine<ExecResult> {
	const host = new ExecHost(runtime, container, runtime.kernel.now + timeoutMs);
	const [first = ''] = command;
	const scripted = container.image.exec?.some(({command: known}) => known === command.join(' '));
	let status: number | undefined;
	try {
		status =
			container.image.shell === false && !scripted
				? undefined
				: scripted
					? yield* runTool(runtime, container, command, host)
					: yield* new Shell(host).execute(command);
	} catch (error) {
		if (!(error instanceof Exit)) {
			throw error;
		}

		status = error.code;
	}

	if (status === undefined) {
		const why = first.startsWith('/')
			? `stat ${first}: no such file or directory`
			: 'executable file not found in $PATH';
		throw new RuntimeError(
			'Unknown',
			`failed to exec in container: failed to start exec: OCI runtime exec failed: exec failed: unable to start container process: exec: "${first}": ${why}`,
		);
	}

	return {exitCode: status, output: host.output};
}

class ExecHost implements ShellHost {
	output = '';

	constructor(
		readonly runtime: Runtime,
		readonly container: Container,
		readonly deadlineMs: number,
	) {}

	get files(): Map<string, string> {
		return this.container.files;
	}

	get environment(): Readonly<Record<string, string>> {
		return environmentOf(this.container);
	}

	*pause(ms: number): Routine {
		const {kernel} = this.runtime;
		// What never ends and has no deadline would never be heard of again.
		const untilMs = Math.min(kernel.now + Math.min(ms, 86_400_000), this.deadlineMs);
		yield* sleep(untilMs - kernel.now);
		if (kernel.now >= this.deadlineMs) {
			throw new RuntimeError(
				'DeadlineExceeded',
				'failed to exec in container: timeout exceeded: context deadline exceeded',
			);
		}
	}

	takeTerm(): boolean {
		return false;
	}

	*print(text: string): Routine {
		this.output += text;
	}

	*program(words: readonly string[]): Routine<number | undefined> {
		return yield* runTool(this.runtime, this.container, words, this);
	}

	now(): string {
		return this.runtime.kernel.timestamp();
	}
}

/** A command for a container of a Pod, as `kubectl exec` sends it. */
export interface ContainerExecRequest {
	readonly namespace: string;
	readonly pod: string;
	/** Empty: the Pod's first. */
	readonly container: string;
	readonly command: readonly string[];
	readonly stdin?: string;
}

/** Runs a command for somebody outside, through the kubelet of the Pod's node. */
export function* containerExec(
	kernel: Kernel,
	{namespace, pod, container, command}: ContainerExecRequest,
): Routine<{readonly stdout: string; readonly stderr: string; readonly code: number}> {
	const object = `/registry/pods/${namespace}/${pod}`;
	const found = kernel.ledger.read<Pod>(object);
	const name = container || (found?.spec.containers[0]?.name ?? '');
	const runtime = runtimeOf(kernel, found?.spec.nodeName ?? '');
	const running = runtime
		?.containersOf(found?.metadata.uid ?? '')
		.find((own) => own.name === name && own.state === 'RUNNING');
	if (!runtime || !running) {
		return {
			stdout: '',
			stderr: `error: Internal error occurred: unable to upgrade connection: container not found ("${name}")\n`,
			code: 1,
		};
	}

	yield* note(
		'cri.Exec',
		`The kubelet of ${runtime.options.node} asks containerd to run ${command.join(' ')} in ${name} of ${namespace}/${pod}.`,
		{request: {containerId: running.id, cmd: command}},
		{object},
	);
	try {
		const {exitCode, output} = yield* execute(runtime, running, command);
		yield* note(
			'cri.Exec',
			`${command.join(' ')} ends with exit code ${exitCode}.`,
			{answer: {exitCode, stdout: output}},
			{object},
		);
		return {stdout: output, stderr: '', code: exitCode};
	} catch (error) {
		if (!(error instanceof RuntimeError)) {
			throw error;
		}

		yield* note(
			'cri.Exec',
			`${command.join(' ')} cannot run: ${error.description}.`,
			{message: error.description},
			{object, outcome: 'failed'},
		);
		return {
			stdout: '',
			stderr: `error: Internal error occurred: Internal error occurred: error executing command in container: ${error.description}\n`,
			code: 1,
		};
	}
}
