import {lastHeight, lastParts} from '../footer.js';
import {lessonPane, textLimit} from '../lesson-pane.js';
import {paneParts, paneTitle} from '../pane.js';
import {stopPane} from '../stop-pane.js';
import {timeline} from '../timeline.js';
import type {View} from '../../../classroom/views.js';
import {heightOf, stacked, type Part, type Rectangle, type Region} from '../../paint/region.js';
import {rule, width, type Line} from '../../paint/text.js';
import {hasEnter} from '../../state/contexts.js';
import {paceWords} from '../../state/pace.js';
import type {State} from '../../state/state.js';
import {boardTitle} from './board-title.js';
import {boardParts, placedBoxes, selectedBox} from './board-view.js';
import type {Placed} from './arrangement.js';
import {wordsOf} from '../../words/words.js';

/** The width from which the state is beside the board; on narrower screens, the board has the whole width. */
const besideColumns = 190;

/** The most rows of the board: the rest shows this stop's changes and their causes. */
const boardRows = (columns: number): number => {
	if (columns >= 150) {
		return 25;
	}

	if (columns >= 110) {
		return 22;
	}

	return 20;
};

const head = (state: State): Part[] => {
	const {columns, rows} = state.size;
	if (state.pane.zoomed) {
		return [];
	}

	const isLow = rows < 16;
	// While a story plays, a low screen is for the board: the lesson's text returns with its end.
	const hasText = state.lesson !== undefined && rows >= 12 && !(isLow && state.board.story && state.board.playing);
	const text = hasText ? lessonPane(state.lesson, columns, textLimit(state.lesson, rows, true)) : [];
	const tight = isLow || (state.lesson !== undefined && rows < 30);
	const sentenceRows = isLow ? 2 : 4;
	return [
		{name: 'lesson', rows: text},
		{name: 'stop', rows: stopPane(state, columns, tight ? 1 : 3, tight ? sentenceRows : 6)},
	];
};

const boardRule = (state: State, columns: number): Line => {
	const keys = wordsOf(state).board.keys(
		state.board.story ? '' : paceWords(state.board),
		!hasEnter(state) || selectedBox(state) !== undefined,
	);
	const note = `${keys}${state.board.playing ? ' ▶' : ''}`;
	return rule(boardTitle(state, paneTitle(state, 'board'), columns - width(note) - 9), columns, note);
};

/** The division of the screen while the board is open: the place of the board, and the room below it. */
const division = (state: State) => {
	const {columns, rows} = state.size;
	const above = head(state);
	const top = heightOf(above);
	const room = Math.max(1, rows - top - 2 - lastHeight(state, columns));
	const beside = columns >= besideColumns && !state.pane.zoomed;
	const most = boardRows(columns);
	const height = state.pane.zoomed || room < most + 5 ? room : most;
	const place: Rectangle = {
		left: 0,
		top: top + 1,
		columns: beside ? Math.floor(columns * 0.62) : columns,
		rows: height,
	};
	return {above, place, beside, below: room - height};
};

const pane = (state: State, view: View, columns: number, height: number): Part[] =>
	paneParts(state, view, rule(paneTitle(state, view), columns), columns, Math.max(1, height - 1));

/** The screen with the board: the stop is above it, and, if they fit, the state and the causes are beside or below it. */
export const boardScreen = (state: State): Region[] => {
	const {columns, rows} = state.size;
	const {above, place, beside, below} = division(state);
	const board: Part[] = [
		{name: 'board rule', rows: [boardRule(state, place.columns)]},
		...boardParts(state, place.columns, place.rows),
	];
	const foot: Part[] = [{name: 'timeline', rows: [timeline(state, columns)]}, ...lastParts(state, columns)];
	const at = (left: number, top: number, width: number, parts: readonly Part[]) =>
		stacked(parts, {left, top, columns: width, rows: rows - top});
	const top = heightOf(above);
	if (beside) {
		const height = place.rows + 1 + below;
		const left = place.columns + 1;
		return [
			...at(0, 0, columns, above),
			...at(0, top, place.columns, [...board, ...(below > 3 ? pane(state, 'why', place.columns, below) : [])]),
			...at(left, top, columns - left, pane(state, 'state', columns - left, height)),
			...at(0, top + height, columns, foot),
		];
	}

	if (below <= 3) {
		return at(0, 0, columns, [...above, ...board, ...foot]);
	}

	const under = top + heightOf(board);
	const middle = columns >= 150 ? Math.floor(columns * 0.58) : columns;
	const left = middle + 1;
	return [
		...at(0, 0, columns, [...above, ...board]),
		...at(0, under, middle, pane(state, 'state', middle, below)),
		...(middle === columns ? [] : at(left, under, columns - left, pane(state, 'why', columns - left, below))),
		...at(0, under + below, columns, foot),
	];
};

/** The boxes of the board at their places on the screen; none where the board is a list. */
export const placedOnScreen = (state: State): readonly Placed[] => {
	const {place} = division(state);
	return placedBoxes(state, place.columns, place.rows).map(({box, place: own}) => ({
		box,
		place: {...own, left: own.left + place.left, top: own.top + place.top},
	}));
};
