import {byteLengthOf, byteSlice, bytesOfText, textOfBytes} from '../../../kernel/byte-text.js';
import {hashes} from '../../../kernel/hash.js';
import {open} from '../open.js';
import type {Stream} from '../streams.js';
import {printf} from './echo.js';
import {
	complain,
	eachLine,
	filter,
	linesOf,
	opened,
	Output,
	program,
	textOf,
	textsOf,
	type Options,
	type Programs,
} from './program.js';

const joined = (lines: readonly string[]): string => (lines.length === 0 ? '' : `${lines.join('\n')}\n`);

/** `1,3-5,7-`: whether a number, from 1, is in it. */
const inList = (list: string): ((index: number) => boolean) => {
	const ranges = list.split(',').map((range) => {
		const [, from, dash, to] = /^(\d*)(-?)(\d*)$/.exec(range) ?? [];
		return {from: Number(from || 1), to: dash ? (to ? Number(to) : Number.POSITIVE_INFINITY) : Number(from || 0)};
	});
	return (index) => ranges.some(({from, to}) => index >= from && index <= to);
};

const cut = (text: string, {values, flags}: Options): string => {
	const fields = values.get('f');
	const isIn = inList(fields ?? values.get('c') ?? values.get('b') ?? '');
	const delimiter = values.get('d') ?? '\t';
	return joined(
		linesOf(text).flatMap((line) => {
			if (fields === undefined) {
				return [[...line].filter((_, index) => isIn(index + 1)).join('')];
			}

			const parts = line.split(delimiter);
			return parts.length === 1
				? flags.has('s')
					? []
					: [line]
				: [parts.filter((_, index) => isIn(index + 1)).join(values.get('output-delimiter') ?? delimiter)];
		}),
	);
};

