import {byteLengthOf, byteSlice} from '../../../kernel/byte-text.js';
import {printf} from './echo.js';
import {complain, joined, linesOf, opened, Output, program, textOf} from './program.js';

const units: ReadonlyMap<string, number> = new Map([
	['b', 512],
	['k', 1024],
	['K', 1024],
	['M', 1_048_576],
]);

/** Lines or bytes at the start (`+5`), or all but those at the end (`-5`). */
const countOf = (text: string | undefined): {readonly sign: string; readonly count: number} => {
	const [, sign = '', digits = '10', unit = ''] = /^([-+]?)(\d+)([kKMb]?)/.exec(text ?? '10') ?? [];
	return {sign, count: Number(digits) * (units.get(unit) ?? 1)};
};

/** `head`: the first lines or bytes, or all but the last ones. */
export const head = program(
	{flags: 'qvz', values: 'nc', long: {lines: 'n', bytes: 'c', quiet: 'q'}, number: 'n'},
	function* (task, {values, flags, operands}) {
		let status = 0;
		for (const [index, path] of (operands.length === 0 ? ['-'] : operands).entries()) {
			const stream = yield* opened(task, path);
			if (!stream) {
				status = 1;
				continue;
			}

			if ((operands.length > 1 && !flags.has('q')) || flags.has('v')) {
				yield* task.out(`${index > 0 ? '\n' : ''}==> ${path === '-' ? 'standard input' : path} <==\n`);
			}

			const bytes = values.get('c');
			const {sign, count} = countOf(bytes ?? values.get('n'));
			if (sign === '-') {
				const text = (yield* textOf(task, path)) ?? '';
				yield* task.out(
					bytes === undefined
						? joined(linesOf(text).slice(0, -count || undefined))
						: byteSlice(text, 0, -count || undefined),
				);
				continue;
			}

			for (let left = count; left > 0;) {
				const chunk = yield* stream.read(task, bytes === undefined ? 'line' : left);
				if (chunk === undefined) {
					break;
				}

				yield* task.spend(0.5);
				yield* task.out(bytes === undefined ? chunk : byteSlice(chunk, 0, left));
				left -= bytes === undefined ? Number(chunk.endsWith('\n')) : byteLengthOf(chunk);
			}
		}

		return status;
	},
);

/** The width of the columns of `wc`. */
const widthOf = (
	numbers: readonly number[],
	{isAlone, isInput, isBusybox}: {readonly isAlone: boolean; readonly isInput: boolean; readonly isBusybox: boolean},
): number => {
	if (isAlone) {
		return 1;
	}

	if (isInput) {
		return isBusybox ? 9 : 7;
	}

	return Math.max(...numbers.map((one) => String(one).length), isBusybox ? 9 : 1);
};

/** `wc`: counts lines, words, characters and bytes. */
export const wc = program(
	{flags: 'lwcmL', long: {lines: 'l', words: 'w', bytes: 'c', chars: 'm'}},
	function* (task, {flags, operands}) {
		const chosen = flags.size === 0 ? ['l', 'w', 'c'] : ['l', 'w', 'm', 'c', 'L'].filter((one) => flags.has(one));
		const counts: Array<{readonly numbers: readonly number[]; readonly path: string}> = [];
		let status = 0;
		for (const path of operands.length === 0 ? [''] : operands) {
			const text = yield* textOf(task, path || undefined);
			if (text === undefined) {
				status = 1;
				continue;
			}

			const all: Readonly<Record<string, () => number>> = {
				l: () => text.split('\n').length - 1,
				w: () => text.split(/\s+/).filter((word) => word !== '').length,
				c: () => byteLengthOf(text),
				m: () => text.length,
				L: () => Math.max(...linesOf(text).map(({length}) => length), 0),
			};
			counts.push({numbers: chosen.map((one) => all[one]?.() ?? 0), path});
		}

		if (operands.length > 1) {
			counts.push({
				numbers: chosen.map((_, index) => counts.reduce((sum, {numbers}) => sum + (numbers[index] ?? 0), 0)),
				path: 'total',
			});
		}

		const width = widthOf(
			counts.flatMap(({numbers}) => numbers),
			{isAlone: chosen.length === 1 && operands.length < 2, isInput: operands.length === 0, isBusybox: task.isBusybox},
		);
		for (const {numbers, path} of counts) {
			yield* task.out(`${numbers.map((one) => String(one).padStart(width)).join(' ')}${path ? ` ${path}` : ''}\n`);
		}

		return status;
	},
);

/** The first number, the step and the last number, of one to three operands. */
const rangeOf = (numbers: readonly number[]): readonly number[] => {
	const [first = 0, second = 0] = numbers;
	if (numbers.length === 1) {
		return [1, 1, first];
	}

	return numbers.length === 2 ? [first, 1, second] : numbers;
};

/** `seq`: the numbers of a range. */
export const seq = program(
	{flags: 'w', values: 'sf', negative: true, long: {separator: 's', 'equal-width': 'w', format: 'f'}},
	function* (task, {values, flags, operands}) {
		const numbers = operands.map(Number);
		const [first = 1, step = 1, last = 0] = rangeOf(numbers);
		if (numbers.length === 0 || numbers.some((one) => Number.isNaN(one)) || step === 0) {
			yield* complain(
				task,
				numbers.length === 0
					? 'missing operand'
					: `invalid floating point argument: '${operands.find((one) => Number.isNaN(Number(one))) ?? '0'}'`,
			);
			return 1;
		}

		const digits = Math.max(...operands.map((one) => (/\.(\d+)/.exec(one)?.[1] ?? '').length));
		const width = flags.has('w') ? Math.max(first.toFixed(digits).length, last.toFixed(digits).length) : 0;
		const format = values.get('f');
		const separator = values.get('s') ?? '\n';
		const output = new Output(task);
		const count = Math.floor((last - first) / step + 1e-10);
		for (let index = 0; index <= count; index++) {
			const number = (first + index * step).toFixed(digits);
			yield* output.add(
				(index > 0 ? separator : '') +
					(format === undefined ? number.padStart(width, '0') : printf(format, [number]).text),
			);
			yield* task.spend(0.1);
		}

		yield* output.add(count >= 0 ? '\n' : '');
		yield* output.flush();
		return 0;
	},
);
