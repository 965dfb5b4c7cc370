import type {Routine} from '../../../kernel/routine.js';
import {resolvePath} from '../../../host/file-system.js';
import {open} from '../open.js';
import type {Task} from '../task.js';
import {archiveOf, unpacked, type Member} from '../../../go/tar-archive.js';
import {attempt, complain, pathIn, readOptions, textOf, type Options, type Programs} from './program.js';
import {walk} from './walk.js';

const optionNames = {
	flags: 'cxtvzjJmpokhPOau',
	values: 'fC',
	long: {
		create: 'c',
		extract: 'x',
		get: 'x',
		list: 't',
		verbose: 'v',
		gzip: 'z',
		file: 'f',
		directory: 'C',
		overwrite: 'o',
		touch: 'm',
		'no-same-owner': 'o',
		'no-same-permissions': 'o',
		'strip-components': 'strip-components',
	},
};

/** The files of operands, as archive members. */
const membersOf = (task: Task, folder: string, operands: readonly string[]): readonly Member[] =>
	operands.flatMap((operand) =>
		walk(task, [resolvePath(folder, operand)]).map(({path, stat}) => ({
			name: `${operand.replace(/\/+$/, '')}${path.slice(resolvePath(folder, operand).length)}`.replace(/^\/+/, ''),
			...stat,
			text: stat.kind === 'file' ? task.files.read(path) : (stat.target ?? ''),
		})),
	);

/** Complains about operands that are not there, and about the first name that begins with a slash. @returns the exit status */
function* examine(task: Task, operands: readonly string[], folder: string): Routine<number> {
	let isShortened = false;
	let isIncomplete = false;
	for (const operand of operands) {
		const exists = task.files.stat(resolvePath(folder, operand), {follow: false}) !== undefined;
		if (operand.startsWith('/') && !isShortened && (exists || !task.isBusybox)) {
			isShortened = true;
			yield* complain(
				task,
				task.isBusybox ? "removing leading '/' from member names" : "Removing leading `/' from member names",
			);
		}

		if (!exists) {
			isIncomplete = true;
			yield* complain(
				task,
				task.isBusybox ? `${operand}: No such file or directory` : `${operand}: Cannot stat: No such file or directory`,
			);
		}
	}

	if (!isIncomplete) {
		return 0;
	}

	yield* complain(
		task,
		task.isBusybox ? 'error exit delayed from previous errors' : 'Exiting with failure status due to previous errors',
	);
	return task.isBusybox ? 1 : 2;
}

function* create(task: Task, {flags, values, operands}: Options, folder: string): Routine<number> {
	const status = yield* examine(task, operands, folder);
	const members = membersOf(task, folder, operands);
	const text = archiveOf(members);
	yield* task.spend(text.length / 1000);
	const file = values.get('f') ?? '-';
	if (flags.has('v')) {
		const names = members.map(({name, kind}) => `${name}${kind === 'directory' ? '/' : ''}\n`).join('');
		yield* file === '-' ? task.error(names) : task.out(names);
	}

	if (file === '-') {
		yield* task.out(text);
	} else {
		const stream = yield* open(task, file, '>');
		yield* stream.write(task, text);
	}

	return status;
}

/** Whether operands select a member: all without operands, else it and its content. */
const isAsked = ({name}: Member, operands: readonly string[]): boolean =>
	operands.length === 0 ||
	operands
		.map((operand) => operand.replaceAll(/^\/+|\/+$/g, ''))
		.some((one) => name === one || name.startsWith(`${one}/`));

const put = (task: Task, {kind, text, mode}: Member, path: string): void => {
	if (kind === 'directory') {
		task.files.makeDirectory(path, {parents: true, mode: mode & 0o777});
		return;
	}

	task.files.makeDirectory(resolvePath(path, '..'), {parents: true});
	if (task.files.stat(path, {follow: false})) {
		task.files.remove(path);
	}

	if (kind === 'link') {
		task.files.link(text, path);
	} else {
		task.files.write(path, text, {mode: mode & 0o777});
	}
};

