import stringWidth from 'string-width';
import {printable} from '../../scenario/mistake.js';
import {memoised} from '../../kernel/memoised.js';
import type {Target} from './target.js';

/** The meaning of a piece of text, for which the theme has a colour. Colour is never the only sign of a meaning. */
export type Tone =
	| 'plain'
	| 'dim'
	| 'title'
	| 'here'
	| 'good'
	| 'bad'
	| 'warn'
	| 'add'
	| 'remove'
	| 'change'
	| 'key'
	| 'term'
	| 'select';

export interface Segment {
	readonly text: string;
	readonly tone: Tone;
	/** The target of a click on it. */
	readonly target?: Target;
}

/** One row of the screen. */
export type Line = readonly Segment[];

/** The size of a drawing area: columns and rows of a terminal. */
export interface Size {
	readonly columns: number;
	readonly rows: number;
}

export const line = (text: string, tone: Tone = 'plain'): Line => [{text, tone}];

export const plainText = (row: Line): string => row.map(({text}) => clean(text)).join('');

const ascii = /^[\u0020-\u007E]*$/;

/** Latin and Cyrillic letters, and the marks and lines that the screen draws: each is one column wide, in every terminal. */
const narrow =
	/^[\u0020-\u007E\u00A1-\u00AC\u00AE-\u017F\u0400-\u0482\u048A-\u04FF\u2013-\u201D\u2026\u2039\u203A\u2190-\u2193\u2500-\u259F■▸●○◆◇▼✓✗]*$/;

const wide = memoised((text: string) => stringWidth(text), 20_000);

/** The width of a text in columns; wide characters have two. */
export const width = (text: string): number => (narrow.test(text) ? text.length : wide(text));

/** Text of one row: no control characters, no tabs, and no characters with terminal-dependent width (joiners, variation selectors). */
export const clean = (text: string): string =>
	narrow.test(text)
		? text
		: printable(text)
				.replaceAll(/[\t\n]/g, ' ')
				.replaceAll(/\p{Default_Ignorable_Code_Point}|[\u2028\u2029]/gu, '');

/** The number of columns that a row takes. */
export const rowWidth = (row: Line): number => width(clean(row.map(({text}) => text).join('')));

const graphemes = new Intl.Segmenter('en', {granularity: 'grapheme'});

/** The characters of a text that fit into this many columns; a letter keeps its accents, a flag its halves. */
export const beginning = (text: string, columns: number): string => {
	if (narrow.test(text)) {
		return text.slice(0, Math.max(0, columns));
	}

	let result = '';
	let used = 0;
	for (const {segment} of graphemes.segment(text)) {
		const size = width(segment);
		if (used + size > columns) {
			break;
		}

		result += segment;
		used += size;
	}

	return result;
};

/** The characters at the end of a text that fit into this many columns. */
export const ending = (text: string, columns: number): string => {
	const characters = [...graphemes.segment(text)].map(({segment}) => segment);
	let from = characters.length;
	for (let left = columns; from > 0; from--) {
		left -= width(characters[from - 1] ?? '');
		if (left < 0) {
			break;
		}
	}

	return characters.slice(from).join('');
};

/** A text at most `columns` wide; an ellipsis marks omitted text. */
export const cut = (text: string, columns: number): string => {
	if (width(text) <= columns) {
		return text;
	}

	if (columns > 0) {
		return `${beginning(text, columns - 1)}…`;
	}

	return '';
};

/** Like `cut`, but keeps the end. */
export const cutStart = (text: string, columns: number): string => {
	if (width(text) <= columns) {
		return text;
	}

	return columns > 0 ? `…${ending(text, columns - 1)}` : '';
};

/** Filled with spaces to a width. */
export const pad = (text: string, columns: number): string => {
	const shown = cut(clean(text), columns);
	return shown + ' '.repeat(Math.max(0, columns - width(shown)));
};

