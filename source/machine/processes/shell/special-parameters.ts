import type {Task} from '../task.js';
import {optionLetters} from './options.js';
import type {Dialect} from './syntax/tree.js';
import type {Variable, Variables} from './variables.js';

/** The parts of a shell that its special parameters show. */
interface ShellState {
	readonly task: Task;
	readonly dialect: Dialect;
	readonly name: string;
	readonly status: number;
	readonly arguments: readonly string[];
	readonly lastBackground: number | undefined;
	readonly options: ReadonlySet<string>;
	readonly variables: Variables;
	readonly line: number;
	readonly startedAtMs: number;
	readonly callee: string | undefined;
	readonly statuses: readonly number[];
}

/** The process that `$$` means: of a subshell, that of its shell. */
const processOf = (task: Task): Task => (task.isSubshell && task.parent ? processOf(task.parent) : task);

/**
The value of a parameter that the shell sets itself, such as `$?`; `undefined` for other names.

Long because each special parameter has its line.
*/
export const specialParameter = (shell: ShellState, name: string): string | undefined => {
	const {task, dialect} = shell;
	switch (name) {
		case '?': {
			return String(shell.status);
		}

		case '#': {
			return String(shell.arguments.length);
		}

		case '$': {
			return String(processOf(task).pid);
		}

		case '!': {
			return shell.lastBackground === undefined ? '' : String(shell.lastBackground);
		}

		case '0': {
			return shell.name;
		}

		case '-': {
			return [...shell.options].map((option) => optionLetters.get(option) ?? '').join('');
		}

		case '_': {
			return shell.variables.get('_') ? undefined : shell.name;
		}

		case 'PPID': {
			return String(processOf(task).parent?.pid ?? 0);
		}

		case 'LINENO': {
			return String(shell.line);
		}

		case 'RANDOM': {
			return dialect === 'dash' || shell.variables.get('RANDOM') ? undefined : String(task.table.random(32_768));
		}

		case 'SECONDS': {
			return dialect === 'bash' ? String(Math.floor((task.kernel.now - shell.startedAtMs) / 1000)) : undefined;
		}

		case 'EPOCHSECONDS': {
			return dialect === 'bash' ? String(Math.floor(task.kernel.wallClockMs / 1000)) : undefined;
		}

		case 'BASHPID': {
			return dialect === 'bash' ? String(task.pid) : undefined;
		}

		case 'UID':
		case 'EUID': {
			return dialect === 'bash' ? String(task.table.machine.user.uid) : undefined;
		}

		case 'BASH_VERSION': {
			return dialect === 'bash' ? '5.2.15(1)-release' : undefined;
		}

		case 'FUNCNAME': {
			return dialect === 'bash' ? shell.callee : undefined;
		}

		case 'PIPESTATUS': {
			return dialect === 'bash' ? String(shell.statuses[0] ?? 0) : undefined;
		}

		default: {
			return undefined;
		}
	}
};

/** The environment, and the variables that a shell sets. */
export function* ownVariables(task: Task): Generator<readonly [string, Variable]> {
	const flags = {isReadonly: false};
	for (const [name, value] of task.environment) {
		if (/^[A-Za-z_]\w*$/.test(name)) {
			yield [name, {...flags, value, isExported: true}];
		}
	}

	yield ['IFS', {...flags, value: ' \t\n', isExported: false}];
	yield ['OPTIND', {...flags, value: '1', isExported: false}];
	yield ['PWD', {...flags, value: task.directory, isExported: true}];
}
