import {shorten} from '../../paint/text-layout.js';
import {clean, cut, width, type Line, type Segment, type Tone} from '../../paint/text.js';
import {textRows, type Box, type BoxRow, type BoxText} from './boxes.js';
import type {Rectangle} from '../../paint/region.js';
import type {Canvas} from './canvas.js';
import type {Placed} from './arrangement.js';

const thin = {across: '─', down: '│', corners: ['┌', '┐', '└', '┘']} as const;
const thick = {across: '━', down: '┃', corners: ['┏', '┓', '┗', '┛']} as const;

const rowWidth = (parts: Line): number => parts.reduce((sum, {text}) => sum + width(clean(text)), 0);

/** The narrowest name before other parts are shortened. */
const leastName = 9;

/** Whether a text is a name. A name has no spaces and no Chinese words, and is shortened in its middle. */
const isName = ({text}: Segment): boolean => !/\s|\p{Script=Han}/u.test(text.trim());

/** The first words that fit, and a mark for omitted ones; words are not cut. */
const wholeWords = (text: string, columns: number): string => {
	const words = text.split(' ');
	const room = (count: number): boolean => width(`${words.slice(0, count).join(' ')} …`) <= columns;
	let count = words.length - 1;
	while (count > 0 && !room(count)) {
		count--;
	}

	const kept = words.slice(0, count).join(' ');
	return /\p{L}/u.test(kept) ? `${kept} …` : shorten(text, columns);
};

/** The texts, shortened by a number of columns, the widest first. @param least the columns that each keeps */
const narrowed = (parts: Line, by: number, giving: Line, least: number): Line => {
	let over = by;
	const narrow = new Map<Segment, string>();
	for (const part of [...giving].sort((a, b) => width(b.text) - width(a.text))) {
		if (over > 0) {
			const text = clean(part.text);
			const room = Math.max(least, width(text) - over);
			const shown = isName(part) ? shorten(text, room) : wholeWords(text, room);
			over -= width(text) - width(shown);
			narrow.set(part, shown);
		}
	}

	return parts.map((part) => ({...part, text: narrow.get(part) ?? part.text}));
};

/** A row that is not wider than its room: first its words are shortened, then names in their middle, then its end is cut. */
export const fitRow = (parts: readonly BoxText[], columns: number): Line => {
	const levels = Math.max(0, ...parts.map(({short = []}) => short.length));
	for (let level = 0; ; level++) {
		const said = parts.map(({short = [], ...part}) => ({
			...part,
			text: short[Math.min(level, short.length) - 1] ?? part.text,
		}));
		const over = rowWidth(said) - columns;
		const names = said.filter((part) => isName(part) && !part.whole);
		const given = names.reduce((sum, {text}) => sum + Math.max(0, width(clean(text)) - leastName), 0);
		if (over <= given) {
			return narrowed(said, over, names, leastName);
		}

		if (level === levels) {
			return narrowed(said, over, said, 5);
		}
	}
};

/** Lays pieces out in sequence, over several rows. */
export const flowRows = (flow: readonly Segment[], columns: number): Line[] => {
	const rows: Segment[][] = [];
	let used = columns + 1;
	for (const piece of flow) {
		const size = width(piece.text) + 2;
		if (used + size - 2 > columns) {
			rows.push([]);
			used = 0;
		}

		const row = rows.at(-1);
		row?.push(...(row.length > 0 ? [{text: '  ', tone: 'plain' as const}] : []), piece);
		used += size;
	}

	return rows;
};

/** The pieces around the active one that fit into one row. */
const around = (flow: readonly Segment[], columns: number): Line => {
	const [first = [], ...others] = flowRows(flow, columns - 2);
	const at = others.findLast((row) => row.some(({text}) => /[●✗]/.test(text)));
	return at ? [{text: '… ', tone: 'dim'}, ...at] : first;
};