/** `tar x` and `tar t`. The content of a file from outside is unknown: it is assumed to be an archive. */
function* unpack(task: Task, {flags, values, operands}: Options, folder: string): Routine<number> {
	const file = values.get('f') ?? '-';
	const text = yield* textOf(task, file);
	if (text === undefined) {
		return task.isBusybox ? 1 : 2;
	}

	const {members, ending} = unpacked(text);
	if (ending === 'no archive') {
		yield* task.table.machine.assume(task, task.words.join(' '));
		task.table.machine.partlyKnown(folder);
		return 0;
	}

	let status = 0;
	const strips = Number(values.get('strip-components') ?? 0) || 0;
	for (const member of members.filter((one) => isAsked(one, operands))) {
		const name = member.name.split('/').slice(strips).join('/');
		if (flags.has('v') || flags.has('t')) {
			yield* task.out(`${member.name}${member.kind === 'directory' ? '/' : ''}\n`);
		}

		if (flags.has('O') && member.kind === 'file') {
			yield* task.out(member.text);
		} else if (!flags.has('t') && name !== '') {
			const worked = yield* attempt(
				task,
				// No name leads out of the folder.
				() => put(task, member, resolvePath(folder, resolvePath('/', name).slice(1))),
				({description}) =>
					task.isBusybox ? `can't open '${name}': ${description}` : `${name}: Cannot open: ${description}`,
			);
			const failed = task.isBusybox ? 1 : 2;
			status = worked ? status : failed;
		}
	}

	if (ending === 'damaged') {
		yield* complain(task, task.isBusybox ? 'invalid tar magic' : 'Skipping to next header');
		return task.isBusybox ? 1 : 2;
	}

	return status;
}

/** `tar`. Simplified: files are text, and compression leaves them unchanged. */
function* tar(task: Task, [first = '', ...rest]: readonly string[]): Routine<number> {
	// The first word may do without its dash; the values of its letters follow in their order.
	const letters = first.startsWith('-') ? '' : first;
	const valued = [...letters].filter((letter) => /[fC]/.test(letter));
	const args =
		letters === ''
			? [first, ...rest]
			: [
					`-${letters.replaceAll(/[fC]/g, '')}`,
					...valued.flatMap((letter, at) => [`-${letter}`, rest[at] ?? '']),
					...rest.slice(valued.length),
				];
	const options = readOptions(args, optionNames);
	if ('unknown' in options) {
		yield* task.table.machine.assume(task, task.words.join(' '));
		return 0;
	}

	const {flags, values} = options;
	const folder = pathIn(task, values.get('C') ?? '.');
	if (!flags.has('c') && !flags.has('x') && !flags.has('t')) {
		yield* complain(task, "You must specify one of the '-Acdtrux', '--delete' or '--test-label' options");
		return task.isBusybox ? 1 : 2;
	}

	if (task.files.stat(folder)?.kind !== 'directory') {
		yield* complain(task, `${values.get('C') ?? ''}: Cannot open: No such file or directory`);
		return task.isBusybox ? 1 : 2;
	}

	return yield* flags.has('c') ? create(task, options, folder) : unpack(task, options, folder);
}

/** `gzip`, `gunzip`: only the name of a file changes. */
const compress = (isBack: boolean, alwaysOut = false) =>
	function* (task: Task, args: readonly string[]): Routine<number> {
		const options = readOptions(args, {
			flags: 'cdkfnvqtr123456789',
			long: {decompress: 'd', stdout: 'c', keep: 'k', force: 'f'},
		});
		if ('unknown' in options) {
			yield* task.table.machine.assume(task, task.words.join(' '));
			return 0;
		}

		const {flags, operands} = options;
		const back = isBack || flags.has('d');
		let status = 0;
		for (const path of operands.length === 0 ? ['-'] : operands) {
			const text = yield* textOf(task, path);
			if (text === undefined) {
				status = 1;
			} else if (path === '-' || flags.has('c') || alwaysOut) {
				yield* task.out(text);
			} else if (back && !path.endsWith('.gz')) {
				yield* complain(task, `${path}: unknown suffix -- ignored`);
				status = 2;
			} else {
				const worked = yield* attempt(
					task,
					() => {
						task.files.write(pathIn(task, back ? path.slice(0, -3) : `${path}.gz`), text);
						if (!flags.has('k')) {
							task.files.remove(pathIn(task, path));
						}
					},
					({description}) => `${path}: ${description}`,
				);
				status = worked ? status : 1;
			}
		}

		return status;
	};

/** Programs for archives. */
export const archivePrograms: Programs = {
	tar,
	gzip: compress(false),
	gunzip: compress(true),
	zcat: compress(true, true),
};
