import stringWidth from 'string-width';
import {printable} from '../scenario/mistake.js';

/** What a piece of text means; the theme gives it a colour. No meaning is carried by colour alone. */
export type Tone =
	'plain' | 'dim' | 'title' | 'here' | 'good' | 'bad' | 'warn' | 'add' | 'remove' | 'change' | 'key' | 'select';

export interface Segment {
	readonly text: string;
	readonly tone: Tone;
}

/** One row of the screen. */
export type Line = readonly Segment[];

export const line = (text: string, tone: Tone = 'plain'): Line => [{text: printable(text), tone}];

export const plainText = (row: Line): string => row.map(({text}) => text).join('');

/** Columns that a text takes; wide characters take two. */
export const width = (text: string): number => (/^[\u0020-\u007E]*$/.test(text) ? text.length : stringWidth(text));

const cut = (text: string, columns: number): string => {
	if (width(text) <= columns) {
		return text;
	}

	let result = '';
	let used = 0;
	for (const character of text) {
		const size = width(character);
		if (used + size > columns - 1) {
			break;
		}

		result += character;
		used += size;
	}

	return columns > 0 ? `${result}…` : '';
};

/** Exactly `columns` wide: cut with an ellipsis, or filled with spaces. */
export const fit = (row: Line, columns: number): Line => {
	const result: Segment[] = [];
	let left = columns;
	for (const {text, tone} of row) {
		const shown = cut(text, left);
		if (shown !== '') {
			result.push({text: shown, tone});
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

/** Breaks a text into rows at spaces; longer words are broken where they must. */
export const wrap = (text: string, columns: number): string[] => {
	const rows: string[] = [];
	for (const paragraph of printable(text).split('\n')) {
		let row = '';
		for (let word of paragraph.split(/ +/)) {
			while (width(word) > columns) {
				const room = row === '' ? columns : columns - width(row) - 1;
				if (room < 8) {
					rows.push(row);
					row = '';
					continue;
				}

				rows.push(row === '' ? word.slice(0, room) : `${row} ${word.slice(0, room)}`);
				word = word.slice(room);
				row = '';
			}

			if (row === '') {
				row = word;
			} else if (width(row) + 1 + width(word) <= columns) {
				row += ` ${word}`;
			} else {
				rows.push(row);
				row = word;
			}
		}

		rows.push(row);
	}

	while (rows.length > 1 && rows.at(-1) === '') {
		rows.pop();
	}

	return rows;
};

const asciiMarks: Readonly<Record<string, string>> = {
	'✓': '+',
	'✗': 'x',
	'●': '@',
	'○': 'o',
	'◆': '*',
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
	'█': '#',
	'▁': '_',
	'▂': '_',
	'▃': '-',
	'▄': '-',
	'▅': '=',
	'▆': '=',
	'▇': '#',
};

/** The same row in plain characters, equally wide. */
export const toASCII = (row: Line): Line =>
	row.map(({text, tone}) => ({
		tone,
		text: text.replaceAll(/[^\u0000-\u007F]/g, (character) => asciiMarks[character] ?? '?'),
	}));

/** A rule with a title at its left and a note at its right: `─ Pod default/web ───── #57 ─`. */
export const rule = (title: string, columns: number, note = '', tone: Tone = 'title'): Line => {
	const right = note === '' ? '' : ` ${printable(note)} ─`;
	const shown = cut(printable(title), Math.max(0, columns - width(right) - 5));
	const left = shown === '' ? '─' : `─ ${shown} `;
	const fill = Math.max(0, columns - width(left) - width(right));
	return [
		{text: left, tone},
		{text: '─'.repeat(fill), tone: 'dim'},
		{text: right, tone: 'dim'},
	];
};
