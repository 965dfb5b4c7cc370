import type {Routine} from '../../../kernel/routine.js';
import {builtins, durationMs, type Redirect, type ShellState} from './builtins.js';
import {FileError, resolvePath} from '../files/file-system.js';
import {expand} from './expansion.js';
import {programName} from './program-name.js';
import {parseScript, type Command, type Script} from './shell-parser.js';
import type {ShellHost} from './shell-host.js';

const roundsWithoutPause = 1000;

type CommandOf<Kind extends Command['kind']> = Extract<Command, {readonly kind: Kind}>;

/**
The small shell: what a busybox container runs. As process 1 it has no default action for SIGTERM: a trap runs when the `sleep` in the foreground is over, or at once during `wait`.
*/
export class Shell implements ShellState {
	readonly variables: Record<string, string>;
	#trap: string | undefined;
	#backgroundMs = 0;
	#status = 0;
	#loops = 0;
	#rounds = 0;

	constructor(readonly host: ShellHost) {
		this.variables = {...host.environment};
	}

	get status(): number {
		return this.#status;
	}

	/** Runs the command line of a container or an exec: `sh -c '…'`, or one program. @returns its exit code; `undefined` if there is no such program. */
	*execute(words: readonly string[]): Routine<number | undefined> {
		const [name = '', flag, text = ''] = words;
		try {
			return /^(sh|bash|ash)$/.test(programName(name)) && flag && /^-\w*c\w*$/.test(flag)
				? yield* this.run(text)
				: yield* this.command(words, undefined);
		} catch (error) {
			if (error instanceof SyntaxError) {
				yield* this.host.print(`sh: ${error.message}\n`);
				return 2;
			}

			throw error;
		}
	}

	*run(script: string): Routine<number> {
		yield* this.#script(parseScript(script));
		return this.#status;
	}

	trap(script: string | undefined): void {
		this.#trap = script;
	}

	takeBackgroundMs(): number {
		const ms = this.#backgroundMs;
		this.#backgroundMs = 0;
		return ms;
	}

	*sleep(ms: number, interruptible: boolean): Routine {
		this.#rounds = 0;
		yield* this.host.pause(ms, {interruptible, periodic: this.#loops > 0});
	}

	*print(text: string, to: Redirect): Routine {
		const {files} = this.host;
		if (to && !/^\/dev\/(stdout|stderr)$/.test(to.file) && !to.file.startsWith('&')) {
			if (to.file !== '/dev/null') {
				try {
					files.write(resolvePath('/', to.file), text, {append: to.append});
				} catch (error) {
					if (!(error instanceof FileError)) {
						throw error;
					}

					yield* this.host.print(`sh: can't create ${to.file}: ${error.description}\n`);
				}
			}
		} else if (text !== '') {
			yield* this.host.print(text);
		}
	}

	*command(words: readonly string[], to: Redirect): Routine<number | undefined> {
		const [name = '', ...rest] = words;
		const builtin = builtins.get(programName(name));
		return builtin ? yield* builtin(this, rest, to) : yield* this.host.program(words);
	}

	*#script(script: Script): Routine {
		for (const {joint, command, background} of script) {
			if ((joint === '&&' && this.#status !== 0) || (joint === '||' && this.#status === 0)) {
				continue;
			}

			if (background) {
				this.#inBackground(command);
				continue;
			}

			yield* this.#command(command);
			if (this.#trap !== undefined && this.host.takeTerm()) {
				yield* this.run(this.#trap);
			}
		}
	}

	#inBackground(command: Command): void {
		// Simplified: only a sleep goes on in the background; anything else there lasts until the shell ends.
		const ms =
			command.kind === 'simple' && command.words[0] === 'sleep'
				? durationMs(command.words[1])
				: Number.POSITIVE_INFINITY;
		this.#backgroundMs = Math.max(this.#backgroundMs, ms);
		this.#status = 0;
	}

	*#command(command: Command): Routine {
		switch (command.kind) {
			case 'group': {
				yield* this.#script(command.body);
				return;
			}

			case 'if': {
				yield* this.#if(command);
				return;
			}

			case 'for': {
				for (const word of command.words.flatMap((one) => this.#expand(one).split(/\s+/))) {
					this.variables[command.variable] = word;
					yield* this.#script(command.body);
				}

				return;
			}

			case 'loop': {
				yield* this.#loop(command);
				return;
			}

			case 'simple': {
				yield* this.#simple(command);
			}
		}
	}

	*#if({condition, body, otherwise}: CommandOf<'if'>): Routine {
		yield* this.#script(condition);
		if (this.#status === 0) {
			yield* this.#script(body);
		} else if (otherwise) {
			yield* this.#script(otherwise);
		} else {
			this.#status = 0;
		}
	}

	*#loop({condition, body, until}: CommandOf<'loop'>): Routine {
		this.#loops++;
		for (;;) {
			yield* this.#script(condition);
			if ((this.#status === 0) === until) {
				this.#status = 0;
				break;
			}

			yield* this.#script(body);
			if (++this.#rounds > roundsWithoutPause) {
				yield* this.sleep(1000, false);
			}
		}

		this.#loops--;
	}

	*#simple(command: CommandOf<'simple'>): Routine {
		const words = command.words.map((word) => this.#expand(word));
		const [first = ''] = words;
		const [, variable, value = ''] = /^([A-Za-z_]\w*)=(.*)$/s.exec(first) ?? [];
		if (variable !== undefined && words.length === 1) {
			this.variables[variable] = value;
			this.#status = 0;
			return;
		}

		const {append = false, to} = command;
		const status = yield* this.command(words, to === undefined ? undefined : {file: this.#expand(to), append});
		if (status === undefined) {
			yield* this.host.print(`sh: ${first}: not found\n`);
		}

		this.#status = status ?? 127;
	}

	#expand(word: string): string {
		return expand(word, this);
	}
}