const characterClasses: ReadonlyMap<string, string> = new Map([
	['upper', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'],
	['lower', 'abcdefghijklmnopqrstuvwxyz'],
	['digit', '0123456789'],
	['space', ' \t\n\r\v\f'],
	['blank', ' \t'],
	['alpha', 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'],
	['alnum', '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'],
	['punct', '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'],
]);

/** The characters of a set of `tr`: ranges, classes and escapes. */
const charactersOf = (set: string): string =>
	set.replaceAll(
		/\[:(\w+):\]|\\([0-7]{1,3}|.)|([^\\])-([^\\])/gs,
		(all: string, name?: string, escape?: string, from?: string, to?: string) => {
			if (name !== undefined) {
				return characterClasses.get(name) ?? '';
			}

			if (escape !== undefined) {
				return /^[0-7]+$/.test(escape) ? String.fromCharCode(Number.parseInt(escape, 8)) : printf(all, []).text;
			}

			const [low, high] = [from?.charCodeAt(0) ?? 0, to?.charCodeAt(0) ?? 0];
			return low > high
				? all
				: Array.from({length: high - low + 1}, (_, index) => String.fromCharCode(low + index)).join('');
		},
	);

const translated = (text: string, {flags, operands}: Options): string => {
	const [first = '', second = ''] = operands;
	const from = charactersOf(first);
	const to = charactersOf(second);
	const complement = flags.has('c') || flags.has('C');
	const isIn = (character: string): boolean => from.includes(character) !== complement;
	const squeezes = flags.has('s');
	const squeezed = operands.length > 1 && !flags.has('d') ? to : flags.has('d') ? to : undefined;
	// Joined at the end: a text that is made a character at a time takes many times its length.
	const result: string[] = [];
	let last = '';
	for (const character of text) {
		if (flags.has('d') && isIn(character)) {
			continue;
		}

		const changed =
			operands.length > 1 && !flags.has('d') && isIn(character)
				? complement
					? to.slice(-1)
					: (to[from.indexOf(character)] ?? to.slice(-1))
				: character;
		const isSqueezed =
			squeezes && changed === last && (squeezed === undefined ? isIn(changed) : squeezed.includes(changed));
		if (!isSqueezed) {
			result.push(changed);
		}

		last = changed;
	}

	return result.join('');
};

const sortKey = (line: string, key: string | undefined, delimiter: string | undefined): string => {
	const [, field] = /^(\d+)/.exec(key ?? '') ?? [];
	if (field === undefined) {
		return line;
	}

	const [, to] = /,(\d+)/.exec(key ?? '') ?? [];
	const parts = delimiter === undefined ? line.split(/(?<=\S)(?=\s)/) : line.split(delimiter);
	return parts.slice(Number(field) - 1, to === undefined ? undefined : Number(to)).join(delimiter ?? '');
};

const sizes = 'KMGTPE';

const numberAtStart = (text: string, isHuman: boolean): number => {
	const [, number = '0', unit = ''] = /^\s*(-?\d*\.?\d*)([KMGTPE]?)/i.exec(text) ?? [];
	return (Number(number) || 0) * (isHuman && unit ? 1024 ** (sizes.indexOf(unit.toUpperCase()) + 1) : 1);
};

const versionParts = (text: string): readonly string[] => text.match(/\d+|\D+/g) ?? [];

const byVersion = (a: string, b: string): number => {
	const [first, second] = [versionParts(a), versionParts(b)];
	for (const [index, part] of first.entries()) {
		const other = second[index];
		if (other === undefined) {
			return 1;
		}

		const difference =
			/^\d/.test(part) && /^\d/.test(other) ? Number(part) - Number(other) : part < other ? -1 : part > other ? 1 : 0;
		if (difference !== 0) {
			return difference;
		}
	}

	return first.length - second.length;
};

const sorted = (text: string, {flags, values}: Options): string => {
	const key = values.get('k');
	const own = new Set([...flags, ...(/[a-zA-Z]+/.exec(key ?? '')?.[0] ?? '')]);
	const keyOf = (line: string): string => {
		const found = sortKey(line, key, values.get('t'));
		if (own.has('f')) {
			return found.toUpperCase();
		}

		if (own.has('b')) {
			return found.trimStart();
		}

		return found;
	};

	const compare = (a: string, b: string): number => {
		const [first, second] = [keyOf(a), keyOf(b)];
		const difference =
			own.has('n') || own.has('h') || own.has('g')
				? numberAtStart(first, own.has('h')) - numberAtStart(second, own.has('h'))
				: own.has('V')
					? byVersion(first, second)
					: first < second
						? -1
						: first > second
							? 1
							: 0;
		const whole = difference === 0 && !flags.has('s') && !flags.has('u') ? (a < b ? -1 : a > b ? 1 : 0) : difference;
		return own.has('r') ? -whole : whole;
	};

	const lines = linesOf(text).sort(compare);
	return joined(
		flags.has('u') ? lines.filter((line, index) => index === 0 || compare(lines[index - 1] ?? '', line) !== 0) : lines,
	);
};

const unique = (text: string, {flags}: Options): string => {
	const groups: Array<{readonly line: string; count: number}> = [];
	const same = (line: string): string => (flags.has('i') ? line.toLowerCase() : line);
	for (const line of linesOf(text)) {
		const last = groups.at(-1);
		if (last && same(last.line) === same(line)) {
			last.count++;
		} else {
			groups.push({line, count: 1});
		}
	}

	return joined(
		groups
			.filter(({count}) => {
				if (flags.has('d')) {
					return count > 1;
				}

				if (flags.has('u')) {
					return count === 1;
				}

				return true;
			})
			.map(({line, count}) => (flags.has('c') ? `${String(count).padStart(7)} ${line}` : line)),
	);
};

const hashed = (algorithm: keyof typeof hashes) =>
	program({flags: 'cbtz', long: {check: 'c', status: 's', quiet: 'q'}}, function* (task, {operands, flags}) {
		if (flags.has('c')) {
			yield* task.table.machine.assume(task, `${task.words[0] ?? ''} -c`);
			return 0;
		}

		let status = 0;
		for (const path of operands.length === 0 ? ['-'] : operands) {
			const text = yield* textOf(task, path);
			if (text === undefined) {
				status = 1;
			} else {
				yield* task.out(`${hashes[algorithm](bytesOfText(text))}  ${path}\n`);
			}
		}

		return status;
	});

/** Lines or bytes at the start (`+5`), or all but those at the end (`-5`). */
const countOf = (text: string | undefined): {readonly sign: string; readonly count: number} => {
	const [, sign = '', digits = '10', unit = ''] = /^([-+]?)(\d+)([kKMb]?)/.exec(text ?? '10') ?? [];
	return {
		sign,
		count: Number(digits) * (unit === 'k' || unit === 'K' ? 1024 : unit === 'M' ? 1_048_576 : unit === 'b' ? 512 : 1),
	};
};

const head = program(
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
				left -= bytes === undefined ? (chunk.endsWith('\n') ? 1 : 0) : byteLengthOf(chunk);
			}
		}

		return status;
	},
);

