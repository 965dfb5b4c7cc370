import {sleep, type Routine} from '../../../kernel/routine.js';
import type {RuntimeContainer} from '../container.js';
import {environmentOf, runTool} from './tools.js';
import {RuntimeError} from '../cri.js';
import type {ContainerLife} from '../container-life.js';
import type {FileSystem} from '../files/file-system.js';
import {Exit, type ShellHost} from '../shell/shell-host.js';
import {Shell} from '../shell/shell.js';

/** The result of a command. */
export interface ExecResult {
	readonly exitCode: number;
	readonly output: string;
}

/**
Runs a command inside a running container, in the caller's process.

@throws {RuntimeError} when it takes longer than `timeoutMs`, or there is no such program.
*/
export function* execute(
	life: ContainerLife,
	container: RuntimeContainer,
	command: readonly string[],
	timeoutMs = Number.POSITIVE_INFINITY,
): Routine<ExecResult> {
	const host = new ExecHost(life, container, life.kernel.now + timeoutMs);
	const exitCode = yield* runCommand(host, command, life);
	yield* life.filesChanged(container);
	return {exitCode, output: host.output};
}

/** Runs a command wherever its host stands. @returns its exit code. @throws {RuntimeError} when there is no such program. */
export function* runCommand(
	host: ShellHost & {readonly container: RuntimeContainer},
	command: readonly string[],
	life: ContainerLife,
): Routine<number> {
	const {container} = host;
	const [first = ''] = command;
	const scripted = container.image.exec?.some(({command: known}) => known === command.join(' '));
	let status: number | undefined;
	try {
		status =
			container.image.shell === false && !scripted
				? undefined
				: scripted
					? yield* runTool(life, container, command, host)
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

	return status;
}

class ExecHost implements ShellHost {
	output = '';

	constructor(
		readonly life: ContainerLife,
		readonly container: RuntimeContainer,
		readonly deadlineMs: number,
	) {}

	get files(): FileSystem {
		return this.container.files;
	}

	get environment(): Readonly<Record<string, string>> {
		return environmentOf(this.container);
	}

	*pause(ms: number): Routine {
		const {kernel} = this.life;
		// A command that never ends and has no deadline would never return.
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
		return yield* runTool(this.life, this.container, words, this);
	}

	now(): string {
		return this.life.kernel.timestamp();
	}
}
