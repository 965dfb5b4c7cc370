import type {Routine} from '../../../kernel/routine.js';
import {TestError, testHolds} from '../shell/condition.js';
import type {Task} from '../task.js';
import {formatTime} from './date.js';
import type {Programs} from './program.js';

/** A text with escapes as `echo -e` and `printf %b` know them. @returns it, and whether `\c` ended it. */
export const unescaped = (text: string): {readonly text: string; readonly ends: boolean} => {
	const end = /(?<!\\)(?:\\\\)*\\c/.exec(text);
	const kept = end ? text.slice(0, end.index + end[0].length - 2) : text;
	return {text: kept.replaceAll(escape, escaped), ends: end !== null};
};

const escape = /\\(?:0([0-7]{0,3})|([1-7][0-7]{0,2})|x([\da-fA-F]{1,2})|u([\da-fA-F]{1,4})|([abefnrtv\\"]))/g;

const escaped = (_: string, octal?: string, plain?: string, hex?: string, unicode?: string, letter = ''): string => {
	const digits = octal ?? plain;
	if (digits !== undefined) {
		return String.fromCharCode(Number.parseInt(digits || '0', 8) & 255);
	}

	return hex === undefined && unicode === undefined
		? (letters.get(letter) ?? letter)
		: String.fromCodePoint(Number.parseInt(hex ?? unicode ?? '', 16));
};

const letters: ReadonlyMap<string, string> = new Map([
	['a', '\u0007'],
	['b', '\b'],
	['e', '\u001B'],
	['f', '\f'],
	['n', '\n'],
	['r', '\r'],
	['t', '\t'],
	['v', '\v'],
]);

function* echo(task: Task, args: readonly string[]): Routine<number> {
	let escapes = task.shellDialect === 'dash';
	let isOpen = false;
	let index = 0;
	for (; index < args.length; index++) {
		const word = args[index] ?? '';
		if (!(task.shellDialect === 'dash' ? word === '-n' && index === 0 : /^-[neE]+$/.test(word))) {
			break;
		}

		isOpen ||= word.includes('n');
		escapes = task.shellDialect === 'dash' || word.includes('e') || (escapes && !word.includes('E'));
	}

	const words = args.slice(index).join(' ');
	const {text, ends} = escapes ? unescaped(words) : {text: words, ends: false};
	yield* task.out(text + (isOpen || ends ? '' : '\n'));
	return 0;
}

/** A number as printf reads it. */
const numberOf = (text: string): number | undefined => {
	if (/^['"]/.test(text)) {
		return text.codePointAt(1) ?? 0;
	}

	if (text === '') {
		return 0;
	}

	if (/^\s*[-+]?(?:0[xX][\da-fA-F]+|\d+)$/.test(text)) {
		return Number(
			/^\s*[-+]?0\d/.test(text)
				? Number.parseInt(text, 8)
				: text.replace(/^\s*([-+]?)(.*)$/, (_, sign: string, digits: string) =>
						sign === '-' ? String(-Number(digits)) : digits,
					),
		);
	}

	return undefined;
};

interface Directive {
	readonly flags: string;
	readonly width: number;
	readonly precision: number | undefined;
	readonly conversion: string;
}

const most = 10_000;

const padded = (text: string, {flags, width}: Directive): string => {
	if (flags.includes('-')) {
		return text.padEnd(Math.min(width, most));
	}

	if (flags.includes('0') && /^[-+]?[\d.a-fA-Fx]+$/.test(text)) {
		return (
			(/^[-+]/.exec(text)?.[0] ?? '') +
			text.replace(/^[-+]/, '').padStart(Math.min(width, most) - (/^[-+]/.test(text) ? 1 : 0), '0')
		);
	}

	return text.padStart(Math.min(width, most));
};

/** A value as a directive of a format says. @returns `undefined` if it is not a number. */
const formatted = (directive: Directive, value: string): string | undefined => {
	const {flags, conversion, precision} = directive;
	switch (conversion) {
		case 's': {
			return padded(value.slice(0, precision), {...directive, flags: flags.replaceAll('0', '')});
		}

		case 'b': {
			return unescaped(value).text;
		}

		case 'c': {
			return padded(value.charAt(0), directive);
		}

		case 'q': {
			if (/^[\w@%+=:,./-]+$/.test(value)) {
				return value;
			}

			if (value === '') {
				return "''";
			}

			return value.replaceAll(/[^\w@%+=:,./-]/g, String.raw`\$&`);
		}

		default: {
			return formattedNumber(directive, value);
		}
	}
};

/** A number with this many decimals; ties round to even, as in C. */
const fixed = (number: number, digits: number): string => {
	const text = number.toFixed(digits);
	const exact = number.toFixed(Math.min(100, digits + 55));
	const cut = exact.length - (exact.length - exact.indexOf('.') - 1 - digits);
	return /^50*$/.test(exact.slice(cut)) && /[02468]\.?$/.test(exact.slice(0, cut))
		? exact.slice(0, cut).replace(/\.$/, '')
		: text;
};

const formattedNumber = (directive: Directive, value: string): string | undefined => {
	const {flags, conversion, precision} = directive;
	const isReal = /[eEfFgG]/.test(conversion);
	const number = isReal ? Number(value) : numberOf(value);
	if (number === undefined || Number.isNaN(number)) {
		return undefined;
	}

	const sign = number < 0 ? '' : (['+', ' '].find((flag) => flags.includes(flag)) ?? '');
	const digits = (radix: number): string => {
		const text = Math.abs(Math.trunc(number))
			.toString(radix)
			.padStart(Math.min(precision ?? 0, most), '0');
		return (number < 0 ? '-' : '') + text;
	};
	switch (conversion) {
		case 'd':
		case 'i':
		case 'u': {
			return padded(sign + digits(10), directive);
		}

		case 'x': {
			return padded((flags.includes('#') ? '0x' : '') + digits(16), directive);
		}

		case 'X': {
			return padded(digits(16).toUpperCase(), directive);
		}

		case 'o': {
			return padded(digits(8), directive);
		}

		case 'f':
		case 'F': {
			return padded(sign + fixed(number, Math.min(precision ?? 6, 40)), directive);
		}

		case 'e':
		case 'E': {
			const text = number.toExponential(Math.min(precision ?? 6, 100)).replace(/e([-+])(\d)$/, 'e$10$2');
			return padded(sign + (conversion === 'E' ? text.toUpperCase() : text), directive);
		}

		default: {
			return padded(sign + String(Number(number.toPrecision(Math.min(100, Math.max(1, precision ?? 6))))), directive);
		}
	}
};

/** The output of `printf`; the format repeats until no value is left. @returns the text, and the values that are not numbers. */
export const printf = (
	format: string,
	values: readonly string[],
): {readonly text: string; readonly wrong: readonly string[]} => {
	const wrong: string[] = [];
	let text = '';
	let next = 0;
	do {
		const before = next;
		let ended = false;
		text += format.replaceAll(
			/%(?:%|([-+ 0#]*)(\*|\d*)(?:\.(\*|\d*))?[hlLjzt]*([a-zA-Z]))|\\(?:c|0?[0-7]{1,3}|x[\da-fA-F]{1,2}|u[\da-fA-F]{1,4}|.)/gs,
			(all: string, flags = '', width?: string, precision?: string, conversion?: string) => {
				if (ended) {
					return '';
				}

				if (all.startsWith('\\')) {
					ended = all === '\\c';
					return ended ? '' : unescaped(/^\\[1-7]/.test(all) ? `\\0${all.slice(1)}` : all).text;
				}

				if (conversion === undefined) {
					return '%';
				}

				const wide = width === '*' ? Number(values[next++] ?? 0) : Number(width || 0);
				const digits = precision === '*' ? values[next++] : precision;
				const precise = precision === undefined ? undefined : Number(digits || 0);
				const value = values[next++] ?? '';
				const shown = formatted(
					{
						flags: wide < 0 ? `${String(flags)}-` : String(flags),
						width: Math.abs(wide),
						precision: precise,
						conversion,
					},
					value,
				);
				if (shown === undefined) {
					wrong.push(value);
				}

				ended = conversion === 'b' && unescaped(value).ends;
				const start = Number.parseFloat(value) || 0;
				return (
					shown ??
					formattedNumber(
						{flags: String(flags), width: wide, precision: precise, conversion},
						String(Math.trunc(start)),
					) ??
					'0'
				);
			},
		);
		if (next === before || ended || text.length > 4_194_304) {
			break;
		}
	} while (next < values.length);
	return {text, wrong};
};

function* runPrintf(task: Task, args: readonly string[]): Routine<number> {
	const isBash = task.shell?.dialect === 'bash';
	const name = isBash && args[0] === '-v' ? args[1] : undefined;
	const options = args[0] === '--' ? 1 : 0;
	const words = args.slice(name === undefined ? options : 2);
	const [given, ...values] = words;
	// Each date takes the next value: a time in seconds, or nothing and -1 for now.
	const format = isBash
		? given?.replaceAll(/%\(([^)]*)\)T/g, (_, dateFormat: string) => {
				const seconds = Number(values.shift() ?? -1);
				return formatTime(seconds < 0 ? task.kernel.wallClockMs : seconds * 1000, dateFormat || '%T').replaceAll(
					'%',
					'%%',
				);
			})
		: given;
	if (format === undefined) {
		yield* task.error(
			task.isBusybox ? 'printf: missing operand\n' : 'printf: usage: printf [-v var] format [arguments]\n',
		);
		return 2;
	}

	const {text, wrong} = printf(format, values);
	yield* task.spend(text.length / 1000);
	if (name === undefined) {
		yield* task.out(text);
	} else {
		task.shell?.variables.set(name, text);
	}

	for (const value of wrong) {
		yield* task.error(
			task.shellMessage(
				{
					dash: `printf: ${value}: expected numeric value`,
					ash: `invalid number '${value}'`,
					bash: `printf: ${value}: invalid number`,
				}[task.shellDialect],
			),
		);
	}

	return wrong.length > 0 ? 1 : 0;
}

function* test(task: Task, args: readonly string[], name = 'test'): Routine<number> {
	try {
		return testHolds(task, args) ? 0 : 1;
	} catch (error) {
		if (!(error instanceof TestError)) {
			throw error;
		}

		yield* task.error(task.shellMessage(task.shellDialect === 'ash' ? error.text : `${name}: ${error.text}`));
		return 2;
	}
}

/** `echo`, `printf`, `test`: builtins of shells. */
export const echoPrograms: Programs = {
	echo,
	printf: runPrintf,
	test,
	*'['(task, args) {
		if (args.at(-1) !== ']') {
			yield* task.error(
				task.shellMessage(
					task.shellDialect === 'ash' ? 'missing ]' : `[: missing ${task.shellDialect === 'bash' ? "`]'" : ']'}`,
				),
			);
			return 2;
		}

		return yield* test(task, args.slice(0, -1), '[');
	},
	*true() {
		return 0;
	},
	*false() {
		return 1;
	},
	*yes(task, args) {
		const line = `${args.join(' ') || 'y'}\n`;
		const block = line.repeat(Math.max(1, Math.floor(4096 / line.length)));
		for (;;) {
			yield* task.out(block);
			yield* task.spend(5);
		}
	},
};
