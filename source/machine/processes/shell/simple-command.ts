import type {Routine} from '../../../kernel/routine.js';
import {FileError} from '../../../host/file-system.js';
import type {Stream} from '../streams.js';
import {Task} from '../task.js';
import {runAssignment} from './assignment.js';
import {become} from './become.js';
import type {Builtin} from './builtins/builtin.js';
import {builtins, declarations, specials} from './builtins/builtins.js';
import {ShellExit} from './control.js';
import {missing} from './program-lookup.js';
import {redirect, RedirectionError, restore} from './redirection.js';
import type {Shell} from './shell.js';
import type {SimpleCommand, Word} from './syntax/tree.js';
import type {Variable} from './variables.js';

/** Programs that are builtins of shells. */
const ownPrograms = new Set(['echo', 'printf', 'test', '[', 'true', 'false', 'kill']);

/** The number of words that a command's base cost includes; each further group of this size costs the same again. */
const usualWords = 20;

/** Runs a command with its assignments and redirections. @param isLast no command follows it in its shell */
export function* runSimple(shell: Shell, command: SimpleCommand, isLast: boolean): Routine {
	const {interpreter} = shell;
	shell.line = command.line;
	yield* shell.spend(1);
	interpreter.substituted = false;
	const words = yield* expandWords(shell, command.words);
	// A word that expands to nothing is work, too.
	const count = Math.max(words.length, command.words.length);
	if (count > usualWords) {
		yield* shell.spend(count / usualWords);
	}

	const [name] = words;
	let before: ReadonlyArray<readonly [number, Stream | undefined]> = [];
	try {
		before = command.redirects.length > 0 ? yield* redirect(shell, command.redirects) : before;
	} catch (error) {
		if (!(error instanceof RedirectionError)) {
			throw error;
		}

		shell.status = shell.dialect === 'dash' ? 2 : 1;
		if (name !== undefined && specials.has(name) && shell.dialect !== 'bash') {
			throw new ShellExit(shell.status);
		}

		return;
	}

	try {
		if (name === undefined) {
			yield* assignOnly(shell, command);
		} else {
			yield* trace(shell, words);
			yield* withAssignments(shell, command, words, isLast);
		}
	} finally {
		if (name === 'exec' && words.length === 1) {
			for (const [, stream] of before) {
				stream?.release();
			}
		} else {
			restore(shell, before);
		}
	}
}

/** The words of a command; assignments of `export` and similar commands are not split. */
function* expandWords(shell: Shell, words: readonly Word[]): Routine<string[]> {
	const {expansion} = shell;
	const [first] = words;
	const [only] = first ?? [];
	if (!(first?.length === 1 && only?.kind === 'text' && declarations.has(only.text))) {
		return yield* expansion.fields(words);
	}

	const fields: string[] = [only.text];
	for (const word of words.slice(1)) {
		const [head] = word;
		if (head?.kind === 'text' && !head.quoted && /^[A-Za-z_]\w*\+?=/.test(head.text)) {
			fields.push(yield* expansion.text(word, true));
		} else {
			fields.push(...(yield* expansion.fields([word])));
		}
	}

	return fields;
}

const quotedForTrace = (word: string): string =>
	word === '' || /[^\w@%+=:,./-]/.test(word) ? `'${word.replaceAll("'", String.raw`'\''`)}'` : word;

/** `set -x`. */
function* trace(shell: Shell, words: readonly string[]): Routine {
	if (shell.options.has('xtrace')) {
		yield* shell.task.error(
			`+ ${words.map((word) => (shell.dialect === 'dash' ? word : quotedForTrace(word))).join(' ')}\n`,
		);
	}
}

function* assignOnly(shell: Shell, {assignments}: SimpleCommand): Routine {
	for (const assignment of assignments) {
		yield* runAssignment(shell, assignment);
		if (shell.options.has('xtrace')) {
			const {value} = shell.variables.get(assignment.name) ?? {};
			yield* shell.task.error(`+ ${assignment.name}=${typeof value === 'string' ? quotedForTrace(value) : ''}\n`);
		}
	}

	if (!shell.interpreter.substituted) {
		shell.status = 0;
	}
}

