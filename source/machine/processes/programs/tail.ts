import {byteLengthOf, byteSlice} from '../../../kernel/byte-text.js';
import type {Routine} from '../../../kernel/routine.js';
import type {Task} from '../task.js';
import {pathIn, textOf, type Options} from './program.js';

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

/** `tail`, which with -f follows appended lines. @returns the exit code. */
export function* tail(task: Task, {flags, values, operands}: Options): Routine<number> {
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
		const place = sign === '+' ? Number(count) - 1 : -Number(count);
		yield* task.out(
			values.has('c')
				? byteSlice(text, sign === '+' ? place : place || byteLengthOf(text))
				: lines.slice(sign === '+' ? Math.max(0, place) : place || lines.length).join(''),
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
