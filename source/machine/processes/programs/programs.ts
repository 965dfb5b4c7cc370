import {interactive} from '../shell/interactive.js';
import {terminalPrograms} from './terminal.js';
import type {Routine} from '../../../kernel/routine.js';
import {FileError, resolvePath} from '../../../host/file-system.js';
import {baseName} from '../shell/program-name.js';
import {startShell} from '../shell/start-shell.js';
import type {Dialect} from '../shell/syntax/tree.js';
import {programFile} from '../shell/program-lookup.js';
import {readAll, readFile} from '../open.js';
import type {Task} from '../task.js';
import {archivePrograms} from './tar.js';
import {blockPrograms} from './blocks.js';
import {awkPrograms} from './awk/awk.js';
import {echoPrograms} from './echo.js';
import {filePrograms} from './files.js';
import {grepPrograms} from './grep.js';
import {packagePrograms} from './packages.js';
import {cannotOpen, complain, type Program, type Programs} from './program.js';
import {sedPrograms} from './sed/sed.js';
import {systemPrograms} from './system.js';
import {textPrograms} from './text.js';

/** Whether a script may be part of an image that is not described. */
const isOfImage = ({directory, files, table}: Task, word: string): boolean => {
	const path = resolvePath(directory, word);
	return files.stat(path) === undefined && table.machine.mayHold(path);
};

/** A shell that cannot read its script reports it, and ends. */
function* noScript(task: Task, path: string, dialect: Dialect, error: FileError): Routine<number> {
	yield* task.error(
		dialect === 'bash'
			? `${task.words[0] ?? ''}: ${path}: ${error.description}\n`
			: `${task.words[0] ?? ''}: ${dialect === 'dash' ? `0: cannot open ${path}: No such file` : cannotOpen(task, path, error)}\n`,
	);
	return dialect === 'bash' ? 127 : 2;
}

/** `sh`, `bash`: runs a script, a file, or its input. */
function* shell(task: Task, args: readonly string[], dialect: Dialect): Routine<number> {
	const options: string[] = [];
	let script: string | undefined;
	let reads = false;
	let index = 0;
	for (; index < args.length && /^[-+]./.test(args[index] ?? ''); index++) {
		const word = args[index] ?? '';
		if (word === '--' || word === '-') {
			index++;
			break;
		}

		if (word.startsWith('--')) {
			continue;
		}

		options.push(
			...word
				.slice(1)
				.split('')
				.filter((letter) => !/[cilso]/.test(letter))
				.map((letter) => `-${letter}`),
		);
		if (/^[-+]\w*o$/.test(word)) {
			options.push('-o', args[++index] ?? '');
		}

		if (/^-\w*c/.test(word)) {
			script = '';
		}

		reads ||= /^-\w*s/.test(word);
	}

	const isCommand = script !== undefined;
	const [first, ...rest] = args.slice(index);
	const name = isCommand ? (rest[0] ?? task.words[0] ?? 'sh') : (first ?? task.words[0] ?? 'sh');
	const positional = reads && !isCommand ? args.slice(index) : rest.slice(Number(isCommand));
	if (isCommand) {
		script = first;
	} else if (first !== undefined && !reads) {
		if (isOfImage(task, first)) {
			yield* task.table.machine.assume(task, task.words.join(' '));
			task.table.machine.mayServe(task.words);
			return 0;
		}

		try {
			script = yield* readFile(task, first);
		} catch (error) {
			if (!(error instanceof FileError)) {
				throw error;
			}

			return yield* noScript(task, first, dialect, error);
		}
	}

	if (script === undefined) {
		return yield* fromInput(task, dialect, reads ? (task.words[0] ?? 'sh') : name, positional);
	}

	const shownName = isCommand && rest[0] === undefined ? (task.words[0] ?? 'sh') : name;
	const own = startShell(task, dialect, shownName, positional);
	if (options.length > 0) {
		yield* own.run('set', options);
	}

	return yield* own.main(script, isCommand);
}

/** A shell without a script runs its input. */
function* fromInput(task: Task, dialect: Dialect, name: string, args: readonly string[]): Routine<number> {
	if (task.stream(0)?.terminal) {
		const typed = startShell(task, dialect, name, args);
		return yield* typed.untilExit(interactive(typed));
	}

	const text = yield* readAll(task, undefined);
	return text === '' ? 0 : yield* startShell(task, dialect, name, args).main(text);
}

const shells: Programs = {
	sh: (task, args) => shell(task, args, task.dialect),
	ash: (task, args) => shell(task, args, 'ash'),
	dash: (task, args) => shell(task, args, 'dash'),
	bash: (task, args) => shell(task, args, 'bash'),
	busybox: function* (task, [name = '', ...args]) {
		const known = programNamed(name);
		if (name === '') {
			yield* task.out('BusyBox v1.36.1 () multi-call binary.\n');
			return 0;
		}

		if (!known) {
			yield* task.error(`${name}: applet not found\n`);
			return 127;
		}

		task.words = [name, ...args];
		return yield* known(task, args);
	},
};

const all: ReadonlyMap<string, Program> = new Map(
	[
		archivePrograms,
		awkPrograms,
		echoPrograms,
		blockPrograms,
		filePrograms,
		grepPrograms,
		packagePrograms,
		sedPrograms,
		systemPrograms,
		terminalPrograms,
		textPrograms,
		shells,
	].flatMap((group) => Object.entries(group)),
);

/** A program that every image with a shell has, by its name or its path in one of the usual folders. */
export const programNamed = (name: string): Program | undefined => {
	if (!name.includes('/')) {
		return all.get(name);
	}

	return /^(?:\/usr)?(?:\/local)?\/s?bin\/[^/]+$/.test(name) ? all.get(baseName(name)) : undefined;
};

/** Runs a file that is a script. @returns its exit code; `undefined` if there is no such file. */
export function* fileProgram(task: Task, words: readonly string[]): Routine<number | undefined> {
	const [name = '', ...args] = words;
	const path = name.includes('/') ? resolvePath(task.directory, name) : programFile(task, name);
	if (path === undefined || task.files.stat(path)?.kind !== 'file') {
		return undefined;
	}

	let text: string;
	try {
		text = task.files.read(path);
	} catch (error) {
		if (!(error instanceof FileError)) {
			throw error;
		}

		yield* complain(task, error.description);
		return 126;
	}

	const [, interpreter = '/bin/sh', option] = /^#!\s*(\S+)(?:[ \t]+(\S+))?/.exec(text) ?? [];
	const wanted = baseName(interpreter) === 'env' && option !== undefined ? option : baseName(interpreter);
	const program = ['sh', 'bash', 'ash', 'dash'].includes(wanted) ? all.get(wanted) : undefined;
	if (program) {
		return yield* program(task, [name, ...args]);
	}

	yield* task.table.machine.assume(task, name);
	return 0;
}
