import type {Routine} from '../../../kernel/routine.js';
import {FileError, resolvePath, type FileSystem} from '../files/file-system.js';
import {holds} from './condition.js';
import {Exit, type ShellHost} from './shell-host.js';

/** Where the output of a command goes: into a file, or to the shell's own output. */
export type Redirect = {readonly file: string; readonly append: boolean} | undefined;

/** What a shell's commands may use. */
export interface ShellState {
	readonly host: ShellHost;
	readonly variables: Record<string, string>;
	/** Exit code of the last command. */
	readonly status: number;
	print(text: string, to: Redirect): Routine;
	sleep(ms: number, interruptible: boolean): Routine;
	/** Runs a command of the same shell. @returns `undefined` if there is no such program. */
	command(words: readonly string[], to: Redirect): Routine<number | undefined>;
	/** Runs a script in the same shell. @returns its exit code. */
	run(script: string): Routine<number>;
	/** Runs at SIGTERM from now on. */
	trap(script: string | undefined): void;
	/** Takes the remaining time of the background commands, which is zero from then on. */
	takeBackgroundMs(): number;
}

/** A builtin command of the shell. @returns its exit code. */
type Builtin = (shell: ShellState, words: readonly string[], to: Redirect) => Routine<number | undefined>;

/** Programs that only succeed here. */
function* succeed(shell: ShellState, _: readonly string[], to: Redirect): Routine<number> {
	yield* shell.print('', to);
	return 0;
}

const prints = (text: (shell: ShellState, words: readonly string[]) => string): Builtin =>
	function* (shell, words, to) {
		yield* shell.print(text(shell, words), to);
		return 0;
	};

const echo = ([flag, ...rest]: readonly string[]): string => {
	const words = flag === undefined ? [] : flag === '-n' || flag === '-e' ? rest : [flag, ...rest];
	return words.join(' ') + (flag === '-n' ? '' : '\n');
};

const operands = (words: readonly string[]): readonly string[] => words.filter((word) => !word.startsWith('-'));

/** `5`, `0.5`, `2m`, `infinity` in milliseconds. */
export const durationMs = (text = '0'): number => {
	if (/^inf/i.test(text)) {
		return Number.POSITIVE_INFINITY;
	}

	const [, amount, unit] = /^([\d.]+)([smhd]?)$/.exec(text) ?? [];
	const seconds = new Map([
		['m', 60],
		['h', 3600],
		['d', 86_400],
	]);
	return Number(amount ?? 0) * (seconds.get(unit ?? '') ?? 1) * 1000;
};

const attempt = <T>(action: () => T): T | FileError => {
	try {
		return action();
	} catch (error) {
		if (error instanceof FileError) {
			return error;
		}

		throw error;
	}
};

/** A builtin that does the same to each of the files that its operands name. */
const onFiles = (verb: string, action: (files: FileSystem, path: string, words: readonly string[]) => void): Builtin =>
	function* ({host}, words) {
		let status = 0;
		for (const file of operands(words)) {
			const failed = attempt(() => action(host.files, resolvePath('/', file), words));
			if (failed instanceof FileError) {
				yield* host.print(`${verb} '${file}': ${failed.description}\n`);
				status = 1;
			}
		}

		return status;
	};

const remove = (files: FileSystem, path: string, words: readonly string[]): void => {
	const recursive = words.some((word) => /^-\w*[rR]/.test(word));
	const force = words.some((word) => /^-\w*f/.test(word));
	if (!force || files.stat(path, {follow: false})) {
		files.remove(path, {recursive});
	}
};

function* cat(shell: ShellState, words: readonly string[], to: Redirect): Routine<number> {
	const {host} = shell;
	const files = operands(words);
	if (files.length === 0 && host.read) {
		yield* shell.print(yield* host.read(), to);
	}

	for (const file of files) {
		const text = attempt(() => host.files.read(resolvePath('/', file)));
		if (text instanceof FileError) {
			yield* host.print(`cat: can't open '${file}': ${text.description}\n`);
			return 1;
		}

		yield* shell.print(text, to);
	}

	return 0;
}

function* tail(shell: ShellState, words: readonly string[]): Routine<number> {
	if (words.includes('/dev/zero')) {
		yield* shell.sleep(200, false);
		throw new Exit(137, 'OOMKilled');
	}

	if (words.some((word) => word.startsWith('-') && /[fF]/.test(word))) {
		yield* shell.sleep(Number.POSITIVE_INFINITY, false);
	}

	return 0;
}

function* test(shell: ShellState, words: readonly string[]): Routine<number> {
	const condition = words.filter((word) => word !== ']' && word !== ']]');
	return holds(condition, shell.host.files) ? 0 : 1;
}

/** A shell inside the shell. Without a script there is nothing to read, as there is no terminal. */
function* sh(shell: ShellState, [flag, script = '']: readonly string[]): Routine<number> {
	return flag === '-c' ? yield* shell.run(script) : 0;
}

const quiet = ['', ':', 'true', 'set', 'cd', 'chmod', 'chown'];

/** The builtins of the small shell, by name. */
export const builtins: ReadonlyMap<string, Builtin> = new Map<string, Builtin>([
	...quiet.map((name): [string, Builtin] => [name, succeed]),
	[
		'export',
		function* (shell, words, to) {
			for (const word of words) {
				const [key = '', value = ''] = word.split('=', 2);
				shell.variables[key] = value;
			}

			return yield* succeed(shell, words, to);
		},
	],
	[
		'false',
		function* () {
			return 1;
		},
	],
	[
		'exit',
		function* (shell, [code]) {
			throw new Exit(Number(code ?? shell.status) & 255);
		},
	],
	[
		'exec',
		function* (shell, words, to) {
			throw new Exit((yield* shell.command(words, to)) ?? 127);
		},
	],
	['echo', prints((_, words) => echo(words))],
	['printf', prints((_, [format = '', value = '']) => format.replaceAll(/\\n/g, '\n').replace('%s', value))],
	['date', prints(({host}) => `${host.now()}\n`)],
	['hostname', prints(({variables}) => `${variables['HOSTNAME'] ?? ''}\n`)],
	[
		'env',
		prints(({variables}) =>
			Object.entries(variables)
				.map(([key, value]) => `${key}=${value}\n`)
				.join(''),
		),
	],
	[
		'sleep',
		function* (shell, [text]) {
			yield* shell.sleep(durationMs(text), false);
			return 0;
		},
	],
	[
		'wait',
		function* (shell) {
			const ms = shell.takeBackgroundMs();
			if (ms > 0) {
				yield* shell.sleep(ms, true);
			}

			return 0;
		},
	],
	[
		'trap',
		function* (shell, words) {
			if (words.some((word) => /^(SIG)?TERM$|^15$/.test(word))) {
				shell.trap(words[0]);
			}

			return 0;
		},
	],
	['touch', onFiles('touch:', (files, path) => files.write(path, '', {append: true}))],
	['rm', onFiles("rm: can't remove", remove)],
	[
		'mkdir',
		onFiles("mkdir: can't create directory", (files, path, words) =>
			files.makeDirectory(path, {parents: words.includes('-p')}),
		),
	],
	['cat', cat],
	['tail', tail],
	...['test', '[', '[['].map((name): [string, Builtin] => [name, test]),
	...['sh', 'bash', 'ash'].map((name): [string, Builtin] => [name, sh]),
]);