const wc = program(
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

		const width =
			chosen.length === 1 && operands.length < 2
				? 1
				: operands.length === 0
					? task.isBusybox
						? 9
						: 7
					: Math.max(
							...counts.flatMap(({numbers}) => numbers.map((one) => String(one).length)),
							task.isBusybox ? 9 : 1,
						);
		for (const {numbers, path} of counts) {
			yield* task.out(`${numbers.map((one) => String(one).padStart(width)).join(' ')}${path ? ` ${path}` : ''}\n`);
		}

		return status;
	},
);

const seq = program(
	{flags: 'w', values: 'sf', negative: true, long: {separator: 's', 'equal-width': 'w', format: 'f'}},
	function* (task, {values, flags, operands}) {
		const numbers = operands.map(Number);
		const [first = 1, step = 1, last = 0] =
			numbers.length === 1 ? [1, 1, numbers[0]] : numbers.length === 2 ? [numbers[0], 1, numbers[1]] : numbers;
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

/** Programs that turn text into text. */
export const textPrograms: Programs = {
	cut: program(
		{
			flags: 's',
			values: 'fdcb',
			long: {fields: 'f', delimiter: 'd', characters: 'c', 'output-delimiter': 'output-delimiter'},
		},
		function* (task, options) {
			const output = new Output(task);
			const status = yield* eachLine(task, options.operands, function* (line) {
				yield* output.add(cut(`${line}\n`, options));
			});
			yield* output.flush();
			return status;
		},
	),
	tr: program(
		{flags: 'dscC', stops: true, long: {delete: 'd', 'squeeze-repeats': 's', complement: 'c'}},
		function* (task, options) {
			const output = new Output(task);
			for (;;) {
				// What is squeezed may go over the end of a part.
				const text = options.flags.has('s') ? (yield* textsOf(task, [])).text || undefined : yield* task.read();
				if (text === undefined) {
					break;
				}

				yield* task.spend(text.length / 700);
				yield* output.add(translated(text, options));
				if (task.isBusybox) {
					yield* output.flush();
				}
			}

			yield* output.flush();
			return 0;
		},
	),
	sort: program(
		{
			flags: 'nruhVfbsgzcdim',
			values: 'ktoST',
			long: {
				numeric: 'n',
				'numeric-sort': 'n',
				reverse: 'r',
				unique: 'u',
				key: 'k',
				'field-separator': 't',
				output: 'o',
				check: 'c',
			},
		},
		function* (task, options) {
			const {text, status} = yield* textsOf(task, options.operands);
			if (status !== 0) {
				return 2;
			}

			const result = sorted(text, options);
			yield* task.spend(result.length / 1000);
			if (options.flags.has('c')) {
				return result === text ? 0 : 1;
			}

			const path = options.values.get('o');
			if (path === undefined) {
				yield* task.out(result);
			} else {
				const stream = yield* open(task, path, '>');
				yield* stream.write(task, result);
			}

			return 0;
		},
	),
	uniq: filter({flags: 'cdui', long: {count: 'c', repeated: 'd', unique: 'u'}}, unique, ({operands}) =>
		operands.slice(0, 1),
	),
	rev: filter({}, (text) => joined(linesOf(text).map((line) => [...line].reverse().join('')))),
	tac: filter({}, (text) => joined(linesOf(text).reverse())),
	nl: filter({flags: '', values: 'bws'}, (text) => {
		let number = 0;
		return joined(linesOf(text).map((line) => (line === '' ? '       ' : `${String(++number).padStart(6)}\t${line}`)));
	}),
	fold: filter({flags: 's', values: 'w', long: {width: 'w'}}, (text, {values}) =>
		joined(
			linesOf(text).flatMap(
				(line) =>
					line.match(
						new RegExp(`.{1,${Math.max(1, Math.min(10_000, Number(values.get('w') ?? 80) || 80))}}`, 'gs'),
					) ?? [''],
			),
		),
	),
	base64: filter({flags: 'di', values: 'w', long: {decode: 'd', wrap: 'w'}}, (text, {flags, values}) => {
		if (flags.has('d')) {
			return textOfBytes(Buffer.from(text, 'base64'));
		}

		const encoded = bytesOfText(text).toString('base64');
		const width = Number(values.get('w') ?? 76);
		return width === 0
			? encoded
			: joined(encoded.match(new RegExp(`.{1,${Math.max(1, Math.min(10_000, width))}}`, 'g')) ?? []);
	}),
	shuf: program(
		{flags: 'ez', values: 'nio', long: {'head-count': 'n', 'input-range': 'i', echo: 'e'}},
		function* (task, {values, flags, operands}) {
			const [, low, high] = /^(\d+)-(\d+)$/.exec(values.get('i') ?? '') ?? [];
			const most = Math.min(Number(values.get('n') ?? Number.POSITIVE_INFINITY), 1_000_000);
			const lines =
				low !== undefined && high !== undefined
					? Array.from({length: Math.min(Number(high) - Number(low) + 1, 100_000)}, (_, index) =>
							String(Number(low) + index),
						)
					: flags.has('e')
						? [...operands]
						: linesOf((yield* textsOf(task, operands)).text);
			for (let index = lines.length - 1; index > 0; index--) {
				const other = task.table.random(index + 1);
				[lines[index], lines[other]] = [lines[other] ?? '', lines[index] ?? ''];
			}

			yield* task.spend(lines.length / 20);
			yield* task.out(joined(lines.slice(0, most)));
			return 0;
		},
	),
	paste: program({flags: 's', values: 'd'}, function* (task, {flags, values, operands}) {
		const columns: Array<readonly string[]> = [];
		for (const path of operands.length === 0 ? ['-'] : operands) {
			columns.push(linesOf((yield* textOf(task, path)) ?? ''));
		}

		const separator = values.get('d') ?? '\t';
		const longest = columns.reduce((most, {length}) => Math.max(most, length), 0);
		yield* task.spend(longest / 10);
		yield* task.out(
			joined(
				flags.has('s')
					? columns.map((lines) => lines.join(separator))
					: Array.from({length: longest}, (_, at) => columns.map((lines) => lines[at] ?? '').join(separator)),
			),
		);
		return 0;
	}),
	column: filter({flags: 't', values: 's'}, (text) => {
		const rows = linesOf(text).map((line) => line.trim().split(/\s+/));
		return joined(
			rows.map((row) =>
				row
					.map((cell, index) =>
						index === row.length - 1
							? cell
							: cell.padEnd(Math.max(...rows.map((other) => other[index]?.length ?? 0)) + 2),
					)
					.join(''),
			),
		);
	}),
	md5sum: hashed('md5'),
	sha1sum: hashed('sha1'),
	sha256sum: hashed('sha256'),
	sha512sum: hashed('sha512'),
	head,
	wc,
	seq,
	tee: program({flags: 'aip', long: {append: 'a'}}, function* (task, {flags, operands}) {
		const streams: Stream[] = [];
		for (const path of operands) {
			streams.push(yield* open(task, path, flags.has('a') ? '>>' : '>'));
		}

		for (let text = yield* task.read(); text !== undefined; text = yield* task.read()) {
			yield* task.out(text);
			for (const stream of streams) {
				yield* stream.write(task, text);
			}
		}

		return 0;
	}),
	strings: program({values: 'n'}, function* (task, {operands}) {
		return yield* eachLine(task, operands, function* (line) {
			yield* task.out(`${line}\n`);
		});
	}),
};
