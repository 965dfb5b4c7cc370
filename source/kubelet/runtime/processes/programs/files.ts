import type {Routine} from '../../../../kernel/routine.js';
import {FileError, resolvePath, type FileStat} from '../../files/file-system.js';
import {matches} from '../shell/pattern.js';
import {open} from '../open.js';
import {formatTime} from './date.js';
import type {Task} from '../task.js';
import {
	attempt,
	complain,
	nameOf,
	opened,
	pathIn,
	program,
	runOther,
	textOf,
	type Options,
	type Programs,
} from './program.js';
import {namesIn, walk, type Found} from './walk.js';

const permissions = ({kind, mode}: FileStat): string =>
	(kind === 'directory' ? 'd' : kind === 'link' ? 'l' : '-') +
	[6, 3, 0]
		.map((shift) => ['r', 'w', 'x'].map((letter, index) => ((mode >> shift) & (4 >> index) ? letter : '-')).join(''))
		.join('')
		.replace(/.$/, (last) => (mode & 0o1000 ? (last === 'x' ? 't' : 'T') : last));

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
	return `${permissions(stat)} ${stat.kind === 'directory' ? '    2' : '    1'} ${userName(task, stat.uid).padEnd(8)} ${group.padEnd(8)} ${String(stat.size).padStart(9)} ${when} ${name}${stat.target === undefined ? '' : ` -> ${stat.target}`}`;
};

/** `ls`. */
function* list(task: Task, {flags, operands}: Options): Routine<number> {
	let status = 0;
	const files: string[] = [];
	const directories: string[] = [];
	for (const path of operands.length === 0 ? ['.'] : operands) {
		const stat = task.files.stat(pathIn(task, path), {follow: !flags.has('l') || path.endsWith('/')});
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
		const stats = names.map((name) => ({name, stat: task.files.stat(pathIn(task, at(name)), {follow: false})}));
		const ordered = flags.has('t')
			? stats.sort((a, b) => (b.stat?.modifiedMs ?? 0) - (a.stat?.modifiedMs ?? 0))
			: flags.has('S')
				? stats.sort((a, b) => (b.stat?.size ?? 0) - (a.stat?.size ?? 0))
				: stats;
		return (flags.has('r') ? ordered.reverse() : ordered).map(({name, stat}) => {
			const shown = name + (flags.has('p') || flags.has('F') ? (stat?.kind === 'directory' ? '/' : '') : '');
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

/** `u+x,go-w` or `755`. */
const modeOf = (text: string, before: number): number | undefined => {
	if (/^[0-7]{1,4}$/.test(text)) {
		return Number.parseInt(text, 8);
	}

	let mode = before;
	for (const clause of text.split(',')) {
		const [, who = '', operator = '', what = ''] = /^([ugoa]*)([-+=])([rwxXst]*)$/.exec(clause) ?? [];
		if (operator === '') {
			return undefined;
		}

		const bits = [...what].reduce(
			(sum, letter) => sum | (letter === 'r' ? 4 : letter === 'w' ? 2 : letter === 'x' || letter === 'X' ? 1 : 0),
			0,
		);
		for (const [letter, shift] of [
			['u', 6],
			['g', 3],
			['o', 0],
		] as const) {
			if (who === '' || who.includes('a') || who.includes(letter)) {
				const own = bits << shift;
				mode = operator === '+' ? mode | own : operator === '-' ? mode & ~own : (mode & ~(7 << shift)) | own;
			}
		}
	}

	return mode;
};

/** Does something with each path, and with all below if `-R` says so. */
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
				({code, description}) =>
					task.isBusybox
						? `${one}: ${description}`
						: code === 'ENOENT'
							? `cannot access '${one}': ${description}`
							: `changing ${nameOf(task) === 'chmod' ? 'permissions' : 'ownership'} of '${one}': ${description}`,
			);
			status = worked ? status : 1;
		}
	}

	yield* task.spend(operands.length);
	return status;
}

