import {printable} from '../../scenario/mistake.js';
import {beginning, clean, ending, plainText, width, type Line, type Segment} from './text.js';

/** Scripts that are written without spaces, and their punctuation. */
const unspaced = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303F\uFF00-\uFFEF`;

const fullWidth = String.raw`\u3000-\u303F\uFF00-\uFFEF`;

/** The places where a line of such a script was only wrapped, without a space. */
const unspacedEnd = new RegExp(
	[
		`(?<=[${unspaced}])\\n(?=\\u201C?[${unspaced}])`,
		`(?<=\\u201D)\\n(?=[${unspaced}])`,
		`(?<=[${unspaced}])\\n(?=\\u201C)`,
		`(?<=[${fullWidth}])\\n(?=\\S)(?![-*$]\\s)`,
		`(?<=\\S)\\n(?=[${fullWidth}])`,
	].join('|'),
	'gu',
);

/** A written text as paragraphs: lines that the writer's editor wrapped are joined; empty, indented and list lines stay. */
export const reflow = (text: string): string =>
	text
		.trim()
		.replaceAll(unspacedEnd, '')
		.replaceAll(/(\S)\n(?=\S)(?![-*$]\s)/g, '$1 ');

/** Characters that stay in one row if a row has room for them, and the spaces before them. */
interface Word {
	readonly gap: number;
	readonly pieces: Segment[];
	size: number;
}

/** Marks that must not end a row, and marks that must not begin one. */
const opening = String.raw`\u201C\u3008\u300A\u300C\u300E\u3010\uFF08`;
const closing = String.raw`\u201D\u3001\u3002\u3009\u300B\u300D\u300F\u3011\uFF01\uFF09\uFF0C\uFF1A\uFF1B\uFF1F`;

/** A character of such a script that is not an opening mark. */
const lone = String.raw`(?![${opening}])[${unspaced}]`;

/** Runs of spaces; characters of scripts that are written without spaces, and other words, each with the marks that stay with it. */
const token = new RegExp(
	` +|[${opening}]*${lone}[\\p{M}${closing}]*|[${opening}]*[^ ${unspaced}]+[${closing}]*|[${opening}]+`,
	'gu',
);

/** A part before which a row may be broken without a space … */
const breaksBefore = new RegExp(`^[${opening}]*[${unspaced}]`, 'u');
/** … and one after which it may … */
const breaksAfter = new RegExp(`^[${opening}]*${lone}|[${closing}]$`, 'u');
/** … unless marks hold the two together, regardless of their tones. */
const opens = new RegExp(`[${opening}]$`, 'u');
const closes = new RegExp(`^[${closing}]`, 'u');

/** The words of a row. A word that changes its tone in the middle is still one word. */
const wordsOf = (row: Line): readonly Word[] => {
	const words: Word[] = [];
	let gap = 0;
	let open = false;
	for (const segment of row) {
		for (const [part] of clean(segment.text).matchAll(token)) {
			if (part.startsWith(' ')) {
				gap += part.length;
				open = false;
				continue;
			}

			const last = words.at(-1);
			const held = gap === 0 && (closes.test(part) || opens.test(last?.pieces.at(-1)?.text ?? ''));
			if (last && (held || (open && !breaksBefore.test(part)))) {
				last.pieces.push({...segment, text: part});
				last.size += width(part);
			} else {
				words.push({gap, pieces: [{...segment, text: part}], size: width(part)});
			}

			gap = 0;
			open = !breaksAfter.test(part);
		}
	}

	return words;
};

const spaces = (count: number): Segment => ({text: ' '.repeat(count), tone: 'plain'});

/** The number of empty columns from which a long word is broken. */
const ragged = 9;

/** The break of a long word: after a slash or another mark of paths and lists, if that fills a third of the row; otherwise at the row's end. */
const brokenAt = (rest: string, fits: string): string => {
	if (fits === rest) {
		return fits;
	}

	const marked = /^.*[/.,:;=&?_-]/su.exec(fits)?.[0] ?? '';
	return width(marked) * 3 > width(fits) ? marked : fits;
};

/**
Wraps a row; only the spaces at its breaks are dropped. It is broken at spaces, and inside words that are longer than a row, after a `/` or
another mark where one is near.

@param indent columns of the second and later rows.
*/
export const wrapRow = (row: Line, columns: number, indent = 0): Line[] => {
	const room = Math.max(2, columns);
	const hang = Math.min(indent, Math.floor(room / 2), room - 2);
	const rows: Line[] = [];
	let now: Segment[] = [];
	let used = 0;
	let begun = false;
	const flush = () => {
		rows.push(now);
		now = hang > 0 ? [spaces(hang)] : [];
		used = hang;
		begun = false;
	};

	for (const {gap, pieces, size} of wordsOf(row)) {
		const lead = begun || rows.length === 0 ? gap : 0;
		if (begun && used + lead + size > room && (hang + size <= room || room - used - lead < ragged)) {
			flush();
		} else if (lead > 0) {
			const kept = Math.min(lead, Math.max(0, room - used - Math.min(2, size)));
			now.push(spaces(kept));
			used += kept;
		}

		for (const piece of pieces) {
			let rest = piece.text;
			while (rest !== '') {
				const part =
					brokenAt(rest, beginning(rest, room - used)) ||
					(used <= hang ? String.fromCodePoint(rest.codePointAt(0) ?? 32) : '');
				if (part !== '') {
					now.push({...piece, text: part});
					used += width(part);
					begun = true;
					rest = rest.slice(part.length);
				}

				if (rest !== '') {
					flush();
				}
			}
		}
	}

	return begun || rows.length === 0 ? [...rows, now] : rows;
};

/** Breaks a text into rows at spaces; longer words are broken at the row's end. Several spaces count as one. */
export const wrap = (text: string, columns: number): string[] =>
	printable(text)
		.trimEnd()
		.split('\n')
		.flatMap((paragraph) =>
			wrapRow([{text: clean(paragraph).trim().replaceAll(/ +/g, ' '), tone: 'plain'}], columns).map((row) =>
				plainText(row),
			),
		);

/** Keys and their effects, two spaces between them, in as many rows as they need: a key stays with its effect. */
export const keyRows = (text: string, columns: number): string[] => {
	const rows: string[] = [];
	for (const item of text.split('  ')) {
		const last = rows.at(-1);
		if (last !== undefined && width(last) + 2 + width(item) <= columns) {
			rows[rows.length - 1] = `${last}  ${item}`;
		} else {
			rows.push(...wrap(item, columns));
		}
	}

	return rows;
};

/** At most this many rows of a text; an ellipsis at the end marks omitted text. */
export const wrapAtMost = (text: string, columns: number, limit: number): string[] => {
	const rows = wrap(text, columns);
	if (rows.length <= limit) {
		return rows;
	}

	const last = rows[limit - 1] ?? '';
	const fits = beginning(last, columns - 2);
	// A word is cut only where it fills the row alone.
	const words = fits === last ? fits : fits.replace(/(?<=\S)\s+\S*$/, '');
	return [...rows.slice(0, limit - 1), `${words.trimEnd()} …`];
};

/** The end of a name that distinguishes it from its neighbours: the part after its last hyphen, slash or full stop. */
const distinctive = /[-/.][^-/.]+$/;

/** A name at most `columns` wide, shortened in its middle: `shop-…-cks6k`. Beginning and end distinguish names of generated objects. */
export const shorten = (name: string, columns: number): string => {
	const shown = clean(name);
	if (width(shown) <= columns) {
		return shown;
	}

	if (columns < 5) {
		return columns > 0 ? `${beginning(shown, columns - 1)}…` : '';
	}

	const own = distinctive.exec(shown)?.[0] ?? '';
	const tail = own !== '' && width(own) <= columns - 3 ? own : ending(shown, Math.floor((columns - 1) / 2));
	const head = beginning(shown, columns - 1 - width(tail));
	const whole = /^.*[-/]/.exec(head)?.[0] ?? '';
	return `${width(whole) * 2 > width(head) ? whole : head}…${tail}`;
};

/** A cell of a table. */
export interface Cell extends Segment {
	/** Whether it is a name, which may be shortened. */
	readonly name?: true;
}

/** The width to which names in a column are shortened at most. */
const shortest = 9;

/**
The widths of a table's columns, two spaces between them. If they are too wide, optional columns are left out, then columns of names are
shortened, the widest first, and then the last columns
are left out.

@param rows heads and cells; a column has names if a cell of it is marked as one.
@param needed the number of columns that are always shown; by default, all.
*/
export const columnWidths = (
	rows: ReadonlyArray<readonly Cell[]>,
	room: number,
	needed = Number.POSITIVE_INFINITY,
): readonly number[] => {
	const count = Math.max(0, ...rows.map((cells) => cells.length));
	const widths = Array.from({length: count}, (_, at) =>
		Math.max(...rows.map((cells) => width(clean(cells[at]?.text ?? '')))),
	);
	const named = widths.map((_, at) => rows.some((cells) => cells[at]?.name));
	const total = (of: readonly number[]) => of.reduce((sum, size) => sum + size + 2, -2);
	const least = () => widths.map((size, at) => (named[at] ? Math.min(size, shortest) : size));
	while (widths.length > 1 && total(widths.length > needed ? widths : least()) > room) {
		widths.pop();
	}

	for (let over = total(widths) - room; over > 0; over--) {
		// One column at a time, the widest of names.
		const most = Math.max(...widths.map((size, at) => (named[at] ? size : 0)));
		if (most <= shortest) {
			break;
		}

		widths[widths.findIndex((size, at) => named[at] && size === most)] = most - 1;
	}

	return widths;
};

/** Rows of a table in columns: names that do not fit are shortened in the middle, and columns that do not fit are left out. */
export const tableRows = (rows: ReadonlyArray<readonly Cell[]>, room: number, needed?: number): Line[] => {
	const widths = columnWidths(rows, room, needed);
	return rows.map((cells) =>
		widths.flatMap((size, at): Segment[] => {
			const {text = '', tone = 'plain'} = cells[at] ?? {};
			const shown = shorten(text, size);
			const fill = at === widths.length - 1 ? '' : ' '.repeat(size - width(shown) + 2);
			return [{text: shown + fill, tone}];
		}),
	);
};
