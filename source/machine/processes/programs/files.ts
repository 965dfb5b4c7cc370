import type {Routine} from '../../../kernel/routine.js';
import type {Task} from '../task.js';
import {attempt, complain, opened, pathIn, program, type Options, type Programs} from './program.js';
import {walk} from './walk.js';
import {list, statLine} from './list.js';
import {copyOrMove} from './copy.js';
import {find} from './find.js';
import {tail} from './tail.js';
import {baseOf, pathPrograms} from './path-programs.js';
import {modeOf, permissionPrograms} from './permission-programs.js';

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
		if (flags.has('v') && worked) {
			yield* task.out(`removed '${path}'\n`);
		}

		yield* task.spend(1);
	}

	return status;
}

function* makeDirectories(task: Task, {flags, values, operands}: Options): Routine<number> {
	if (operands.length === 0) {
		yield* complain(task, 'missing operand');
		return 1;
	}

	let status = 0;
	const usual = 0o777 & ~task.umask;
	const mode = modeOf(values.get('m') ?? usual.toString(8), usual);
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

/** The marks of `cat -A`, `-e` and `-T` for ends of lines and tabs. */
const visible = (text: string, flags: ReadonlySet<string>): string => {
	const ended = flags.has('A') || flags.has('e') || flags.has('E') ? text.replaceAll('\n', '$\n') : text;
	return flags.has('A') || flags.has('t') || flags.has('T') ? ended.replaceAll('\t', '^I') : ended;
};

/** Programs for files. */
export const filePrograms: Programs = {
	...permissionPrograms,
	...pathPrograms,
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
				const seen = visible(text, flags);
				yield* task.out(flags.has('n') ? `${String(++number).padStart(6)}\t${seen}` : seen);
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
							task.files.write(resolved, '', {append: true, mode: 0o666 & ~task.umask});
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
