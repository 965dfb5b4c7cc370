import type {Random} from '../../kernel/random.js';

/** The material of a language's random inputs. */
export interface Material {
	/** Inputs that are right, or nearly. */
	readonly corpus: readonly string[];
	/** Words and signs of the language. */
	readonly words: readonly string[];
}

/** Texts that break readers of any language: limits of numbers, JavaScript names, terminal escapes, half characters. */
const awkward = [
	'',
	'\0',
	'\u001B[2J',
	'\uFEFF',
	'\uD800',
	'\u2028',
	'\r\n',
	'\t',
	'__proto__',
	'constructor',
	'toString',
	'hasOwnProperty',
	'null',
	'true',
	'{}',
	'[]',
	'""',
	'-1',
	'0',
	'1e999',
	'-0',
	'0x10',
	'2147483648',
	'9007199254740993',
	'99999999999999999999999',
	'NaN',
	'Infinity',
	'%',
	'%00',
	'../..',
	'ü',
	'😀',
	'$(',
	'${',
	'{{',
	'}}',
	'&a',
	'*a',
	'<<',
];

const longest = 1 << 16;

const one = <T>(random: Random, values: readonly T[], otherwise: T): T =>
	values[random.below(values.length)] ?? otherwise;

/** Two places in a text in order, usually near each other. */
const borders = (random: Random, {length}: string): readonly [number, number] => {
	const from = random.below(length + 1);
	return [from, Math.min(length, from + random.below(random.below(4) === 0 ? length + 1 : 12))];
};

const numbers = /\d+/g;

/** The changes that are made to an input. */
const changes: ReadonlyArray<(text: string, random: Random, material: Material) => string> = [
	(text, random) => {
		const [from, to] = borders(random, text);
		return text.slice(0, from) + text.slice(to);
	},
	(text, random) => {
		const [from, to] = borders(random, text);
		const times = 1 + random.below(random.below(10) === 0 ? 2000 : 3);
		return text.slice(0, to) + text.slice(from, to).repeat(times) + text.slice(to);
	},
	(text, random, {words}) => {
		const at = random.below(text.length + 1);
		return text.slice(0, at) + one(random, random.below(3) === 0 ? awkward : words, '') + text.slice(at);
	},
	(text, random, {words}) => {
		const [from, to] = borders(random, text);
		return text.slice(0, from) + one(random, random.below(2) === 0 ? awkward : words, '') + text.slice(to);
	},
	(text, random) => {
		const at = random.below(text.length + 1);
		return (
			text.slice(0, at) + String.fromCharCode(random.below(random.below(4) === 0 ? 0x1_0000 : 256)) + text.slice(at + 1)
		);
	},
	(text, random, {corpus}) => {
		const other = one(random, corpus, '');
		const [from, to] = borders(random, other);
		const at = random.below(text.length + 1);
		return text.slice(0, at) + other.slice(from, Math.max(to, from + random.below(200))) + text.slice(at);
	},
	(text, random) => {
		const found = [...text.matchAll(numbers)];
		const number = found[random.below(found.length)];
		return number
			? text.slice(0, number.index) +
					one(random, ['-1', '0', '1', '65536', '2147483648', '1e9', '0.1', '99999999999999999999'], '') +
					text.slice(number.index + number[0].length)
			: text;
	},
	(text, random) => text.slice(0, random.below(text.length + 1)),
	(text, random) => {
		const lines = text.split('\n');
		const [from, to] = [random.below(lines.length), random.below(lines.length)];
		const [line = ''] = lines.splice(from, 1);
		lines.splice(to, random.below(2), random.below(2) === 0 ? line : `  ${line}`);
		return lines.join('\n');
	},
];

const largest = 100_000;

/** A piece of the text as often as a large input can have it: quadratic comparisons are slow. */
const grown = (text: string, random: Random): string => {
	const from = random.below(text.length + 1);
	const piece = text.slice(from, from + 1 + random.below(120));
	const times = Math.floor((largest - text.length) / Math.max(1, piece.length));
	return text.slice(0, from) + piece.repeat(Math.max(0, times)) + text.slice(from);
};

/** A random input, near one of the corpus: determined by the given random source. */
export const mutated = (random: Random, material: Material): string => {
	let text = one(random, material.corpus, '');
	const times = random.below(20) === 0 ? 0 : 1 + random.below(random.below(3) === 0 ? 12 : 3);
	for (let time = 0; time < times; time++) {
		const change = changes[random.below(changes.length)];
		text = change ? change(text, random, material).slice(0, longest) : text;
	}

	return random.below(200) === 0 ? grown(text, random) : text;
};
