import {take, type Routine} from '../../../kernel/routine.js';
import {note} from '../../../stages/note.js';
import type {ContainerLife} from '../container-life.js';
import type {RuntimeContainer} from '../container.js';
import type {FileSystem} from '../files/file-system.js';
import {Exit, type ShellHost} from '../shell/shell-host.js';
import {Shell} from '../shell/shell.js';
import {commandLine} from './command-line.js';
import {runProgram} from './program.js';
import {environmentOf, runTool} from './tools.js';

/** What a container does from its start to its end: a process of its own, so that it exits, logs and traps signals. */
export function* runContainer(life: ContainerLife, container: RuntimeContainer): Routine {
	const words = commandLine(container);
	if (words === undefined) {
		yield* runProgram(life, container);
		return;
	}

	const shell = new Shell(new FirstProcess(life, container));
	try {
		const status = yield* shell.execute(words);
		yield* life.end(container, status ?? 127);
	} catch (error) {
		if (!(error instanceof Exit)) {
			throw error;
		}

		yield* life.end(container, error.code, error.reason);
	}
}

// A sleep of a minute or more says nothing about when a container is done; it should not keep the simulation from settling.
const longSleepMs = 60_000;

/** Process 1 of a container that runs the small shell. */
class FirstProcess implements ShellHost {
	#terms = 0;

	constructor(
		readonly life: ContainerLife,
		readonly container: RuntimeContainer,
	) {}

	get files(): FileSystem {
		return this.container.files;
	}

	get environment(): Readonly<Record<string, string>> {
		return environmentOf(this.container);
	}

	*pause(
		ms: number,
		{interruptible, periodic}: {readonly interruptible: boolean; readonly periodic: boolean},
	): Routine {
		const {kernel} = this.life;
		yield* this.life.filesChanged(this.container);
		const untilMs = kernel.now + ms;
		const timed = Number.isFinite(ms);
		while (kernel.now < untilMs) {
			if (interruptible && this.#terms > 0) {
				return;
			}

			const timeoutMs = timed ? untilMs - kernel.now : undefined;
			const signal = yield* take(this.container.signals, {timeoutMs, periodic: periodic || ms >= longSleepMs});
			if (signal === undefined) {
				return;
			}

			this.#terms++;
			yield* note('container.signal', {case: 'script', signal, container: this.container.name, interruptible});
		}
	}

	takeTerm(): boolean {
		if (this.#terms === 0) {
			return false;
		}

		this.#terms--;
		return true;
	}

	*print(text: string): Routine {
		yield* this.life.print(this.container, text);
	}

	*program(words: readonly string[]): Routine<number | undefined> {
		return yield* runTool(this.life, this.container, words, this);
	}

	now(): string {
		return this.life.kernel.timestamp();
	}
}
