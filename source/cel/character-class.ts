/** The insides of `[:name:]`. */
export const posix: Readonly<Record<string, string>> = {
	alnum: '0-9A-Za-z',
	alpha: 'A-Za-z',
	ascii: '\\x00-\\x7F',
	blank: '\\t ',
	cntrl: '\\x00-\\x1F\\x7F',
	digit: '0-9',
	graph: '!-~',
	lower: 'a-z',
	print: ' -~',
	punct: '!-\\/:-@\\[-`\\{-~',
	space: '\\t\\n\\v\\f\\r ',
	upper: 'A-Z',
	word: '0-9A-Za-z_',
	xdigit: '0-9A-Fa-f',
};

/** The insides of `\d`, `\s`, `\w` and of their negated forms, as ranges: they stand in classes too. */
export const perl: Readonly<Record<string, readonly [inside: string, negated: string]>> = {
	d: ['0-9', '\\x00-\\/:-\\u{10FFFF}'],
	s: ['\\t\\n\\f\\r ', '\\x00-\\x08\\v\\x0E-\\x1F!-\\u{10FFFF}'],
	w: ['0-9A-Za-z_', '\\x00-\\/:-@\\[-\\^`\\{-\\u{10FFFF}'],
};

/** A character as JavaScript's expressions escape it. */
export const printed = (code: number): string => `\\u{${code.toString(16).toUpperCase()}}`;

/** The part of a range that is letters of one case, in the other. */
export const otherCase = (low: number, high: number): string =>
	(
		[
			[65, 90, 32],
			[97, 122, -32],
		] as const
	)
		.map(([from, to, shift]) => [Math.max(low, from), Math.min(high, to), shift] as const)
		.filter(([from, to]) => from <= to)
		.map(([from, to, shift]) => `${printed(from + shift)}-${printed(to + shift)}`)
		.join('');

/** All ASCII characters that are not in the class, and everything beyond. */
export const complement = (inside: string): string => {
	const test = new RegExp(`[${inside}]`, 'u');
	const others = Array.from({length: 128}, (_, code) => code).filter((code) => !test.test(String.fromCodePoint(code)));
	return `${others.map((code) => printed(code)).join('')}\\u{80}-\\u{10FFFF}`;
};