/** Copies a file or, if wanted, a directory. */
const copy = (task: Task, from: string, to: string, keeps: boolean): void => {
	const stat = task.files.stat(from, {follow: !keeps});
	if (stat?.kind === 'directory') {
		task.files.makeDirectory(to, {parents: true, mode: stat.mode});
		for (const name of task.files.list(from)) {
			copy(task, `${from}/${name}`, `${to}/${name}`, keeps);
		}
	} else if (stat?.kind === 'link' && stat.target !== undefined) {
		task.files.link(stat.target, to);
	} else {
		task.files.write(to, task.files.read(from), {mode: stat?.mode});
	}
};

function* copyOrMove(task: Task, {flags, values, operands}: Options): Routine<number> {
	const isMove = nameOf(task) === 'mv';
	const target = values.get('t');
	const sources = target === undefined ? operands.slice(0, -1) : operands;
	const last = target ?? operands.at(-1);
	if (last === undefined || sources.length === 0) {
		yield* complain(
			task,
			operands.length === 0 ? 'missing file operand' : `missing destination file operand after '${operands[0]}'`,
		);
		return 1;
	}

	const to = pathIn(task, last);
	const isInto = task.files.stat(to)?.kind === 'directory' && !flags.has('T');
	let status = 0;
	for (const source of sources) {
		const from = pathIn(task, source);
		const stat = task.files.stat(from);
		const destination = isInto
			? /(?:^|\/)\.{1,2}$/.test(source)
				? to
				: resolvePath(to, from.replace(/^.*\//, ''))
			: to;
		if (!isMove && stat?.kind === 'directory' && !flags.has('r') && !flags.has('R') && !flags.has('a')) {
			yield* complain(
				task,
				task.isBusybox ? `omitting directory '${source}'` : `-r not specified; omitting directory '${source}'`,
			);
			status = 1;
			continue;
		}

		if (flags.has('n') && task.files.stat(destination)) {
			continue;
		}

		const worked = yield* attempt(
			task,
			() => {
				if (!stat) {
					throw new FileError('ENOENT', source);
				}

				move(task, from, destination, isMove);
			},
			({code, description}) =>
				!stat || code === 'ENOENT'
					? stat
						? `can't create '${last}': ${description}`
						: task.isBusybox
							? `can't ${isMove ? 'rename' : 'stat'} '${source}': ${description}`
							: `cannot stat '${source}': ${description}`
					: task.isBusybox
						? `can't create '${last}': ${description}`
						: `cannot create regular file '${last}': ${description}`,
		);
		status = worked ? status : 1;
		yield* task.spend(2 + (stat?.size ?? 0) / 2000);
		if (flags.has('v') && worked) {
			yield* task.out(`'${source}' -> '${isInto ? resolvePath(last, source) : last}'\n`);
		}
	}

	return status;
}

const move = (task: Task, from: string, to: string, isMove: boolean): void => {
	if (isMove) {
		try {
			task.files.rename(from, to);
			return;
		} catch (error) {
			if (!(error instanceof FileError) || error.code !== 'EXDEV') {
				throw error;
			}
		}
	}

	if (to === from || (to.startsWith(`${from}/`) && task.files.stat(from)?.kind === 'directory')) {
		throw new FileError('EINVAL', to);
	}

	copy(task, from, to, isMove);
	if (isMove) {
		task.files.remove(from, {recursive: true});
	}
};

function* remove(task: Task, {flags, operands}: Options): Routine<number> {
	let status = 0;
	const isForced = flags.has('f');
	for (const path of operands) {
		const resolved = pathIn(task, path);
		const stat = task.files.stat(resolved, {follow: false});
		if (!stat && isForced) {
			continue;
		}

		const recursive = flags.has('r') || flags.has('R');
		if (stat?.kind === 'directory' && !recursive && !flags.has('d')) {
			yield* complain(task, task.isBusybox ? `'${path}' is a directory` : `cannot remove '${path}': Is a directory`);
			status = 1;
			continue;
		}

		if (resolved === '/' && !task.isBusybox) {
			yield* complain(task, "it is dangerous to operate recursively on '/'");
			return 1;
		}

		const worked = yield* attempt(
			task,
			() => task.files.remove(resolved, {recursive}),
			({description}) =>
				task.isBusybox ? `can't remove '${path}': ${description}` : `cannot remove '${path}': ${description}`,
		);
		status = worked ? status : 1;
		yield* task.spend(1);
	}

	return status;
}

function* makeDirectories(task: Task, {flags, values, operands}: Options): Routine<number> {
	let status = 0;
	const mode = modeOf(values.get('m') ?? '755', 0o755);
	for (const path of operands) {
		const worked = yield* attempt(
			task,
			() => task.files.makeDirectory(pathIn(task, path), {parents: flags.has('p'), mode}),
			({description}) =>
				task.isBusybox
					? `can't create directory '${path}': ${description}`
					: `cannot create directory '${path}': ${description}`,
		);
		status = worked ? status : 1;
	}

	return status;
}

/** `-mtime +7`, `-size +1k`: whether a number is more, less or equal. */
const compares = (text: string, value: number): boolean => {
	const wanted = Number(/\d+/.exec(text)?.[0] ?? 0);
	return text.startsWith('+') ? value > wanted : text.startsWith('-') ? value < wanted : value === wanted;
};

type Test = (found: Found) => boolean;

interface FindQuery {
	readonly tests: Test[];
	readonly actions: ReadonlyArray<readonly string[]>;
	readonly deletes: boolean;
	readonly minDepth: number;
	readonly maxDepth: number;
	readonly separator: string;
	readonly prunes: boolean;
}

/**
The expression of `find`.

Long because each word is a case.

@returns a word that is not simulated, if there is one.
*/
const findQuery = (task: Task, words: readonly string[]): FindQuery | {readonly unknown: string} => {
	/** Alternatives of conditions that hold together. */
	const groups: Test[][] = [[]];
	const actions: string[][] = [];
	const other = {deletes: false, minDepth: 0, maxDepth: Number.POSITIVE_INFINITY, separator: '\n'};
	let negates = false;
	const add = (test: Test): void => {
		const isNegated = negates;
		groups.at(-1)?.push((found) => test(found) !== isNegated);
		negates = false;
	};

	for (let index = 0; index < words.length; index++) {
		const word = words[index] ?? '';
		const value = (): string => words[++index] ?? '';
		switch (word) {
			case '-name':
			case '-iname': {
				const pattern = value();
				const fold = (text: string): string => (word === '-iname' ? text.toLowerCase() : text);
				add(({path}) => matches(fold(pattern), fold(path.replace(/\/$/, '').replace(/^.*\//, ''))));
				break;
			}

			case '-path': {
				const pattern = value();
				add(({path}) => matches(pattern, path));
				break;
			}

			case '-type': {
				const kind = value();
				add(({stat}) => stat.kind.startsWith(kind));
				break;
			}

			case '-empty': {
				add(({path, stat}) => (stat.kind === 'directory' ? namesIn(task, path).length === 0 : stat.size === 0));
				break;
			}

			case '-size': {
				const [, size = '0', unit = 'b'] = /^([-+]?\d+)([ckMGb]?)$/.exec(value()) ?? [];
				const bytes =
					unit === 'c' ? 1 : unit === 'k' ? 1024 : unit === 'M' ? 1_048_576 : unit === 'G' ? 1_073_741_824 : 512;
				add(({stat}) => compares(size, Math.ceil(stat.size / bytes)));
				break;
			}

			case '-mtime':
			case '-mmin': {
				const text = value();
				const unitMs = word === '-mtime' ? 86_400_000 : 60_000;
				add(({stat}) => compares(text, Math.floor((task.kernel.wallClockMs - stat.modifiedMs) / unitMs)));
				break;
			}

			case '-newer': {
				const time = task.files.stat(pathIn(task, value()))?.modifiedMs ?? 0;
				add(({stat}) => stat.modifiedMs > time);
				break;
			}

			case '-maxdepth': {
				other.maxDepth = Number(value());
				break;
			}

			case '-mindepth': {
				other.minDepth = Number(value());
				break;
			}

			case '!':
			case '-not': {
				negates = true;
				break;
			}

			case '-o':
			case '-or': {
				groups.push([]);
				break;
			}

			case '-exec': {
				const end = words.findIndex((one, at) => at > index && (one === ';' || one === '+'));
				if (end === -1) {
					return {unknown: '-exec'};
				}

				actions.push(words.slice(index + 1, end + 1));
				index = end;
				break;
			}

			case '-delete': {
				other.deletes = true;
				break;
			}

			case '-print0': {
				other.separator = '\0';
				break;
			}

			case '(':
			case ')':
			case '-print':
			case '-a':
			case '-and':
			case '-xdev':
			case '-follow':
			case '-depth': {
				break;
			}

			default: {
				return {unknown: word};
			}
		}
	}

	return {
		tests: [(found) => groups.some((group) => group.every((test) => test(found)))],
		actions,
		prunes: false,
		...other,
	};
};

function* find(task: Task, args: readonly string[]): Routine<number> {
	const start = args.findIndex((word) => /^[-!(]/.test(word) && !/^-[LHP]$/.test(word));
	const paths = args.slice(0, start === -1 ? undefined : start).filter((word) => !/^-[LHP]$/.test(word));
	const query = findQuery(task, start === -1 ? [] : args.slice(start));
	if ('unknown' in query) {
		yield* task.table.machine.assume(task, `find ${query.unknown}`);
		return 0;
	}

	let status = 0;
	for (const path of paths.length === 0 ? ['.'] : paths) {
		if (!task.files.stat(pathIn(task, path))) {
			yield* complain(
				task,
				task.isBusybox ? `${path}: No such file or directory` : `'${path}': No such file or directory`,
			);
			status = 1;
			continue;
		}

		const all = walk(task, [path]);
		yield* task.spend(all.length / 5);
		const found = all.filter(
			(one) => one.depth >= query.minDepth && one.depth <= query.maxDepth && query.tests.every((test) => test(one)),
		);
		for (const one of query.deletes ? found.toReversed() : found) {
			if (query.deletes) {
				yield* attempt(
					task,
					() => task.files.remove(pathIn(task, one.path)),
					({description}) => `cannot delete '${one.path}': ${description}`,
				);
			} else if (query.actions.length === 0) {
				yield* task.out(one.path + query.separator);
			}
		}

		for (const action of query.actions) {
			const words = action.slice(0, -1);
			if (action.at(-1) === '+') {
				if (found.length > 0) {
					yield* runOther(
						task,
						words.flatMap((word) => (word === '{}' ? found.map((one) => one.path) : [word])),
					);
				}

				continue;
			}

			for (const one of found) {
				yield* task.spend(5);
				yield* runOther(
					task,
					words.map((word) => word.replaceAll('{}', one.path)),
				);
			}
		}
	}

	return status;
}

const baseOf = (path: string): string =>
	path.replace(/\/+$/, '').replace(/^.*\//, '') || (path.startsWith('/') ? '/' : '');

const directoryOf = (path: string): string => {
	const trimmed = path.replace(/\/+$/, '');
	const slash = trimmed.lastIndexOf('/');
	return slash === -1 ? (path.startsWith('/') ? '/' : '.') : trimmed.slice(0, slash).replace(/\/+$/, '') || '/';
};

const octal = (mode: number): string => (mode & 0o7777).toString(8);

const statLine = (task: Task, path: string, stat: FileStat, format: string): string =>
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
				return stat.kind === 'directory'
					? 'directory'
					: stat.kind === 'link'
						? 'symbolic link'
						: stat.size === 0
							? 'regular empty file'
							: 'regular file';
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

/** Follows a file as `tail -f` does. */
function* follow(task: Task, path: string, from: number): Routine<number> {
	let length = from;
	for (;;) {
		const text = task.files.stat(pathIn(task, path)) ? task.files.read(pathIn(task, path)) : '';
		if (text.length < length) {
			length = 0;
		}

		yield* task.out(text.slice(length));
		({length} = text);
		task.thread.periodic = true;
		yield* task.wait(1000);
	}
}

function* tail(task: Task, {flags, values, operands}: Options): Routine<number> {
	if (operands.includes('/dev/zero')) {
		yield* task.wait(200);
		task.reserve(Number.POSITIVE_INFINITY);
	}

	const follows = flags.has('f') || flags.has('F') || flags.has('follow');
	let status = 0;
	for (const [index, path] of (operands.length === 0 ? ['-'] : operands).entries()) {
		if (operands.length > 1 && !flags.has('q')) {
			yield* task.out(`${index > 0 ? '\n' : ''}==> ${path} <==\n`);
		}

		const text = path === '/dev/null' ? '' : yield* textOf(task, path);
		if (text === undefined) {
			status = 1;
			continue;
		}

		const [, sign, count = '10'] = /^([-+]?)(\d+)/.exec(values.get('c') ?? values.get('n') ?? '10') ?? [];
		const lines = text.split(/(?<=\n)/);
		yield* task.out(
			values.has('c')
				? sign === '+'
					? text.slice(Number(count) - 1)
					: text.slice(-Number(count) || text.length)
				: (sign === '+'
						? lines.slice(Math.max(0, Number(count) - 1))
						: lines.slice(-Number(count) || lines.length)
					).join(''),
		);
	}

	const [path] = operands;
	if (follows && (status === 0 || flags.has('F'))) {
		const device = path === undefined || path.startsWith('/dev/') || path === '-';
		if (device) {
			yield* task.wait(Number.POSITIVE_INFINITY);
		} else {
			return yield* follow(
				task,
				path,
				task.files.stat(pathIn(task, path)) ? task.files.read(pathIn(task, path)).length : 0,
			);
		}
	}

	return status;
}

function* link(task: Task, {flags, operands}: Options): Routine<number> {
	const [target = '', given = target.replace(/^.*\//, '')] = operands;
	const path =
		task.files.stat(pathIn(task, given))?.kind === 'directory' && !flags.has('n') && !flags.has('T')
			? `${given}/${baseOf(target)}`
			: given;
	const worked = yield* attempt(
		task,
		() => {
			const resolved = pathIn(task, path);
			if (flags.has('f') && task.files.stat(resolved, {follow: false})) {
				task.files.remove(resolved);
			}

			if (flags.has('s')) {
				task.files.link(target, resolved);
			} else {
				// Simplified: a hard link is a copy.
				task.files.write(resolved, task.files.read(pathIn(task, target)));
			}
		},
		({description}) =>
			task.isBusybox
				? `${path}: ${description}`
				: `failed to create ${flags.has('s') ? 'symbolic' : 'hard'} link '${path}': ${description}`,
	);
	return worked ? 0 : 1;
}

/** Programs for files. */
export const filePrograms: Programs = {
	ls: program(
		{flags: '1aAlhtrRdFpSsinkLgG', long: {all: 'a', color: 'color', 'almost-all': 'A', 'human-readable': 'h'}},
		list,
	),
	cat: program({flags: 'nAbesETtuv', long: {number: 'n'}}, function* (task, {flags, operands}) {
		let status = 0;
		let number = 0;
		for (const path of operands.length === 0 ? ['-'] : operands) {
			const stream = yield* opened(task, path);
			if (!stream) {
				status = 1;
				continue;
			}

			for (
				let text = yield* stream.read(task, flags.has('n') ? 'line' : undefined);
				text !== undefined;
				text = yield* stream.read(task, flags.has('n') ? 'line' : undefined)
			) {
				yield* task.out(flags.has('n') ? `${String(++number).padStart(6)}\t${text}` : text);
			}
		}

		return status;
	}),
	tail: program(
		{
			flags: 'fFqvz',
			values: 'ncs',
			number: 'n',
			long: {follow: 'follow', lines: 'n', bytes: 'c', quiet: 'q', retry: 'F', pid: 'pid'},
		},
		tail,
	),
	mkdir: program({flags: 'pv', values: 'm', long: {parents: 'p', mode: 'm', verbose: 'v'}}, makeDirectories),
	rmdir: program({flags: 'p', long: {'ignore-fail-on-non-empty': 'ignore'}}, function* (task, {operands}) {
		let status = 0;
		for (const path of operands) {
			const worked = yield* attempt(
				task,
				() => task.files.remove(pathIn(task, path)),
				({description}) =>
					task.isBusybox ? `'${path}': ${description}` : `failed to remove '${path}': ${description}`,
			);
			status = worked ? status : 1;
		}

		return status;
	}),
	cp: program(
		{
			flags: 'rRafpnuvLPTdi',
			values: 't',
			long: {recursive: 'r', force: 'f', archive: 'a', verbose: 'v', 'no-clobber': 'n', preserve: 'p'},
		},
		copyOrMove,
	),
	mv: program({flags: 'fnivuT', values: 't', long: {force: 'f', verbose: 'v', 'no-clobber': 'n'}}, copyOrMove),
	install: program({flags: 'dDvpc', values: 'mogt'}, function* (task, options) {
		return options.flags.has('d')
			? yield* makeDirectories(task, {...options, flags: new Set(['p'])})
			: yield* copyOrMove(task, options);
	}),
	rm: program({flags: 'rRfvdiI', long: {recursive: 'r', force: 'f', verbose: 'v'}}, remove),
	unlink: program({}, remove),
	touch: program(
		{flags: 'acmh', values: 'drt', long: {date: 'd', reference: 'r', 'no-create': 'c'}},
		function* (task, {flags, operands}) {
			let status = 0;
			for (const path of operands) {
				const resolved = pathIn(task, path);
				const worked = yield* attempt(
					task,
					() => {
						if (task.files.stat(resolved)?.kind !== 'directory' && !(flags.has('c') && !task.files.stat(resolved))) {
							task.files.write(resolved, '', {append: true});
						}
					},
					({description}) => (task.isBusybox ? `${path}: ${description}` : `cannot touch '${path}': ${description}`),
				);
				status = worked ? status : 1;
			}

			return status;
		},
	),
	ln: program({flags: 'sfnvTrb', long: {symbolic: 's', force: 'f', 'no-dereference': 'n'}}, link),
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
		const idOf = (name: string): number | undefined =>
			name === 'root' ? 0 : /^\d+$/.test(name) ? Number(name) : undefined;
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
	find,
	stat: program(
		{flags: 'L', values: 'cf', long: {format: 'c', printf: 'printf'}},
		function* (task, {values, operands}) {
			let status = 0;
			for (const path of operands) {
				const stat = task.files.stat(pathIn(task, path), {follow: false});
				if (!stat) {
					yield* complain(
						task,
						task.isBusybox
							? `can't stat '${path}': No such file or directory`
							: `cannot statx '${path}': No such file or directory`,
					);
					status = 1;
					continue;
				}

				yield* task.out(
					`${statLine(task, path, stat, values.get('c') ?? '  File: %n\n  Size: %s\t%F\nAccess: (0%a/%A)  Uid: (%u/%U)   Gid: (%g/%G)')}\n`,
				);
			}

			return status;
		},
	),
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
	mktemp: program(
		{flags: 'dqtu', values: 'p', long: {directory: 'd', tmpdir: 'tmpdir', suffix: 'suffix'}},
		function* (task, {flags, values, operands}) {
			const template = operands[0] ?? (task.isBusybox ? 'tmp.XXXXXX' : 'tmp.XXXXXXXXXX');
			const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
			const name = template.replace(/X{3,}/, (run) =>
				[...run].map(() => letters[task.table.random(letters.length)]).join(''),
			);
			const directory = values.get('p') ?? task.environment.get('TMPDIR') ?? '/tmp';
			const path =
				name.includes('/') || (operands.length > 0 && !flags.has('t') && !values.has('p'))
					? name
					: `${directory}/${name}`;
			const worked = yield* attempt(
				task,
				() => {
					if (flags.has('d')) {
						task.files.makeDirectory(pathIn(task, path), {mode: 0o700});
					} else {
						task.files.write(pathIn(task, path), '', {mode: 0o600});
					}
				},
				({description}) =>
					`failed to create ${flags.has('d') ? 'directory' : 'file'} via template '${template}': ${description}`,
			);
			if (worked) {
				yield* task.out(`${path}\n`);
			}

			return worked ? 0 : 1;
		},
	),
	truncate: program({flags: 'c', values: 's', long: {size: 's'}}, function* (task, {values, operands}) {
		const size = Math.min(2_000_000, Number(values.get('s')?.replace(/[^\d]/g, '') ?? 0));
		for (const path of operands) {
			const resolved = pathIn(task, path);
			const text = task.files.stat(resolved) ? task.files.read(resolved) : '';
			yield* attempt(
				task,
				() => task.files.write(resolved, text.slice(0, size).padEnd(size, '\0')),
				({description}) => `cannot open '${path}' for writing: ${description}`,
			);
		}

		return 0;
	}),
	dd: function* (task, args) {
		const values = new Map(args.map((word) => [word.replace(/=.*$/s, ''), word.replace(/^[^=]*=/s, '')]));
		const bytes = (text: string): number =>
			Number.parseInt(text, 10) *
			(/k$/i.test(text) ? 1024 : /M[B]?$/i.test(text) ? 1_048_576 : /G[B]?$/i.test(text) ? 1_073_741_824 : 1);
		const size = bytes(values.get('bs') ?? '512');
		const limit = values.has('count') ? size * Number(values.get('count')) : Number.POSITIVE_INFINITY;
		const input = yield* opened(task, values.get('if'));
		const to = values.get('of');
		const output = to === undefined ? undefined : yield* open(task, to, '>');
		let done = 0;
		while (done < limit) {
			const text = input && (yield* input.read(task, Math.min(65_536, limit - done)));
			if (text === undefined) {
				break;
			}

			done += text.length;
			try {
				yield* output ? output.write(task, text) : task.out(text);
			} catch (error) {
				if (!(error instanceof FileError)) {
					throw error;
				}

				yield* task.error(`dd: error writing '${to ?? 'standard output'}': ${error.description}\n`);
				return 1;
			}
		}

		const blocks = `${Math.floor(done / size)}+${done % size > 0 ? 1 : 0}`;
		yield* task.error(
			`${blocks} records in\n${blocks} records out\n${done} bytes (${(done / 1e6).toFixed(1)} MB) copied, 0.001 s, 1.0 GB/s\n`,
		);
		return input ? 0 : 1;
	},
	df: program({flags: 'hkTaimP'}, function* (task) {
		yield* task.out(
			'Filesystem     1K-blocks     Used Available Use% Mounted on\noverlay        101430960 20286192  81128384  20% /\n',
		);
		return 0;
	}),
	du: program(
		{flags: 'shakcmx', values: 'd', long: {'max-depth': 'd', summarize: 's'}},
		function* (task, {operands, flags}) {
			for (const path of operands.length === 0 ? ['.'] : operands) {
				const kilobytes = walk(task, [path]).reduce((sum, {stat}) => sum + Math.max(4, Math.ceil(stat.size / 1024)), 0);
				yield* task.out(`${flags.has('h') ? `${kilobytes}K` : kilobytes}\t${path}\n`);
			}

			return 0;
		},
	),
	sync: program({flags: 'fd'}, function* () {
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
