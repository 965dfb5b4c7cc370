import type {Routine} from '../../../kernel/routine.js';
import {parseScript, type Command, type Script} from './shell-parser.js';

/** What a script runs in: a container as its first process, or an exec. */
export interface ShellHost {
	/** Files that were made inside the container. */
	readonly files: Map<string, string>;
	readonly environment: Readonly<Record<string, string>>;
	/** Lets time pass. With `interruptible` a SIGTERM ends it early. */
	pause(ms: number, options: {readonly interruptible: boolean; readonly periodic: boolean}): Routine;
	/** Takes a SIGTERM that came since the last call. */
	takeTerm(): boolean;
	/** Standard output and error. */
	print(text: string): Routine;
	/** Standard input to its end; absent: there is none. */
	read?(): Routine<string>;
	/** A program of the image's own, or the network; `undefined`: no such program. */
	program(words: readonly string[]): Routine<number | undefined>;
	now(): string;
}

/** `exit`: ends the script. */
export class Exit {
	constructor(
		readonly code: number,
		readonly reason?: 'OOMKilled',
	) {}
}

const roundsWithoutPause = 1000;

/**
The small shell: what a busybox container runs. As process 1 it has no default action for SIGTERM: a trap runs when the `sleep` in the foreground is over, at once during `wait`.
*/
export class Shell {
	readonly #host: ShellHost;
	readonly #variables: Record<string, string>;
	#trap: string | undefined;
	#backgroundMs = 0;
	#status = 0;
	#loops = 0;
	#rounds = 0;

	constructor(host: ShellHost) {
		this.#host = host;
		this.#variables = {...host.environment};
	}

