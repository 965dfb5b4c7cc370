import type {Routine} from '../../../kernel/routine.js';
import type {Task} from '../task.js';
import {attempt, complain, nameOf, pathIn, program, type Options, type Programs} from './program.js';
import {walk} from './walk.js';

/** The bits of each permission letter. */
const bitsOf: Readonly<Record<string, number>> = {r: 4, w: 2, x: 1, X: 1};

/** Bits of a file that an operator changes. @param own the bits of its class that the clause names. @param all bits of the class. */
const operators: Readonly<Record<string, (mode: number, own: number, all: number) => number>> = {
	'+': (mode, own) => mode | own,
	'-': (mode, own) => mode & ~own,
	'=': (mode, own, all) => (mode & ~all) | own,
};

/**
The bits of a mode that a user writes: `u+x,go-w` or `755`.

@param before the bits of the file, which a mode in letters changes. @returns `undefined` for a mode that chmod refuses.
*/
export const modeOf = (text: string, before: number): number | undefined => {
	if (/^[0-7]{1,4}$/.test(text)) {
		return Number.parseInt(text, 8);
	}

	let mode = before;
	for (const clause of text.split(',')) {
		const [, who = '', operator = '', what = ''] = /^([ugoa]*)([-+=])([rwxXst]*)$/.exec(clause) ?? [];
		const change = operators[operator];
		if (!change) {
			return undefined;
		}

		const bits = [...what].reduce((sum, letter) => sum | (bitsOf[letter] ?? 0), 0);
		for (const [letter, shift] of [
			['u', 6],
			['g', 3],
			['o', 0],
		] as const) {
			if (who === '' || who.includes('a') || who.includes(letter)) {
				mode = change(mode, bits << shift, 7 << shift);
			}
		}
	}

	return mode;
};

/** Applies a function to each path, and with `-R` to all below it. */
function* forEach(
	task: Task,
	{flags, operands}: Pick<Options, 'flags' | 'operands'>,
	action: (path: string) => void,
): Routine<number> {
	let status = 0;
	for (const path of operands) {
		const paths = flags.has('R') ? walk(task, [path]).map((found) => found.path) : [path];
		for (const one of paths.length === 0 ? [path] : paths) {
			const worked = yield* attempt(
				task,
				() => action(pathIn(task, one)),
				({code, description}) => {
					if (task.isBusybox) {
						return `${one}: ${description}`;
					}

					if (code === 'ENOENT') {
						return `cannot access '${one}': ${description}`;
					}

					return `changing ${nameOf(task) === 'chmod' ? 'permissions' : 'ownership'} of '${one}': ${description}`;
				},
			);
			status = worked ? status : 1;
		}
	}

	yield* task.spend(operands.length);
	return status;
}

/** Programs for the permissions and the owners of files. */
export const permissionPrograms: Programs = {
	chmod: program({flags: 'Rvfcrwxst', long: {recursive: 'R', verbose: 'v'}}, function* (task, {flags, operands}) {
		const removed = ['r', 'w', 'x'].filter((letter) => flags.has(letter)).join('');
		const [mode = '', ...paths] = removed === '' ? operands : [`-${removed}`, ...operands];
		if (modeOf(mode, 0) === undefined) {
			yield* complain(task, task.isBusybox ? `invalid mode '${mode}'` : `invalid mode: '${mode}'`);
			return 1;
		}

		return yield* forEach(task, {flags, operands: paths}, (path) => {
			task.files.chmod(path, modeOf(mode, task.files.stat(path)?.mode ?? 0) ?? 0);
		});
	}),
	chown: program({flags: 'Rvfch', long: {recursive: 'R', verbose: 'v'}}, function* (task, {flags, operands}) {
		const [owner = '', ...paths] = operands;
		const [user = '', group = ''] = owner.split(/[:.]/);
		const idOf = (name: string): number | undefined => {
			if (name === 'root') {
				return 0;
			}

			if (/^\d+$/.test(name)) {
				return Number(name);
			}

			return undefined;
		};
		return yield* forEach(task, {flags, operands: paths}, (path) => {
			const stat = task.files.stat(path);
			task.files.chown(path, idOf(user) ?? stat?.uid ?? 0, idOf(group) ?? stat?.gid ?? 0);
		});
	}),
	chgrp: program({flags: 'Rvfch', long: {recursive: 'R'}}, function* (task, {flags, operands}) {
		const [group = '', ...paths] = operands;
		return yield* forEach(task, {flags, operands: paths}, (path) => {
			const stat = task.files.stat(path);
			task.files.chown(path, stat?.uid ?? 0, group === 'root' ? 0 : Number(group) || (stat?.gid ?? 0));
		});
	}),
};
