import type {Routine} from '../../../kernel/routine.js';
import type {FileStat} from '../../../host/file-system.js';
import {formatTime} from './date.js';
import type {Task} from '../task.js';
import {complain, pathIn, type Options} from './program.js';
import {namesIn, walk} from './walk.js';

const kindLetters: Readonly<Record<FileStat['kind'], string>> = {directory: 'd', link: 'l', file: '-'};

const permissions = ({kind, mode}: FileStat): string =>
	kindLetters[kind] +
	[6, 3, 0]
		.map((shift) => {
			const bits = ['r', 'w', 'x'].map((letter, index) => ((mode >> shift) & (4 >> index) ? letter : '-')).join('');
			const isSet = (shift === 6 && mode & 0o4000) || (shift === 3 && mode & 0o2000);
			return isSet ? bits.replace('x', 's').replace(/-$/, 'S') : bits;
		})
		.join('')
		.replace(/.$/, (last) => {
			if (mode & 0o1000) {
				return last === 'x' ? 't' : 'T';
			}

			return last;
		});

const userName = (task: Task, uid: number): string => {
	if (uid === 0) {
		return 'root';
	}

	const {user} = task.table.machine;
	return uid === user.uid ? user.name : String(uid);
};

const longLine = (task: Task, name: string, stat: FileStat): string => {
	const when = formatTime(stat.modifiedMs, '%b %e %H:%M');
	const group = stat.gid === 0 ? 'root' : String(stat.gid);
	return `${permissions(stat)} ${stat.kind === 'directory' ? '   2' : '   1'} ${userName(task, stat.uid).padEnd(8)} ${group.padEnd(8)} ${String(stat.size).padStart(9)} ${when} ${name}${stat.target === undefined ? '' : ` -> ${stat.target}`}`;
};

/** `ls`. */
export function* list(task: Task, {flags, operands}: Options): Routine<number> {
	let status = 0;
	const files: string[] = [];
	const directories: string[] = [];
	for (const path of operands.length === 0 ? ['.'] : operands) {
		const stat = task.files.stat(pathIn(task, path), {follow: !flags.has('l') || flags.has('L') || path.endsWith('/')});
		if (!stat) {
			yield* complain(
				task,
				task.isBusybox ? `${path}: No such file or directory` : `cannot access '${path}': No such file or directory`,
			);
			status = task.isBusybox ? 1 : 2;
		} else if (stat.kind === 'directory' && !flags.has('d')) {
			directories.push(path);
		} else {
			files.push(path);
		}
	}

	const lines = (names: readonly string[], at: (name: string) => string): string[] => {
		const stats = names.map((name) => ({
			name,
			stat: task.files.stat(pathIn(task, at(name)), {follow: flags.has('L')}),
		}));
		if (flags.has('t')) {
			stats.sort((a, b) => (b.stat?.modifiedMs ?? 0) - (a.stat?.modifiedMs ?? 0));
		} else if (flags.has('S')) {
			stats.sort((a, b) => (b.stat?.size ?? 0) - (a.stat?.size ?? 0));
		}

		const isMarked = flags.has('p') || flags.has('F');
		return (flags.has('r') ? stats.reverse() : stats).map(({name, stat}) => {
			const shown = name + (isMarked && stat?.kind === 'directory' ? '/' : '');
			return flags.has('l') && stat ? longLine(task, shown, stat) : shown;
		});
	};

	let output = lines(files, (name) => name)
		.map((line) => `${line}\n`)
		.join('');
	const all = flags.has('R')
		? walk(task, directories)
				.filter(({stat}) => stat.kind === 'directory')
				.map(({path}) => path)
		: directories;
	for (const [index, directory] of all.entries()) {
		const hidden = flags.has('a') ? ['.', '..'] : [];
		const names = [
			...hidden,
			...namesIn(task, directory).filter((name) => flags.has('a') || flags.has('A') || !name.startsWith('.')),
		];
		const heading =
			all.length > 1 || operands.length > 1 ? `${index > 0 || output !== '' ? '\n' : ''}${directory}:\n` : '';
		const total = flags.has('l') ? `total ${names.length * 4}\n` : '';
		output +=
			heading +
			total +
			lines(names, (name) => `${directory}/${name}`)
				.map((line) => `${line}\n`)
				.join('');
	}

	yield* task.spend(output.length / 500);
	yield* task.out(output);
	return status;
}

const octal = (mode: number): string => (mode & 0o7777).toString(8);

/** A line of `stat -c`: a file by the letters of a format. */
export const statLine = (task: Task, path: string, stat: FileStat, format: string): string =>
	format.replaceAll(/%(.)/g, (all, letter: string) => {
		switch (letter) {
			case 'n': {
				return path;
			}

			case 's': {
				return String(stat.size);
			}

			case 'a': {
				return octal(stat.mode);
			}

			case 'A': {
				return permissions(stat);
			}

			case 'u': {
				return String(stat.uid);
			}

			case 'g': {
				return String(stat.gid);
			}

			case 'U': {
				return userName(task, stat.uid);
			}

			case 'G': {
				return stat.gid === 0 ? 'root' : String(stat.gid);
			}

			case 'F': {
				if (stat.kind === 'directory') {
					return 'directory';
				}

				if (stat.kind === 'link') {
					return 'symbolic link';
				}

				if (stat.size === 0) {
					return 'regular empty file';
				}

				return 'regular file';
			}

			case 'Y': {
				return String(Math.floor(stat.modifiedMs / 1000));
			}

			case '%': {
				return '%';
			}

			default: {
				return all;
			}
		}
	});