/** The weightiest rows that fit, in their order. */
export const shownRows = (rows: readonly BoxRow[], room: number): readonly BoxRow[] => {
	const kept = new Set([...rows].sort((a, b) => b.weight - a.weight).slice(0, Math.max(0, room)));
	return rows.filter((row) => kept.has(row));
};

/** The contents of a box, for its inner width and number of rows; and whether they name the followed object. */
const contentOf = (
	box: Box,
	label: string,
	columns: number,
	rows: number,
): {readonly lines: readonly Line[]; readonly named: boolean} => {
	const whole = flowRows(box.flow, columns - 2);
	const all = textRows(box);
	const others = (box.head ? 1 : 0) + all.filter(({weight}) => weight > 9).length;
	const flow = others + whole.length > rows ? [around(box.flow, columns - 2)] : whole;
	const head: BoxRow[] = box.head ? [{weight: 9.3, parts: box.head}] : [];
	const token: BoxRow = {weight: 9.5, parts: [{text: `▣ ${label}`, tone: 'here'}]};
	const shown = shownRows(
		[
			...(box.holds && !box.named ? [token] : []),
			...head,
			...flow.map((parts): BoxRow => ({weight: 9.2, parts})),
			...all,
		],
		rows,
	);
	return {
		named: shown.some(({parts}) => parts.some(({text}) => text.includes('▣'))),
		lines: shown.map(({parts}) => {
			// A mark is at the edge, so that the marked text is in line with the rest.
			const marked = /^[●✗▣▸✓·… ]/.test(parts[0]?.text ?? '') || rowWidth(parts) === columns;
			return marked ? fitRow(parts, columns) : [{text: ' ', tone: 'plain'}, ...fitRow(parts, columns - 1)];
		}),
	};
};

const edge = (canvas: Canvas, {left, top, columns, rows}: Rectangle, heavy: boolean, tone: Tone): void => {
	const {across, down, corners} = heavy ? thick : thin;
	const line = across.repeat(Math.max(0, columns - 2));
	canvas.text(left, top, `${corners[0]}${line}${corners[1]}`, tone);
	for (let row = top + 1; row < top + rows - 1; row++) {
		canvas.text(left, row, down, tone);
		canvas.text(left + columns - 1, row, down, tone);
	}

	canvas.text(left, top + rows - 1, `${corners[2]}${line}${corners[3]}`, tone);
};

/** Draws the edge of a box: a heavy one says that it acts. */
export const drawEdge = (canvas: Canvas, {box, place}: Placed): void => {
	edge(canvas, place, box.acts, box.acts ? 'here' : 'dim');
};

/** The title in a width, or its short form. */
const titleIn = ({title, short}: Box, room: number): string =>
	shorten(width(title) > room && short !== undefined ? short : title, Math.max(3, room));

/** Writes into a box: `▣` marks the followed object, `▸` the selected box. */
export const fillBox = (canvas: Canvas, {box, place}: Placed, label: string, selected: boolean): void => {
	const {left, top, columns, rows} = place;
	const note = box.note === undefined || columns < 16 ? '' : ` ${box.note} `;
	const {lines, named} = contentOf(box, label, columns - 2, rows - 2);
	const mark = box.holds && !named ? '▣ ' : '';
	const room = columns - 4 - width(note) - width(mark);
	const unselected = box.acts ? 'here' : 'title';
	const tone = selected ? 'select' : unselected;
	if (mark === '' && box.short === undefined && width(box.title) > room && width(box.title) <= room + 2) {
		// A title that fits without the spaces beside it; the sign of the selection then takes the corner.
		canvas.text(left + (selected ? 0 : 1), top, `${selected ? '▸' : ''}${box.title}`, tone);
	} else {
		canvas.text(left + 1, top, `${selected ? '▸' : ' '}${mark}${titleIn(box, room)} `, tone);
	}

	if (note !== '') {
		canvas.text(left + columns - 1 - width(note), top, cut(note, columns - 4), 'dim');
	}

	for (const [index, row] of lines.entries()) {
		canvas.row(left + 1, top + 1 + index, row);
	}
};
