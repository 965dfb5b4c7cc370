import type {Routine} from '../../../../kernel/routine.js';
import {FileError} from '../../../../host/file-system.js';
import type {Task} from '../../task.js';
import {printf} from '../echo.js';
import {eachLine, Output, program, textOf, textsOf, type Programs} from '../program.js';
import {UnsupportedExpression} from '../regular-expression.js';
import {Interpreter} from './interpreter.js';
import {parseAwk} from './parser.js';
import {AwkError} from './tree.js';

/** Reads the records of files: an empty separator means that they are parted by empty lines. @returns 1 if a file cannot be read. */
function* eachRecord(
	task: Task,
	paths: readonly string[],
	separator: string,
	each: (record: string, path: string) => Routine<boolean>,
): Routine<number> {
	if (separator.length > 1) {
		throw new AwkError('a pattern as RS');
	}

	const {text, status} = yield* textsOf(task, paths);
	const records = separator === '' ? text.replace(/^\n+/, '').split(/\n\n+/) : text.split(separator);

	for (const [index, record] of records.entries()) {
		const isLast = index === records.length - 1;
		if (!(isLast && record === '')) {
			yield* task.spend(0.3);
			if (yield* each(isLast && separator === '' ? record.replace(/\n$/, '') : record, paths[0] ?? '-')) {
				break;
			}
		}
	}

	return status;
}

const awk = program({values: 'Fvf', stops: true}, function* (task, {values, lists, operands}) {
	const file = values.get('f');
	const text = file === undefined ? operands[0] : yield* textOf(task, file);
	if (text === undefined) {
		yield* task.error('usage: awk [-F fs][-v var=value][prog | -f progfile][file ...]\n');
		return 2;
	}

	const output = new Output(task);
	// Programs other than busybox's write in blocks by default.
	const isPrompt = task.isBusybox || text.includes('fflush');
	try {
		const rules = parseAwk(text);
		const run = new Interpreter(task, rules, output);
		const separator = values.get('F');
		if (separator !== undefined) {
			run.set('FS', separator === 't' ? '\t' : printf(separator.replaceAll('%', '%%'), []).text);
		}

		for (const assignment of lists.get('v') ?? []) {
			const [, name = '', value = ''] = /^([A-Za-z_]\w*)=(.*)$/s.exec(assignment) ?? [];
			run.set(name, printf(value.replaceAll('%', '%%'), []).text);
		}

		const paths = file === undefined ? operands.slice(1) : operands;
		let status = 0;
		let goesOn = yield* run.runAll('BEGIN');
		if (goesOn && rules.some(({when}) => when !== 'BEGIN')) {
			const each = function* (line: string, path: string): Routine<boolean> {
				goesOn = yield* run.line(line, path);
				if (isPrompt) {
					yield* output.flush();
				}

				return !goesOn;
			};
			status =
				run.separator === '\n'
					? yield* eachLine(task, paths, each)
					: yield* eachRecord(task, paths, run.separator, each);
			yield* run.runAll('END');
		}

		yield* output.flush();
		return run.status || (status === 0 ? 0 : 2);
	} catch (error) {
		if (error instanceof FileError) {
			yield* task.error(`awk: ${error.path}: ${error.description}\n`);
			return 2;
		}

		if (!(error instanceof AwkError || error instanceof UnsupportedExpression)) {
			throw error;
		}

		yield* task.table.machine.assume(task, `awk '${text}'`);
		return 0;
	}
});

/** `awk`. */
export const awkPrograms: Programs = {awk, gawk: awk, mawk: awk, nawk: awk};
