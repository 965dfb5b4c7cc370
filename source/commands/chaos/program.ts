import {spawn, type ChildProcess} from 'node:child_process';
import process from 'node:process';
import {Mistake} from '../../scenario/mistake.js';
import {errorText} from '../../kernel/error-text.js';

/** The length of the kept end of a program's output. */
const keptCharacters = 64 * 1024;

/** The end of a program. */
export interface Ended {
	/** Exit code; `undefined` when a signal has ended it. */
	readonly code: number | undefined;
	readonly signal: string | undefined;
}

/** The words of a command, or a line for a shell. */
export type CommandLine = readonly string[] | string;

/** A program of the user, with everything that it starts. */
export class Program {
	readonly #child: ChildProcess;
	#output = '';
	#isOver = false;
	/** Resolves when it has ended. Rejects with a Mistake when it cannot start. */
	readonly ended: Promise<Ended>;

	constructor(command: CommandLine, environment: Readonly<Record<string, string>>) {
		const [file = '', ...words] = typeof command === 'string' ? [command] : command;
		this.#child = spawn(file, words, {
			shell: typeof command === 'string',
			// Its own process group: the program ends with everything that it has started.
			detached: process.platform !== 'win32',
			stdio: ['ignore', 'pipe', 'pipe'],
			env: {...process.env, ...environment},
		});
		for (const stream of [this.#child.stdout, this.#child.stderr]) {
			stream?.setEncoding('utf8').on('data', (text: string) => {
				this.#output = `${this.#output}${text}`.slice(-keptCharacters);
			});
		}

		this.ended = new Promise((resolve, reject) => {
			this.#child.once('error', (error) => {
				this.#isOver = true;
				reject(new Mistake(`"${file}" cannot be started: ${errorText(error)}`, {}, 'check its name and your PATH'));
			});
			this.#child.once('exit', (code, signal) => {
				this.#isOver = true;
				resolve({code: code ?? undefined, signal: signal ?? undefined});
			});
		});
		this.ended.catch(() => undefined);
	}

	/** The end of its output so far. */
	get output(): string {
		return this.#output;
	}

	get isOver(): boolean {
		return this.#isOver;
	}

	/** Kills it, as SIGKILL does, and waits for its end. */
	async kill(): Promise<void> {
		const {pid} = this.#child;
		if (pid !== undefined) {
			try {
				process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
			} catch {
				// All of it is gone already.
			}
		}

		await this.ended.catch(() => undefined);
	}
}
