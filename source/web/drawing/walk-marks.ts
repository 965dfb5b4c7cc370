import type {Walk} from '../../cluster.js';
import {shiftLeft, type Line} from '../../screen/paint/text.js';
import type {WalkParts} from '../../screen/panes/walk-rows.js';
import type {Point} from './geometry.js';
import type {Mark} from './mark.js';
import {textMark} from './race-marks.js';
import type {Canvas} from './svg.js';

/** The drawn path of a packet: its marks, their height, and the points that the packet passes. */
export interface WalkPlaces {
	readonly marks: readonly Mark[];
	readonly height: number;
	readonly way: readonly Point[];
}

/** The distance of the path from the left edge, in pixels. */
const wayLeft = 18;
const radius = 9;

interface PlacedHop {
	readonly index: number;
	readonly top: number;
	readonly bottom: number;
}

/** The columns of the number before a hop. */
const numberColumns = 4;

/** The text of a hop without its number, which is in a disc. */
const withoutNumber = ([first = [], ...rest]: readonly Line[]): readonly Line[] => [
	[{text: ' '.repeat(numberColumns), tone: 'plain'}, ...shiftLeft(first, numberColumns)],
	...rest,
];

/** Frames around consecutive hops on the same node. */
const frameMarks = (hops: Walk['hops'], placed: readonly PlacedHop[], width: number): readonly Mark[] =>
	placed.flatMap(({index, top}): Mark[] => {
		const where = hops[index]?.where ?? '';
		if (where === '' || hops[index - 1]?.where === where) {
			return [];
		}

		const next = placed.find((one) => one.index > index && hops[one.index]?.where !== where);
		const bottom = (next ? placed[next.index - 1] : placed.at(-1))?.bottom ?? top;
		return [{is: 'bar', role: 'frame', tone: 'plain', area: {left: 2, top, width: width - 4, height: bottom - top}}];
	});

/** Places the path of a packet: a disc for each hop on its line, its node around it, and its end. */
export const walkPlaces = ({hops, arrives}: Walk, parts: WalkParts, canvas: Canvas): WalkPlaces => {
	const {width, height} = canvas;
	const row = canvas.row;
	const lines = [...parts.hops.flat(), ...parts.end].length;
	const gap = Math.max(3, Math.min(10, (height - lines * row) / (parts.hops.length + 1)));
	const placed: PlacedHop[] = [];
	let top = 2;
	for (const [index, rows] of parts.hops.entries()) {
		const bottom = top + rows.length * row + 2;
		placed.push({index, top, bottom});
		top = bottom + gap;
	}

	const centreOf = (hop: PlacedHop): Point => ({x: wayLeft, y: hop.top + row / 2 + 1});
	const way = placed.map((hop) => centreOf(hop));
	const [first, last] = [way[0], way.at(-1)];
	const tone = arrives ? 'good' : 'bad';
	return {
		marks: [
			...frameMarks(hops, placed, width),
			...(first && last && way.length > 1 ? [{is: 'stroke' as const, tone, points: [first, last]} as const] : []),
			...placed.flatMap((hop): Mark[] => {
				const {x, y} = centreOf(hop);
				const ends = !arrives && hop.index === placed.length - 1;
				const number = String(hop.index + 1);
				return [
					{is: 'dot', x, y, radius, shape: 'disc', tone: ends ? 'bad' : 'here'},
					{is: 'text', role: 'number', x, y: y + 4, parts: [{text: ends ? '✗' : number, tone: 'plain'}]},
					...withoutNumber(parts.hops[hop.index] ?? []).map((line, at) =>
						textMark(line, 10, hop.top + at * row + row * 0.7),
					),
				];
			}),
			...parts.end.map((line, at) => textMark(line, 10, top + at * row + row * 0.7)),
		],
		height: top + parts.end.length * row + 4,
		way,
	};
};

/** The path of a packet in sentences, for screen readers. */
export const walkSentences = ({hops}: Walk, {end}: WalkParts): readonly string[] => [
	...hops.map(({what, where, says, lines}, index) => {
		const chosen = lines.filter((line) => line.chosen).map(({text}) => text);
		return `${index + 1}. ${what}${where === '' ? '' : `, ${where}`}: ${[says, ...chosen].join('; ')}`;
	}),
	end
		.map((line) =>
			line
				.map(({text}) => text)
				.join('')
				.trim(),
		)
		.join(' '),
];
