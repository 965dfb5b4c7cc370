import {fit, line, pad, width, type Line} from '../../paint/text.js';
import type {Part} from '../../paint/region.js';
import {shorten} from '../../paint/text-layout.js';
import type {State} from '../../state/state.js';
import {aheadRows} from './ahead.js';
import {arrange, smallest, type Placed} from './arrangement.js';
import {textRows, type BoxId} from './boxes.js';
import {Canvas} from './canvas.js';
import {drawEdge, fillBox, fitRow} from './draw-boxes.js';
import {drawLinks} from './draw-links.js';
import {boardOf} from './model.js';
import {wordsOf} from '../../words/words.js';

/** The number of rows below the drawing for things that cannot be drawn. */
const wordRows = (height: number): number => {
	if (height >= 18) {
		return 3;
	}

	if (height >= 15) {
		return 2;
	}

	if (height >= 14) {
		return 1;
	}

	return 0;
};

/** The number of rows of the drawing in a board of this size; 0 if it is a list. */
const drawnRows = (columns: number, height: number): number =>
	columns < smallest.columns || height < smallest.rows ? 0 : height - wordRows(height);

/** The box that is selected. */
export const selectedBox = (state: State): BoxId | undefined => {
	const at = state.pane.selected.board;
	return at === undefined ? undefined : boardOf(state).boxes[at]?.id;
};

/** The boxes at their places, in a board of this size; none where it is a list. */
export const placedBoxes = (state: State, columns: number, height: number): readonly Placed[] =>
	drawnRows(columns, height) === 0 ? [] : arrange(boardOf(state).boxes, columns, drawnRows(columns, height)).placed;

/** The board without room for a drawing: a row for each box, the relevant ones first. */
const boardList = (state: State, columns: number, height: number): Line[] => {
	const {boxes, token} = boardOf(state);
	const selected = selectedBox(state);
	const weight = ({acts, holds}: {readonly acts: boolean; readonly holds: boolean}): number =>
		(acts ? 2 : 0) + (holds ? 1 : 0);
	const kept = new Set([...boxes].sort((a, b) => weight(b) - weight(a)).slice(0, height));
	const names = Math.min(16, Math.max(6, Math.floor(columns / 3)));
	return boxes
		.filter((box) => kept.has(box))
		.map((box): Line => {
			const [first] = [...textRows(box)].sort((a, b) => b.weight - a.weight);
			const at = box.flow.findLast(({text}) => /[●✗]/.test(text));
			const mark = `${box.id === selected ? '▸' : ' '}${box.acts ? '●' : ' '}${box.holds ? '▣' : ' '}`;
			return [
				{text: `${mark} ${pad(shorten(box.title, names), names)} `, tone: box.acts ? 'here' : 'plain'},
				...(box.holds && token ? [{text: `${token.label}  `, tone: 'here' as const}] : []),
				...(first?.parts ?? [...(box.head ?? []), {text: '  ', tone: 'plain' as const}, ...(at ? [at] : [])]),
			];
		})
		.map((row) => fitRow(row, columns));
};

const drawBoard = (state: State, columns: number, rows: number): readonly Line[] => {
	const board = boardOf(state);
	const arrangement = arrange(board.boxes, columns, rows);
	const canvas = new Canvas(columns, rows);
	const selected = selectedBox(state);
	// Boxes share edges: that of the one that acts lies above the others, and no edge above a title.
	for (const placed of [...arrangement.placed].sort((a, b) => Number(a.box.acts) - Number(b.box.acts))) {
		drawEdge(canvas, placed);
	}

	for (const placed of arrangement.placed) {
		canvas.aim(placed.place, {box: placed.box.id});
		fillBox(canvas, placed, board.token?.label ?? '', placed.box.id === selected);
	}

	drawLinks(canvas, arrangement, board.links);
	if (arrangement.folded > 0) {
		const more = wordsOf(state).board.nodes(arrangement.folded);
		canvas.text(columns - width(more) - 1, rows - 1, more, 'dim');
	}

	return canvas.lines;
};

/** The board in exactly this many rows: the drawing or the list; below the drawing, the things that cannot be drawn. */
export const boardParts = (state: State, columns: number, height: number): readonly Part[] => {
	const rows = drawnRows(columns, height);
	if (rows === 0) {
		const list = boardList(state, columns, height);
		const rest = Array.from({length: Math.max(0, height - list.length)}, () => line(''));
		return [{name: 'board', rows: [...list, ...rest].slice(0, height)}];
	}

	const ahead = aheadRows(state, boardOf(state), height - rows, columns);
	return [
		{name: 'board', rows: drawBoard(state, columns, rows)},
		{name: 'board words', rows: ahead.map((row) => fit(row, columns))},
	];
};

/** The board as rows. */
export const boardView = (state: State, columns: number, height: number): Line[] =>
	boardParts(state, columns, height).flatMap(({rows}) => rows);
