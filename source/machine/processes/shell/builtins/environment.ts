import type {Routine} from '../../../../kernel/routine.js';
import {FileError, resolvePath, type FileStat} from '../../../../host/file-system.js';
import type {Task} from '../../task.js';
import {assign} from '../assignment.js';
import {optionOfLetter} from '../options.js';
import type {Shell} from '../shell.js';
import {scalarOf} from '../variables.js';
import type {Builtin} from './builtin.js';

/** Whether a word is a name; prints an error if not. */
function* isName(shell: Shell, command: string, word: string): Routine<boolean> {
	if (/^[A-Za-z_]\w*$/.test(word)) {
		return true;
	}

	yield* shell.dialect === 'bash'
		? shell.complain(`${command}: \`${word}': not a valid identifier`)
		: shell.fail(`${command}: ${word}: bad variable name`);
	return false;
}

const shown = (value: string): string => `'${value.replaceAll("'", String.raw`'\''`)}'`;

/** `export`, `readonly`, `local`, `declare`. */
const declares = (command: string): Builtin['run'] =>
	function* (shell, args) {
		const flags = new Set(args.filter((word) => /^-[a-zA-Z]+$/.test(word)).flatMap((word) => word.slice(1).split('')));
		const words = args.filter((word) => !/^[-+][a-zA-Z]+$/.test(word) && word !== '--');
		const isLocal = command === 'local' || ((command === 'declare' || command === 'typeset') && !flags.has('g'));
		if (words.length === 0) {
			yield* list(shell, command, command === 'export' || flags.has('x'));
			return 0;
		}

		let status = 0;
		for (const word of words) {
			const [, name = word, plus, value] = /^([^=+]*)(\+)?=(.*)$/s.exec(word) ?? [];
			if (!(yield* isName(shell, command, name))) {
				status = 1;
				continue;
			}

			if (
				isLocal &&
				!shell.variables.hide(name, value === undefined && shell.dialect !== 'bash') &&
				command === 'local'
			) {
				yield* shell.fail(
					shell.dialect === 'bash' ? 'local: can only be used in a function' : 'local: not in a function',
					1,
				);
			}

			declare(shell, name, plus ? (scalarOf(shell.variables.get(name)) ?? '') + value : value, command, flags);
		}

		return status;
	};

const declare = (
	shell: Shell,
	name: string,
	value: string | undefined,
	command: string,
	flags: ReadonlySet<string>,
): void => {
	const known = shell.variables.get(name);
	const isArray = flags.has('a') || flags.has('A');
	shell.variables.set(name, value ?? known?.value ?? (isArray ? new Map() : undefined), {
		...(command === 'export' || flags.has('x') ? {isExported: !flags.has('n')} : {}),
		...(command === 'readonly' || flags.has('r') ? {isReadonly: true} : {}),
		...(flags.has('A') ? {isMap: true} : {}),
	});
};

function* list(shell: Shell, command: string, onlyExported: boolean): Routine {
	for (const name of [...shell.variables.names].sort()) {
		const variable = shell.variables.get(name);
		const value = scalarOf(variable);
		if (command === 'readonly' ? variable?.isReadonly : !onlyExported || variable?.isExported) {
			const prefix = shell.dialect === 'bash' ? `declare -${variable?.isExported ? 'x' : '-'}` : command;
			yield* shell.task.out(
				`${prefix} ${name}${value === undefined ? '' : `=${shell.dialect === 'bash' ? JSON.stringify(value) : shown(value)}`}\n`,
			);
		}
	}
}

/** `set`: options, and arguments of the script. */
function* set(shell: Shell, args: readonly string[]): Routine<number> {
	if (args.length === 0) {
		for (const name of [...shell.variables.names].sort()) {
			yield* shell.task.out(`${name}=${shown(scalarOf(shell.variables.get(name)) ?? '')}\n`);
		}

		return 0;
	}

	for (let index = 0; index < args.length; index++) {
		const word = args[index] ?? '';
		if (word === '--' || word === '-' || !/^[-+]/.test(word)) {
			shell.arguments = args.slice(word === '--' || word === '-' ? index + 1 : index);
			return 0;
		}

		for (const letter of word.slice(1)) {
			const name = letter === 'o' ? args[++index] : optionOfLetter(letter);
			if (name === undefined) {
				if (letter !== 'o' && !/[bBehHmtTEPkp]/.test(letter)) {
					yield* shell.complain(
						{
							bash: `set: -${letter}: invalid option`,
							dash: `set: Illegal option -${letter}`,
							ash: `set: illegal option -${letter}`,
						}[shell.dialect],
					);
					return 2;
				}

				continue;
			}

			if (name === 'pipefail' && shell.dialect === 'dash') {
				return yield* shell.fail('set: Illegal option -o pipefail');
			}

			if (word.startsWith('-')) {
				shell.options.add(name);
			} else {
				shell.options.delete(name);
			}
		}
	}

	return 0;
}