	/** Runs a command line as a container's or an exec's own: `sh -c '…'`, or one program. @returns its exit code; `undefined`: there is no such program. */
	*execute(words: readonly string[]): Routine<number | undefined> {
		const [name = '', flag, text] = words;
		try {
			if (/^(\/bin\/|\/usr\/bin\/)?(sh|bash|ash)$/.test(name) && flag && /^-\w*c\w*$/.test(flag)) {
				yield* this.#script(parse(text ?? ''));
				return this.#status;
			}

			return yield* this.#builtin(words.map(String), undefined);
		} catch (error) {
			if (error instanceof SyntaxError) {
				yield* this.#host.print(`sh: ${error.message}\n`);
				return 2;
			}

			throw error;
		}
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
			yield* this.#runTrap();
		}
	}

	#inBackground(command: Command): void {
		// Simplified: only a sleep goes on in the background; anything else there lasts until the shell ends.
		const ms =
			command.kind === 'simple' && command.words[0] === 'sleep'
				? seconds(command.words[1]) * 1000
				: Number.POSITIVE_INFINITY;
		this.#backgroundMs = Math.max(this.#backgroundMs, ms);
		this.#status = 0;
	}

	*#runTrap(): Routine {
		if (this.#trap !== undefined && this.#host.takeTerm()) {
			yield* this.#script(parse(this.#trap));
		}
	}

	*#command(command: Command): Routine {
		switch (command.kind) {
			case 'group': {
				yield* this.#script(command.body);
				return;
			}

			case 'if': {
				yield* this.#script(command.condition);
				if (this.#status === 0) {
					yield* this.#script(command.body);
				} else if (command.otherwise) {
					yield* this.#script(command.otherwise);
				} else {
					this.#status = 0;
				}

				return;
			}

			case 'for': {
				for (const word of command.words.flatMap((word) => this.#expand(word).split(/\s+/))) {
					this.#variables[command.variable] = word;
					yield* this.#script(command.body);
				}

				return;
			}

			case 'loop': {
				this.#loops++;
				for (;;) {
					yield* this.#script(command.condition);
					if ((this.#status === 0) === command.until) {
						this.#status = 0;
						break;
					}

					yield* this.#script(command.body);
					if (++this.#rounds > roundsWithoutPause) {
						yield* this.#sleep(1000, false);
					}
				}

				this.#loops--;
				return;
			}

			case 'simple': {
				const words = command.words.map((word) => this.#expand(word));
				const assignment = /^([A-Za-z_]\w*)=(.*)$/s.exec(words[0] ?? '');
				if (assignment && words.length === 1) {
					this.#variables[assignment[1]!] = assignment[2]!;
					this.#status = 0;
					return;
				}

				const to =
					command.to === undefined ? undefined : {file: this.#expand(command.to), append: command.append ?? false};
				const status = yield* this.#builtin(words, to);
				if (status === undefined) {
					yield* this.#host.print(`sh: ${words[0]}: not found\n`);
				}

				this.#status = status ?? 127;
			}
		}
	}

	*#sleep(ms: number, interruptible: boolean): Routine {
		this.#rounds = 0;
		yield* this.#host.pause(ms, {interruptible, periodic: this.#loops > 0});
	}

	*#print(text: string, to: {readonly file: string; readonly append: boolean} | undefined): Routine {
		if (to && !/^\/dev\/(stdout|stderr)$/.test(to.file) && !to.file.startsWith('&')) {
			if (to.file !== '/dev/null') {
				this.#host.files.set(to.file, (to.append ? (this.#host.files.get(to.file) ?? '') : '') + text);
			}
		} else if (text !== '') {
			yield* this.#host.print(text);
		}
	}

	*#builtin(
		words: readonly string[],
		to: {readonly file: string; readonly append: boolean} | undefined,
	): Routine<number | undefined> {
		const {files} = this.#host;
		const [name = '', ...rest] = words;
		const operands = rest.filter((word) => !word.startsWith('-'));
		switch (name.replace(/^(\/usr)?\/bin\//, '')) {
			case '':
			case ':':
			case 'true':
			case 'set':
			case 'export':
			case 'cd':
			case 'mkdir':
			case 'chmod':
			case 'chown': {
				for (const word of name === 'export' ? rest : []) {
					const [key, value = ''] = word.split('=', 2);
					this.#variables[key!] = value;
				}

				yield* this.#print('', to);
				return 0;
			}

			case 'false': {
				return 1;
			}

			case 'exit': {
				throw new Exit(Number(rest[0] ?? this.#status) & 255);
			}

			case 'exec': {
				const status = yield* this.#builtin(rest, to);
				throw new Exit(status ?? 127);
			}

			case 'echo': {
				const newline = rest[0] === '-n' ? '' : '\n';
				yield* this.#print((rest[0] === '-n' || rest[0] === '-e' ? rest.slice(1) : rest).join(' ') + newline, to);
				return 0;
			}

			case 'printf': {
				yield* this.#print((rest[0] ?? '').replaceAll(/\\n/g, '\n').replace('%s', rest[1] ?? ''), to);
				return 0;
			}

			case 'date': {
				yield* this.#print(`${this.#host.now()}\n`, to);
				return 0;
			}

			case 'hostname': {
				yield* this.#print(`${this.#variables.HOSTNAME ?? ''}\n`, to);
				return 0;
			}

			case 'env': {
				yield* this.#print(
					Object.entries(this.#variables)
						.map(([key, value]) => `${key}=${value}\n`)
						.join(''),
					to,
				);
				return 0;
			}

			case 'sleep': {
				yield* this.#sleep(seconds(rest[0]) * 1000, false);
				return 0;
			}

			case 'wait': {
				const ms = this.#backgroundMs;
				this.#backgroundMs = 0;
				if (ms > 0) {
					yield* this.#sleep(ms, true);
				}

				return 0;
			}

			case 'trap': {
				if (rest.some((word) => /^(SIG)?TERM$|^15$/.test(word))) {
					this.#trap = rest[0];
				}

				return 0;
			}

			case 'touch': {
				for (const file of operands) {
					files.set(file, files.get(file) ?? '');
				}

				return 0;
			}

			case 'rm': {
				for (const file of operands) {
					files.delete(file);
				}

				return 0;
			}

			case 'cat': {
				if (operands.length === 0 && this.#host.read) {
					yield* this.#print(yield* this.#host.read(), to);
				}

				for (const file of operands) {
					const text = files.get(file);
					if (text === undefined) {
						yield* this.#host.print(`cat: can't open '${file}': No such file or directory\n`);
						return 1;
					}

					yield* this.#print(text, to);
				}

				return 0;
			}

			case 'test':
			case '[':
			case '[[': {
				return this.#test(rest.filter((word) => word !== ']' && word !== ']]')) ? 0 : 1;
			}

			case 'tail': {
				if (rest.includes('/dev/zero')) {
					yield* this.#sleep(200, false);
					throw new Exit(137, 'OOMKilled');
				}

				if (rest.some((word) => word.startsWith('-') && /[fF]/.test(word))) {
					yield* this.#sleep(Number.POSITIVE_INFINITY, false);
				}

				return 0;
			}

			case 'sh':
			case 'bash':
			case 'ash': {
				if (rest[0] === '-c') {
					yield* this.#script(parse(rest[1] ?? ''));
					return this.#status;
				}

				// Without a terminal there is nothing to read.
				return 0;
			}

			default: {
				return yield* this.#host.program(words);
			}
		}
	}

	#test(words: readonly string[]): boolean {
		const [first = '', second, third] = words;
		if (first === '!') {
			return !this.#test(words.slice(1));
		}

		if (/^-[fesdrx]$/.test(first)) {
			return this.#host.files.has(second ?? '');
		}

		switch (second) {
			case undefined: {
				return first !== '';
			}

			case '=':
			case '==': {
				return first === third;
			}

			case '!=': {
				return first !== third;
			}

			case '-eq': {
				return Number(first) === Number(third);
			}

			case '-ne': {
				return Number(first) !== Number(third);
			}

			case '-gt': {
				return Number(first) > Number(third);
			}

			case '-lt': {
				return Number(first) < Number(third);
			}

			default: {
				return first === '-n' ? second !== '' : first === '-z' ? second === '' : false;
			}
		}
	}

	/** Quotes removed, variables and the few command substitutions of everyday replaced. */
	#expand(word: string): string {
		return word.replaceAll(
			/'([^']*)'|"((?:[^"\\]|\\.)*)"|([^'"]+)/gs,
			(_, single?: string, double?: string, plain?: string) =>
				single === undefined ? this.#substitute((double ?? plain)!) : single,
		);
	}

	#substitute(text: string): string {
		return text
			.replaceAll(/\$\(\(([^)]*)\)\)/g, (_, sum: string) => String(this.#arithmetic(sum)))
			.replaceAll(/\$\(([^)]*)\)|`([^`]*)`/g, (_, first?: string, second?: string) =>
				this.#captured((first ?? second)!),
			)
			.replaceAll(/\$\{?(\w+|\?)\}?(?::-[^}]*\})?/g, (_, name: string) =>
				name === '?' ? String(this.#status) : (this.#variables[name] ?? ''),
			)
			.replaceAll(/\\(["\\$`])/g, '$1');
	}

	#captured(command: string): string {
		const [name, ...rest] = command.trim().split(/\s+/);
		switch (name) {
			case 'date': {
				return this.#host.now();
			}

			case 'hostname': {
				return this.#variables.HOSTNAME ?? '';
			}

			case 'cat': {
				return (this.#host.files.get(rest[0] ?? '') ?? '').trimEnd();
			}

			case 'echo': {
				return this.#expand(rest.join(' '));
			}

			default: {
				return '';
			}
		}
	}

	#arithmetic(sum: string): number {
		const match = /^\s*\$?(\w+)\s*([-+*])\s*\$?(\w+)\s*$/.exec(sum);
		if (!match) {
			return 0;
		}

		const value = (name: string) => Number(/^\d+$/.test(name) ? name : (this.#variables[name] ?? 0));
		const [left, right] = [value(match[1]!), value(match[3]!)];
		return match[2] === '+' ? left + right : match[2] === '-' ? left - right : left * right;
	}
}

const parse = (text: string): Script => parseScript(text);

/** `5`, `0.5`, `2m`, `infinity` in seconds. */
const seconds = (text = '0'): number => {
	if (/^inf/i.test(text)) {
		return Number.POSITIVE_INFINITY;
	}

	const match = /^([\d.]+)([smhd]?)$/.exec(text);
	return match ? Number(match[1]) * ({m: 60, h: 3600, d: 86_400}[match[2]!] ?? 1) : 0;
};
