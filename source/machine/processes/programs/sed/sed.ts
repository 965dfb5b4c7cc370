import type {Routine} from '../../../../kernel/routine.js';
import type {FileError} from '../../../../host/file-system.js';
import type {Task} from '../../task.js';
import {attempt, FileLines, linesOf, Output, pathIn, program, textOf, type Options, type Programs} from '../program.js';
import {UnsupportedExpression} from '../regular-expression.js';
import {Editor, type EditedLines} from './editor.js';
import {parseSed} from './parser.js';
import {SedError, type Instruction} from './script.js';

function* sed(task: Task, {flags, values, lists, operands}: Options): Routine<number> {
	const given = lists.get('e')?.join('\n') ?? values.get('f');
	const isFile = values.has('f') && !values.has('e');
	const text = isFile ? ((yield* textOf(task, given)) ?? '') : (given ?? operands[0]);
	const paths = given === undefined ? operands.slice(1) : operands;
	if (text === undefined) {
		yield* task.error('Usage: sed [OPTION]... {script-only-if-no-other-script} [input-file]...\n');
		return 1;
	}

	let script: readonly Instruction[];
	try {
		script = parseSed(text, flags.has('E') || flags.has('r'));
	} catch (error) {
		if (error instanceof UnsupportedExpression || (error instanceof SedError && !error.isWrong)) {
			yield* task.table.machine.assume(task, `sed '${text}'`);
			return 0;
		}

		if (!(error instanceof SedError)) {
			throw error;
		}

		yield* task.error(
			task.isBusybox ? `sed: ${error.text}\n` : `sed: -e expression #1, char ${text.length}: ${error.text}\n`,
		);
		return 1;
	}

	const quiet = flags.has('n');
	if (!flags.has('i')) {
		return yield* sedStream(task, script, paths, {quiet, isPrompt: flags.has('u')});
	}

	let status = 0;
	for (const path of paths) {
		const before = yield* textOf(task, path);
		if (before === undefined) {
			status = task.isBusybox ? 1 : 2;
			continue;
		}

		let after = '';
		const left = linesOf(before).reverse();
		const lines: EditedLines = {
			*next() {
				return left.pop();
			},
			*isLast() {
				return left.length === 0;
			},
		};
		const run = new Editor(task, lines, script, quiet, {
			*add(part) {
				after += part;
			},
		});
		yield* run.run();
		const worked = yield* attempt(
			task,
			() =>
				task.files.write(pathIn(task, path), before.endsWith('\n') || before === '' ? after : after.replace(/\n$/, '')),
			(error: FileError) => `couldn't open temporary file ${path}: ${error.description}`,
		);
		status = worked ? status : 4;
	}

	return status;
}

/** Edits its input, line by line. @param how with `isPrompt` each line is written at once, otherwise in blocks as programs do without a terminal. */
function* sedStream(
	task: Task,
	script: readonly Instruction[],
	paths: readonly string[],
	{quiet, isPrompt}: {readonly quiet: boolean; readonly isPrompt: boolean},
): Routine<number> {
	const lines = new FileLines(task, paths);
	const output = new Output(task);
	let owes = '';
	const run = new Editor(task, lines, script, quiet, {
		*add(part) {
			// The last line ends as its input does.
			const text = lines.isOpen ? part.replace(/\n$/, '') : part;
			yield* output.add(owes + text);
			owes = lines.isOpen ? '\n' : '';
			if (isPrompt) {
				yield* output.flush();
			}
		},
	});
	yield* run.run();
	yield* output.flush();
	const failed = task.isBusybox ? 1 : 2;
	return run.quits ?? (lines.hasFailed ? failed : 0);
}

/** `sed`. */
export const sedPrograms: Programs = {
	sed: program(
		{
			flags: 'nrEiszu',
			values: 'ef',
			long: {quiet: 'n', silent: 'n', expression: 'e', 'regexp-extended': 'E', 'in-place': 'i'},
		},
		sed,
	),
};