/** The kind of a path; a folder that is only known in part has every name. */
const kindOf = ({files}: Task, path: string): FileStat['kind'] | undefined => {
	const kind = files.stat(path)?.kind;
	if (kind !== undefined) {
		return kind;
	}

	try {
		files.list(path);
		return files.stat(path)?.kind;
	} catch (error) {
		if (error instanceof FileError) {
			return undefined;
		}

		throw error;
	}
};

function* changeDirectory(shell: Shell, args: readonly string[]): Routine<number> {
	const [word] = args.filter((one) => !/^-[LPe]$|^--$/.test(one));
	const {variables, task} = shell;
	const before = task.directory;
	const named = word === '-' ? (scalarOf(variables.get('OLDPWD')) ?? before) : word;
	const path = named ?? scalarOf(variables.get('HOME')) ?? '/root';
	const target = resolvePath(before, path);
	const kind = kindOf(task, target);
	if (kind !== 'directory' && !(kind === undefined && task.table.machine.mayHold(target))) {
		const why = kind ? 'Not a directory' : 'No such file or directory';
		yield* shell.complain(
			{
				bash: `cd: ${path}: ${why}`,
				dash: `cd: can't cd to ${path}`,
				ash: `cd: line ${shell.line - 1}: can't cd to ${path}: ${why}`,
			}[shell.dialect],
		);
		return shell.dialect === 'bash' ? 1 : 2;
	}

	if (word === '-') {
		yield* task.out(`${target}\n`);
	}

	task.directory = target;
	assign(shell, 'OLDPWD', before);
	variables.set('PWD', target, {isExported: true});
	return 0;
}

function* unset(shell: Shell, args: readonly string[]): Routine<number> {
	const words = args.filter((word) => !/^-[fvn]$/.test(word));
	for (const word of words) {
		const [, name = word, key] = /^(\w+)\[(.*)\]$/.exec(word) ?? [];
		const known = shell.variables.get(name)?.value;
		if (key !== undefined && typeof known === 'object') {
			const elements = new Map(known);
			elements.delete(key);
			shell.variables.set(name, elements);
		} else if (args[0] === '-f') {
			shell.functions.delete(name);
		} else if (shell.variables.get(name)) {
			shell.variables.unset(name);
		} else if (args[0] !== '-v') {
			shell.functions.delete(name);
		}
	}

	return 0;
}

function* umask(shell: Shell, args: readonly string[]): Routine<number> {
	const {task} = shell;
	const given = args.find((word) => !word.startsWith('-'));
	if (given === undefined) {
		yield* task.out(`${task.umask.toString(8).padStart(4, '0')}\n`);
		return 0;
	}

	if (!/^[0-7]{1,4}$/.test(given)) {
		yield* task.table.machine.assume(task, `umask ${given}`);
		return 0;
	}

	task.umask = Number.parseInt(given, 8);
	return 0;
}

/** `ulimit` and `shopt` are accepted, and have no effect here. */
const accepted = (answer = ''): Builtin['run'] =>
	function* (shell, args) {
		if (args.every((word) => /^-[a-zA-Z]$/.test(word))) {
			yield* shell.task.out(answer);
		}

		return 0;
	};

/** Built-ins that change the shell and its variables. */
export const environment: Readonly<Record<string, Builtin>> = {
	export: {run: declares('export')},
	readonly: {run: declares('readonly')},
	local: {run: declares('local')},
	declare: {run: declares('declare'), onlyBash: true},
	typeset: {run: declares('typeset'), onlyBash: true},
	set: {run: set},
	unset: {run: unset},
	cd: {run: changeDirectory},
	pwd: {
		*run(shell) {
			yield* shell.task.out(`${shell.directory}\n`);
			return 0;
		},
	},
	umask: {run: umask},
	ulimit: {run: accepted('unlimited\n')},
	shopt: {run: accepted(), onlyBash: true},
};