/** A row moved to the left by this many columns, to show the part cut off at the right. */
export const shiftLeft = (row: Line, columns: number): Line => {
	let left = columns;
	const result: Segment[] = [];
	for (const segment of row) {
		const shown = clean(segment.text);
		const skipped = beginning(shown, left);
		left -= width(skipped);
		if (skipped.length < shown.length) {
			left = 0;
			result.push({...segment, text: shown.slice(skipped.length)});
		}
	}

	return result;
};

/** Exactly `columns` wide: cut with an ellipsis, or filled with spaces. All drawn text passes through here. */
export const fit = (row: Line, columns: number): Line => {
	const result: Segment[] = [];
	let left = columns;
	for (const [index, segment] of row.entries()) {
		const text = clean(segment.text);
		const more = width(text) === left && row.slice(index + 1).some((later) => later.text !== '');
		const shown = more ? cut(`${text} `, left) : cut(text, left);
		if (shown !== '') {
			result.push(shown === segment.text ? segment : {...segment, text: shown});
			left -= width(shown);
		}

		if (shown !== text) {
			break;
		}
	}

	if (left > 0) {
		result.push({text: ' '.repeat(left), tone: 'plain'});
	}

	return result;
};

const asciiMarks: Readonly<Record<string, string>> = {
	'✓': '*',
	'✗': 'X',
	'●': '@',
	'○': 'o',
	'◆': '&',
	'▸': '>',
	'·': '.',
	'›': '>',
	'─': '-',
	'│': '|',
	'…': '~',
	'■': '#',
	'↓': 'v',
	'↑': '^',
	'→': '>',
	'←': '<',
	'×': 'x',
	'–': '-',
	'“': '"',
	'”': '"',
	'’': "'",
	'▼': 'v',
	'┊': ':',
	'═': '=',
	µ: 'u',
	'█': '#',
	'▓': '=',
	'░': '.',
	'⧗': 't',
	'◂': '<',
	'▁': '_',
	'▂': '_',
	'▃': '-',
	'▄': '-',
	'▅': '=',
	'▆': '=',
	'▇': '#',
	'▒': '%',
	'▣': '#',
	'▶': '>',
	'◀': '<',
	'▲': '^',
	'━': '=',
	'╌': '-',
	'┃': '|',
	'╎': ':',
	...Object.fromEntries([...'┌┐└┘┏┓┗┛┬┳┴┻├┤'].map((corner) => [corner, '+'])),
};

/** A row in plain ASCII characters, as wide as before. */
export const toASCII = (row: Line): Line =>
	row.map((segment) => ({
		...segment,
		text: ascii.test(segment.text)
			? segment.text
			: segment.text.replaceAll(
					/[^\u0000-\u007F]/gu,
					(character) => asciiMarks[character] ?? '?'.repeat(width(character)),
				),
	}));

/** A rule with a title at its left and a note at its right: `─ Pod default/web ───── #57 ─`. */
export const rule = (title: string, columns: number, note: string | Line = '', tone: Tone = 'title'): Line => {
	const parts: Line = typeof note === 'string' ? line(clean(note), 'dim') : note;
	const size = Math.min(width(plainText(parts)), Math.max(0, columns - 8));
	const end: Line = size === 0 ? [] : [line(' ', 'dim'), fit(parts, size), line(' ─', 'dim')].flat();
	const shown = cut(clean(title), Math.max(0, columns - (size === 0 ? 0 : size + 3) - 4));
	const left = shown === '' ? '─' : `─ ${shown} `;
	const fill = Math.max(0, columns - width(left) - (size === 0 ? 0 : size + 3));
	return [{text: left, tone}, {text: '─'.repeat(fill), tone: 'dim'}, ...end];
};

/** The rows at exactly the size of the terminal, in ASCII if it has no other characters. */
export const toSize = (drawn: readonly Line[], size: Size, ascii: boolean): Line[] => {
	const rows = Array.from({length: size.rows}, (_, index) => fit(drawn[index] ?? line(''), size.columns));
	return ascii ? rows.map((row) => toASCII(row)) : rows;
};
