import {fit, line, pad, width, type Line} from '../../paint/text.js';
import {shorten} from '../../paint/text-layout.js';
import type {State} from '../../state/state.js';
import {aheadRows} from './ahead.js';
import {arrange, smallest, type Placed} from './arrangement.js';
import type {BoxId} from './boxes.js';
import {Canvas} from './canvas.js';
import {drawEdge, fillBox, fitRow} from './draw-boxes.js';
import {drawLinks} from './draw-links.js';
import {boardOf} from './model.js';
import {wordsOf} from '../../words/words.js';

/** How many rows below the drawing say what cannot be drawn. */
const wordRows = (height: number): number => (height >= 18 ? 3 : height >= 15 ? 2 : height >= 14 ? 1 : 0);

/** The box that is selected. */
export const selectedBox = (state: State): BoxId | undefined => {
	const at = state.pane.selected.board;
	return at === undefined ? undefined : boardOf(state).boxes[at]?.id;
};

/** The boxes at their places, in a board of this size; none where it is a list. */
export const placedBoxes = (state: State, columns: number, height: number): readonly Placed[] =>
	columns < smallest.columns || height < smallest.rows
		? []
		: arrange(boardOf(state).boxes, columns, height - wordRows(height)).placed;

/** Where there is no room for a drawing: a row for each box, those that matter here first. */
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
			const [first] = [...box.rows].sort((a, b) => b.weight - a.weight);
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

/** The board in exactly so many rows. */
export const boardView = (state: State, columns: number, height: number): Line[] => {
	if (columns < smallest.columns || height < smallest.rows) {
		const rows = boardList(state, columns, height);
		return [...rows, ...Array.from({length: Math.max(0, height - rows.length)}, () => line(''))].slice(0, height);
	}

	const board = boardOf(state);
	const words = wordRows(height);
	const drawing = height - words;
	const arrangement = arrange(board.boxes, columns, drawing);
	const canvas = new Canvas(columns, drawing);
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
		canvas.text(columns - width(more) - 1, drawing - 1, more, 'dim');
	}

	return [...canvas.lines, ...aheadRows(state, board, words, columns).map((row) => fit(row, columns))];
};
