import type {Routine} from '../../../../kernel/routine.js';
import {missing, programFile} from '../program-lookup.js';
import type {Shell} from '../shell.js';
import type {Builtin} from './builtin.js';

const keywords = new Set([
	'if',
	'then',
	'else',
	'elif',
	'fi',
	'do',
	'done',
	'case',
	'esac',
	'while',
	'until',
	'for',
	'in',
	'{',
	'}',
	'!',
]);

/** The path of a program. */
export const pathOf = (shell: Shell, name: string): string | undefined => {
	if (missing(shell, name)) {
		return undefined;
	}

	if (name.includes('/')) {
		return name;
	}

	return programFile(shell.task, name) ?? `/usr/bin/${name}`;
};

/** `command -v`. */
const found = (shell: Shell, name: string): string | undefined =>
	keywords.has(name) || shell.functions.has(name) || shell.isBuiltin(name) ? name : pathOf(shell, name);

function* command(shell: Shell, args: readonly string[]): Routine<number> {
	const [flag, ...rest] = args;
	if (flag === '-v' || flag === '-V') {
		let status = 0;
		for (const name of rest) {
			const where = found(shell, name);
			if (where === undefined) {
				status = shell.dialect === 'bash' ? 1 : 127;
			} else {
				yield* shell.task.out(`${flag === '-V' ? described(shell, name) : where}\n`);
			}
		}

		return status;
	}

	const [name, ...words] = flag === '-p' || flag === '--' ? rest : args;
	if (name === undefined) {
		return 0;
	}

	return yield* shell.run(name, words);
}

/** `type -t`. */
const typeOf = (shell: Shell, name: string): 'keyword' | 'function' | 'builtin' | 'file' => {
	if (keywords.has(name)) {
		return 'keyword';
	}

	if (shell.functions.has(name)) {
		return 'function';
	}

	return shell.isBuiltin(name) ? 'builtin' : 'file';
};

const described = (shell: Shell, name: string): string => {
	if (keywords.has(name)) {
		return `${name} is a shell keyword`;
	}

	if (shell.functions.has(name)) {
		return `${name} is a ${shell.dialect === 'dash' ? 'shell ' : ''}function`;
	}

	if (shell.isBuiltin(name)) {
		return `${name} is a shell builtin`;
	}

	return `${name} is ${pathOf(shell, name) ?? ''}`;
};

function* type(shell: Shell, args: readonly string[]): Routine<number> {
	let status = 0;
	const flags = args.filter((word) => /^-[atpP]+$/.test(word));
	for (const name of args.filter((word) => !flags.includes(word))) {
		const where = found(shell, name);
		if (where === undefined) {
			status = shell.dialect === 'bash' ? 1 : 127;
			if (flags.length === 0) {
				yield* shell.dialect === 'bash'
					? shell.complain(`type: ${name}: not found`)
					: shell.task.out(`${name}: not found\n`);
			}
		} else if (flags.includes('-t')) {
			yield* shell.task.out(`${typeOf(shell, name)}\n`);
		} else {
			yield* shell.task.out(`${flags.length > 0 ? where : described(shell, name)}\n`);
		}
	}

	return status;
}

function* nothing(): Routine<number> {
	return 0;
}

/** Built-ins that find the command of a name. */
export const lookUp: Readonly<Record<string, Builtin>> = {
	command: {run: command},
	type: {run: type},
	builtin: {
		*run(shell, [name = '', ...args]) {
			return yield* shell.run(name, args);
		},
		onlyBash: true,
	},
	hash: {run: nothing},
	alias: {run: nothing},
	unalias: {run: nothing},
	times: {
		*run(shell) {
			yield* shell.task.out('0m0.000000s 0m0.000000s\n0m0.000000s 0m0.000000s\n');
			return 0;
		},
	},
};
