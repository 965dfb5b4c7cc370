import {FileError} from '../../../files/file-system.js';
import {printf} from '../echo.js';
import {eachLine, Output, program, textOf, type Programs} from '../program.js';
import {UnsupportedExpression} from '../regular-expression.js';
import {Interpreter} from './interpreter.js';
import {parseAwk} from './parser.js';
import {AwkError} from './tree.js';

const awk = program({values: 'Fvf', stops: true}, function* (task, {values, lists, operands}) {
	const file = values.get('f');
	const text = file === undefined ? operands[0] : yield* textOf(task, file);
	if (text === undefined) {
		yield* task.error('usage: awk [-F fs][-v var=value][prog | -f progfile][file ...]\n');
		return 2;
	}

	const output = new Output(task);
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
			status = yield* eachLine(task, paths, function* (line, path) {
				goesOn = yield* run.line(line, path);
				return !goesOn;
			});
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
