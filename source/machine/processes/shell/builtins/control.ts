import type {Routine} from '../../../../kernel/routine.js';
import {FileError, resolvePath} from '../../../../host/file-system.js';
import {readFile} from '../../open.js';
import {LoopExit, Return, ShellExit} from '../control.js';
import {missing, programFile} from '../program-lookup.js';
import type {Shell} from '../shell.js';
import {become} from '../become.js';
import type {Builtin} from './builtin.js';

const leaves = (continues: boolean): Builtin['run'] =>
	function* (shell, [levels = '1']) {
		if (shell.loops === 0) {
			if (shell.dialect === 'bash') {
				yield* shell.complain(
					`${continues ? 'continue' : 'break'}: only meaningful in a \`for', \`while', or \`until' loop`,
				);
			}

			return 0;
		}

		throw new LoopExit(Math.max(1, Number(levels) || 1), continues);
	};

/** The exit code that a word says. */
function* statusOf(shell: Shell, name: string, text: string | undefined): Routine<number> {
	if (text === undefined) {
		return shell.status;
	}

	if (!/^-?\d+$/.test(text)) {
		yield* shell.complain(
			shell.dialect === 'bash' ? `${name}: ${text}: numeric argument required` : `${name}: Illegal number: ${text}`,
		);
		return 2;
	}

	return Number(text) & 255;
}

/** `.`: runs a file in this shell. */
function* source(shell: Shell, [path, ...args]: readonly string[]): Routine<number> {
	if (path === undefined) {
		yield* shell.complain('.: filename argument required');
		return 2;
	}

	const {task} = shell;
	const found =
		path.includes('/') || task.files.stat(resolvePath(task.directory, path)) ? path : (programFile(task, path) ?? path);
	let text: string;
	try {
		text = yield* readFile(task, found);
	} catch (error) {
		if (!(error instanceof FileError)) {
			throw error;
		}

		if (shell.dialect === 'bash') {
			yield* shell.complain(`${path}: ${error.description}`);
			return 1;
		}

		return yield* shell.fail(
			shell.dialect === 'dash'
				? `.: cannot open ${path}: No such file`
				: `.: line ${shell.line - 1}: can't open '${path}': ${error.description}`,
		);
	}

	const before = shell.arguments;
	shell.arguments = args.length > 0 ? args : before;
	shell.status = 0;
	try {
		yield* shell.deeper(shell.evaluate(text));
	} catch (error) {
		if (!(error instanceof Return)) {
			throw error;
		}

		return error.status;
	} finally {
		shell.arguments = before;
	}

	return shell.status;
}

/** Replaces the shell by a program. */
function* exec(shell: Shell, args: readonly string[]): Routine<number> {
	const options = args[0] === '-c' || args[0] === '-l' ? 1 : 0;
	const words = args.slice(args[0] === '-a' ? 2 : options);
	const [name] = words;
	if (name === undefined) {
		return 0;
	}

	const problem = missing(shell, name);
	if (problem) {
		const message =
			shell.dialect === 'bash' && problem.status === 127
				? `exec: ${name}: ${name.includes('/') ? 'cannot execute: No such file or directory' : 'not found'}`
				: `exec: ${shell.dialect === 'ash' ? `line ${shell.line - 1}: ` : ''}${problem.message}`;
		return yield* shell.fail(message, problem.status);
	}

	return yield* become(shell, words);
}

/** Built-ins that change which command is next. */
export const control: Readonly<Record<string, Builtin>> = {
	':': {
		*run() {
			return 0;
		},
	},
	exit: {
		*run(shell, [text]) {
			throw new ShellExit(yield* statusOf(shell, 'exit', text), true);
		},
	},
	return: {
		*run(shell, [text]) {
			throw new Return(yield* statusOf(shell, 'return', text));
		},
	},
	break: {run: leaves(false)},
	continue: {run: leaves(true)},
	eval: {
		*run(shell, args) {
			shell.status = 0;
			yield* shell.deeper(shell.evaluate(args.join(' ')));
			return shell.status;
		},
	},
	'.': {run: source},
	source: {run: source, notDash: true},
	exec: {run: exec},
	let: {
		*run(shell, args) {
			let value = 0n;
			for (const text of args) {
				value = yield* shell.expansion.arithmeticOf(text);
			}

			return value === 0n ? 1 : 0;
		},
		notDash: true,
	},
	shift: {
		*run(shell, [text = '1']) {
			const count = Number(text);
			if (count > shell.arguments.length) {
				return shell.dialect === 'dash' ? yield* shell.fail("shift: can't shift that many") : 1;
			}

			shell.arguments = shell.arguments.slice(count);
			return 0;
		},
	},
	trap: {
		*run(shell, args) {
			return yield* trap(shell, args[0] === '--' ? args.slice(1) : args);
		},
	},
};

const conditionOf = (text: string): string => {
	const name = text.toUpperCase().replace(/^SIG/, '');
	return name === '0' ? 'EXIT' : (trapNumbers.get(name) ?? name);
};

const trapNumbers: ReadonlyMap<string, string> = new Map([
	['1', 'HUP'],
	['2', 'INT'],
	['3', 'QUIT'],
	['9', 'KILL'],
	['10', 'USR1'],
	['12', 'USR2'],
	['13', 'PIPE'],
	['14', 'ALRM'],
	['15', 'TERM'],
	['17', 'CHLD'],
]);

function* trap(shell: Shell, [action, ...names]: readonly string[]): Routine<number> {
	if (action === undefined || action === '-p') {
		for (const [name, script] of shell.traps) {
			yield* shell.task.out(`trap -- '${script}' ${shell.dialect === 'bash' && name !== 'EXIT' ? 'SIG' : ''}${name}\n`);
		}

		return 0;
	}

	const resets = action === '-' || (names.length === 0 && /^\w+$/.test(action));
	for (const name of names.length === 0 ? [action] : names) {
		const condition = conditionOf(name);
		if (
			!/^(?:EXIT|ERR|DEBUG|RETURN|HUP|INT|QUIT|ABRT|KILL|USR1|USR2|PIPE|ALRM|TERM|CHLD|CONT|STOP|TSTP|WINCH|TTIN|TTOU)$/.test(
				condition,
			)
		) {
			const why = shell.dialect === 'dash' ? 'bad trap' : 'invalid signal specification';
			yield* shell.complain(`trap: ${name}: ${why}`);
			return 1;
		}

		if (resets) {
			shell.traps.delete(condition);
		} else {
			shell.traps.set(condition, action);
		}
	}

	return 0;
}
