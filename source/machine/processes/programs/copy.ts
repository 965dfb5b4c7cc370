import type {Routine} from '../../../kernel/routine.js';
import {FileError, resolvePath} from '../../../host/file-system.js';
import type {Task} from '../task.js';
import {attempt, complain, nameOf, pathIn, type Options} from './program.js';

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

/** The words about a copy or move that does not work. @param last the target as it is written. */
const complaint = (
	{isBusybox}: Task,
	{code, description}: FileError,
	{isMove, isThere, source, last}: Readonly<{isMove: boolean; isThere: boolean; source: string; last: string}>,
): string => {
	if (!isThere) {
		return isBusybox
			? `can't ${isMove ? 'rename' : 'stat'} '${source}': ${description}`
			: `cannot stat '${source}': ${description}`;
	}

	return isBusybox || code === 'ENOENT'
		? `can't create '${last}': ${description}`
		: `cannot create regular file '${last}': ${description}`;
};

/** `cp` and `mv`, by the name of the task. @returns the exit code. */
export function* copyOrMove(task: Task, {flags, values, operands}: Options): Routine<number> {
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
		const isNamed = isInto && !/(?:^|\/)\.{1,2}$/.test(source);
		const destination = isNamed ? resolvePath(to, from.replace(/^.*\//, '')) : to;
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
			(error) => complaint(task, error, {isMove, isThere: stat !== undefined, source, last}),
		);
		status = worked ? status : 1;
		yield* task.spend(2 + (stat?.size ?? 0) / 2000);
		if (flags.has('v') && worked) {
			const to = isInto ? `${last.replace(/\/+$/, '')}/${from.replace(/^.*\//, '')}` : last;
			yield* task.out(`${isMove && !task.isBusybox ? 'renamed ' : ''}'${source}' -> '${to}'\n`);
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
