import {bytesOfText, textOfBytes} from '../../../kernel/byte-text.js';
import {hashes} from '../../../kernel/hash.js';
import {open} from '../open.js';
import type {Stream} from '../streams.js';
import {head, seq, wc} from './counting.js';
import {
	eachLine,
	filter,
	joined,
	linesOf,
	Output,
	program,
	textOf,
	textsOf,
	type Options,
	type Programs,
} from './program.js';
import {sort} from './sort.js';
import {tr} from './tr.js';

/** `1,3-5,7-`: whether a number, from 1, is in it. */
const inList = (list: string): ((index: number) => boolean) => {
	const ranges = list.split(',').map((range) => {
		const [, from, dash, to] = /^(\d*)(-?)(\d*)$/.exec(range) ?? [];
		return {from: Number(from || 1), to: dash ? Number(to || Number.POSITIVE_INFINITY) : Number(from || 0)};
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
			if (parts.length === 1) {
				return flags.has('s') ? [] : [line];
			}

			return [parts.filter((_, index) => isIn(index + 1)).join(values.get('output-delimiter') ?? delimiter)];
		}),
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
			const echoed = flags.has('e') ? [...operands] : undefined;
			const lines =
				low !== undefined && high !== undefined
					? Array.from({length: Math.min(Number(high) - Number(low) + 1, 100_000)}, (_, index) =>
							String(Number(low) + index),
						)
					: (echoed ?? linesOf((yield* textsOf(task, operands)).text));
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
	seq,
	sort,
	tr,
	wc,
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
