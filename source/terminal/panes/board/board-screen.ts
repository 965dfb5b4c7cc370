import {lastRows} from '../footer.js';
import {lessonPane, textLimit} from '../lesson-pane.js';
import {drawPane, paneTitle} from '../pane.js';
import {stopPane} from '../stop-pane.js';
import {timeline} from '../timeline.js';
import type {View} from '../../../lessons/views.js';
import {fit, rule, type Line} from '../../paint/text.js';
import {paceWords} from '../../state/pace.js';
import type {State} from '../../state/state.js';
import {boardView, placedBoxes} from './board-view.js';
import type {Placed} from './arrangement.js';
import type {Rectangle} from './canvas.js';

/** From this width on, the state stands beside the board; below it, the board has the whole width. */
const besideColumns = 190;

/** Rows that the board uses at most: what is left shows what this stop changed, and why. */
const boardRows = (columns: number): number => (columns >= 150 ? 25 : columns >= 110 ? 22 : 20);

const head = (state: State): Line[] => {
	const {columns, rows} = state.size;
	if (state.pane.zoomed) {
		return [];
	}

	const text = state.lesson && rows >= 12 ? lessonPane(state.lesson, columns, textLimit(state.lesson, rows, true)) : [];
	const tight = rows < 16 || (state.lesson !== undefined && rows < 30);
	return [...text, ...stopPane(state, columns, tight ? 1 : 3, tight ? 2 : rows < 30 ? 3 : 5)];
};

const paneRule = (state: State, view: View, columns: number): Line => {
	const title = paneTitle(state, view);
	return rule(
		title,
		columns,
		view === 'board'
			? `enter looks inside  v closes  speed ${paceWords(state.board)}${state.board.playing ? ' ▶' : ''}`
			: '',
	);
};

/** How the screen is divided while the board is open: where the board is, and how much is left below it. */
const division = (state: State) => {
	const {columns, rows} = state.size;
	const top = head(state).length;
	const room = Math.max(1, rows - top - 4);
	const beside = columns >= besideColumns && !state.pane.zoomed;
	const most = boardRows(columns);
	const height = state.pane.zoomed || room < most + 5 ? room : most;
	const place: Rectangle = {
		left: 0,
		top: top + 1,
		columns: beside ? Math.floor(columns * 0.62) : columns,
		rows: height,
	};
	return {place, beside, below: room - height};
};

const besides = (left: readonly Line[], right: readonly Line[], columns: number, height: number): Line[] =>
	Array.from({length: height}, (_, index) => [
		...fit(left[index] ?? [], columns),
		{text: ' ', tone: 'plain' as const},
		...(right[index] ?? []),
	]);

const pane = (state: State, view: View, columns: number, height: number): Line[] => [
	paneRule(state, view, columns),
	...drawPane(state, view, columns, Math.max(1, height - 1)),
];

/** The screen with the board: what happens here above it, and, where there is room, the state and why beside or below it. */
export const boardScreen = (state: State): Line[] => {
	const {columns, rows} = state.size;
	const {place, beside, below} = division(state);
	const foot = [timeline(state, columns), ...lastRows(state, columns)];
	const board = [paneRule(state, 'board', place.columns), ...boardView(state, place.columns, place.rows)];
	const right = columns - place.columns - 1;
	if (beside) {
		const under = below > 3 ? pane(state, 'why', place.columns, below) : [];
		return [
			...head(state),
			...besides(
				[...board, ...under],
				pane(state, 'state', right, place.rows + 1 + below),
				place.columns,
				place.rows + 1 + below,
			),
			...foot,
		];
	}

	if (below <= 3) {
		return [...head(state), ...board, ...foot].slice(0, rows);
	}

	const middle = columns >= 150 ? Math.floor(columns * 0.58) : columns;
	const under =
		middle === columns
			? pane(state, 'state', columns, below)
			: besides(pane(state, 'state', middle, below), pane(state, 'why', columns - middle - 1, below), middle, below);
	return [...head(state), ...board, ...under, ...foot];
};

/** The boxes of the board at their places on the screen; none where the board is a list. */
export const placedOnScreen = (state: State): readonly Placed[] => {
	const {place} = division(state);
	return placedBoxes(state, place.columns, place.rows).map(({box, place: own}) => ({
		box,
		place: {...own, left: own.left + place.left, top: own.top + place.top},
	}));
};
