import {resolvePath} from '../../../host/file-system.js';
import type {Task} from '../task.js';
import {pathIn, program, type Programs} from './program.js';

/** The last part of a path, as `basename` prints it: `conf` of `/etc/conf/`. */
export const baseOf = (path: string): string =>
	path.replace(/\/+$/, '').replace(/^.*\//, '') || (path.startsWith('/') ? '/' : '');

const directoryOf = (path: string): string => {
	const trimmed = path.replace(/\/+$/, '');
	const slash = trimmed.lastIndexOf('/');
	if (slash !== -1) {
		return trimmed.slice(0, slash).replace(/\/+$/, '') || '/';
	}

	return path.startsWith('/') ? '/' : '.';
};

/** Programs for the names of files: they take paths apart and follow links. */
export const pathPrograms: Programs = {
	readlink: program({flags: 'fnemsv', long: {canonicalize: 'f'}}, function* (task, {flags, operands}) {
		const [path = ''] = operands;
		const stat = task.files.stat(pathIn(task, path), {follow: false});
		if (!flags.has('f') && !flags.has('e') && !flags.has('m')) {
			yield* task.out(stat?.target === undefined ? '' : `${stat.target}\n`);
			return stat?.target === undefined ? 1 : 0;
		}

		yield* task.out(`${real(task, pathIn(task, path))}\n`);
		return 0;
	}),
	realpath: program({flags: 'esmq'}, function* (task, {operands}) {
		for (const path of operands) {
			yield* task.out(`${real(task, pathIn(task, path))}\n`);
		}

		return 0;
	}),
	basename: program({flags: 'a', values: 's'}, function* (task, {operands, flags, values}) {
		const [path = '', own = ''] = operands;
		const suffix = values.get('s') ?? (flags.has('a') ? '' : own);
		for (const one of flags.has('a') ? operands : [path]) {
			const base = baseOf(one);
			yield* task.out(
				`${suffix !== '' && base !== suffix && base.endsWith(suffix) ? base.slice(0, -suffix.length) : base}\n`,
			);
		}

		return 0;
	}),
	dirname: program({}, function* (task, {operands}) {
		for (const path of operands) {
			yield* task.out(`${directoryOf(path)}\n`);
		}

		return 0;
	}),
};

/** A path with its links followed. */
const real = (task: Task, path: string): string => {
	let at = '/';
	let left = path.split('/').filter((part) => part !== '');
	for (let count = 0; left.length > 0 && count < 200; count++) {
		const [part = '', ...rest] = left;
		const next = resolvePath(at, part);
		const target = task.files.stat(next, {follow: false})?.target;
		if (target === undefined) {
			at = next;
			left = rest;
		} else {
			at = target.startsWith('/') ? '/' : at;
			left = [...target.split('/').filter((one) => one !== ''), ...rest];
		}
	}

	return at;
};
