import {resolvePath, type FileSystem} from '../files/file-system.js';
import type {ShellHost} from './shell-host.js';

/** What the words of a script may refer to. */
export interface Scope {
	readonly host: Pick<ShellHost, 'files' | 'now'>;
	readonly variables: Readonly<Record<string, string>>;
	/** Exit code of the last command. */
	readonly status: number;
}

/** A word with its quotes removed, and variables and a few common command substitutions replaced. */
export const expand = (word: string, scope: Scope): string =>
	word.replaceAll(
		/'([^']*)'|"((?:[^"\\]|\\.)*)"|([^'"]+)/gs,
		(_, single?: string, double?: string, plain?: string) => single ?? substitute(double ?? plain ?? '', scope),
	);

const substitute = (text: string, scope: Scope): string =>
	text
		.replaceAll(/\$\(\(([^)]*)\)\)/g, (_, sum: string) => String(arithmetic(sum, scope)))
		.replaceAll(/\$\(([^)]*)\)|`([^`]*)`/g, (_, first?: string, second?: string) =>
			captured(first ?? second ?? '', scope),
		)
		.replaceAll(/\$\{?(\w+|\?)\}?(?::-[^}]*\})?/g, (_, name: string) =>
			name === '?' ? String(scope.status) : (scope.variables[name] ?? ''),
		)
		.replaceAll(/\\(["\\$`])/g, '$1');

const textOf = (files: FileSystem, name: string): string => {
	const path = resolvePath('/', name);
	return files.stat(path)?.kind === 'file' ? files.read(path).trimEnd() : '';
};

/** What a command prints in `$(…)`. */
const captured = (command: string, scope: Scope): string => {
	const [name, ...rest] = command.trim().split(/\s+/);
	switch (name) {
		case 'date': {
			return scope.host.now();
		}

		case 'hostname': {
			return scope.variables['HOSTNAME'] ?? '';
		}

		case 'cat': {
			return textOf(scope.host.files, rest[0] ?? '');
		}

		case 'echo': {
			return expand(rest.join(' '), scope);
		}

		default: {
			return '';
		}
	}
};

/** `$((…))` with one operator. */
const arithmetic = (sum: string, {variables}: Scope): number => {
	const [, left = '', operator, right = ''] = /^\s*\$?(\w+)\s*([-+*])\s*\$?(\w+)\s*$/.exec(sum) ?? [];
	const value = (name: string) => Number(/^\d+$/.test(name) ? name : (variables[name] ?? 0));
	switch (operator) {
		case '+': {
			return value(left) + value(right);
		}

		case '-': {
			return value(left) - value(right);
		}

		case '*': {
			return value(left) * value(right);
		}

		default: {
			return 0;
		}
	}
};