/** Runs a command; assignments before it apply to it alone. */
function* withAssignments(
	shell: Shell,
	{assignments}: SimpleCommand,
	words: readonly string[],
	isLast: boolean,
): Routine {
	const [name = '', ...args] = words;
	if (declarations.has(name)) {
		yield* runNamed(shell, name, [...args, ...assignments.map((one) => one.name)]);
		for (const assignment of assignments) {
			yield* runAssignment(shell, assignment);
		}

		return;
	}

	const {variables} = shell;
	const hidden = new Map<string, Variable | undefined>();
	for (const assignment of assignments) {
		hidden.set(assignment.name, variables.get(assignment.name));
		yield* runAssignment(shell, assignment);
		variables.set(assignment.name, variables.get(assignment.name)?.value, {isExported: true});
	}

	try {
		yield* runNamed(shell, name, args, {isLast});
	} finally {
		if (!(specials.has(name) && shell.dialect !== 'bash')) {
			for (const [own, variable] of hidden) {
				if (variable) {
					variables.set(own, variable.value, variable);
				} else {
					variables.unset(own);
				}
			}
		}
	}
}

const builtinOf = ({dialect}: Shell, name: string): Builtin | undefined => {
	const builtin = builtins.get(name);
	return (builtin?.onlyBash && dialect !== 'bash') || (builtin?.notDash && dialect === 'dash') ? undefined : builtin;
};

/** Whether a command runs in the shell itself. */
export const isBuiltin = (shell: Shell, name: string): boolean =>
	builtinOf(shell, name) !== undefined || ownPrograms.has(name);

/** Runs a function, a builtin or a program. */
export function* runNamed(
	shell: Shell,
	name: string,
	args: readonly string[],
	options: {readonly noFunctions?: boolean; readonly isLast?: boolean} = {},
): Routine {
	const body = options.noFunctions ? undefined : shell.functions.get(name);
	if (body && !specials.has(name)) {
		yield* shell.interpreter.call(body, name, args);
		return;
	}

	const builtin = builtinOf(shell, name);
	if (builtin || ownPrograms.has(name)) {
		shell.status = yield* writing(
			shell,
			name,
			builtin ? builtin.run(shell, args) : exitCodeOf(shell.task, [name, ...args]),
		);
		return;
	}

	shell.status = yield* runProgram(shell, [name, ...args], options.isLast ?? false);
}

/** Runs a builtin, which fails if it cannot write. */
function* writing(shell: Shell, name: string, body: Routine<number>): Routine<number> {
	try {
		return yield* body;
	} catch (error) {
		if (!(error instanceof FileError)) {
			throw error;
		}

		yield* shell.complain(`${name}: write error: ${error.description}`);
		return 1;
	}
}

/** Runs a program in its own process; the last of a script continues the shell's process. @returns its exit code. */
function* runProgram(shell: Shell, words: readonly string[], isLast: boolean): Routine<number> {
	const [name = ''] = words;
	const problem = missing(shell, name);
	if (problem) {
		yield* shell.complain(problem.message);
		return problem.status;
	}

	if (isLast && shell.traps.size === 0) {
		yield* shell.spend(5);
		yield* become(shell, words);
	}

	yield* shell.canFork();
	yield* shell.spend(5);
	const {task} = shell;
	const child = new Task(task.table, task.thread, task, {
		words,
		environment: shell.variables.environment,
		directory: task.directory,
		streams: task.streams,
	});
	// Programs ignore the signals that their shell ignores.
	child.disposition = (signal) => (shell.traps.get(signal) === '' ? 'ignored' : 'default');
	const status = yield* child.run(exitCodeOf(child, words));
	yield* shell.sayKilled(child);
	return status;
}

function* exitCodeOf(task: Task, words: readonly string[]): Routine<number> {
	return (yield* task.table.machine.program(task, words)) ?? 127;
}
