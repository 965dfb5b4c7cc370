import {footer, hasFooter, lastRows, promptLine} from './footer.js';
import {boardScreen} from './board/board-screen.js';
import {componentTree, followedRows} from './left-column.js';
import {lessonPane, tallLesson, textLimit} from './lesson-pane.js';
import {writersLegend} from './blame-view.js';
import {rowsOf, showsBlame} from './rows.js';
import {columnWidths, divisionOf, mainView, mapColumns} from './division.js';
import {drawPane, paneTitle, tabs} from './pane.js';
import {sideColumn, sidePanes, type SidePane} from './side-column.js';
import {stopPane} from './stop-pane.js';
import {stopOf, type State} from '../state/state.js';
import {mapLine} from './pipeline-map.js';
import {workProgressLine} from './work-progress.js';
import {fit, line, rule, width, type Line} from '../paint/text.js';
import {timeline} from './timeline.js';
import {lanesView} from './lanes-view.js';
import type {View} from '../../lessons/views.js';

const paneRule = (state: State, view: View, columns: number): Line => {
	const title = paneTitle(state, view);
	if (view === 'state' && showsBlame(state)) {
		return rule(title, columns, writersLegend(state, columns - width(title) - 8));
	}

	return rule(title, columns, tabs(state.pane.view, Math.max(12, columns - Math.min(width(title), 40) - 8)));
};

const tallHead = (state: State, columns: number, rows: number): Line[] => [
	...(state.lesson && !state.lesson.tall
		? lessonPane(state.lesson, columns, textLimit(state.lesson, rows, false))
		: []),
	...stopPane(
		state,
		columns,
		rows < 16 ? 1 : rows < 24 || (state.lesson && rows < 30) ? 2 : 3,
		Math.max(2, Math.floor(rows / (state.lesson ? 4 : 2)) - 3),
	),
];

const narrowHead = (state: State): Line[] => {
	const {columns, rows} = state.size;
	if (state.pane.zoomed) {
		return [];
	}

	const lines = rows < 16 ? [] : [mapLine(state, columns), workProgressLine(state, stopOf(state), columns)];
	return [...lines, ...tallHead(state, columns, rows)];
};

const narrow = (state: State): Line[] => {
	const {columns, rows} = state.size;
	const foot = [timeline(state, columns), ...lastRows(state, columns)];
	const head = narrowHead(state);
	const body = Math.max(1, rows - head.length - foot.length - 1);
	return [
		...head,
		paneRule(state, state.pane.view, columns),
		...drawPane(state, state.pane.view, columns, body),
		...foot,
	];
};

/** Puts panes side by side. */
const beside = (left: readonly Line[], right: readonly Line[], columns: number, height: number): Line[] =>
	Array.from({length: height}, (_, index) => [...fit(left[index] ?? line(''), columns), ...(right[index] ?? line(''))]);

const lanesFoot = (state: State): Line[] => {
	const {columns, rows} = state.size;
	const lanes = state.pane.view === 'lanes' ? [] : lanesView(state, columns, Math.max(4, Math.floor(rows / 5)));
	return lanes.length === 0 ? [] : [rule('Lanes', columns), ...lanes];
};

/** What is above and below the columns, and beside them. */
const columnParts = (state: State) => {
	const {columns, rows} = state.size;
	const isWide = divisionOf(state) === 'wide';
	const top = isWide ? [] : [mapLine(state, columns), workProgressLine(state, stopOf(state), columns)];
	const foot = [...(isWide ? lanesFoot(state) : []), timeline(state, columns), ...lastRows(state, columns)];
	const {main} = columnWidths(state);
	return {top, foot, height: rows - top.length - foot.length, head: tallHead(state, main, rows)};
};

const mapColumn = (state: State, height: number): Line[] => {
	const tree = componentTree(state, mapColumns, Math.ceil(height * 0.65));
	const room = height - tree.length - 2;
	return [rule('Pipeline', mapColumns), ...tree, rule('Pods', mapColumns), ...followedRows(state, mapColumns, room)];
};

/** Rows that a pane must leave so that the object is shown below it. */
const spareRows = 10;

/** The open pane; where it leaves much room, below it the object that the stop is about. */
const mainPanes = (state: State, columns: number, height: number): Line[] => {
	const shown = mainView(state.pane.view);
	const room = Math.max(1, height - 1);
	const need = rowsOf(state, shown, columns, room).length;
	const spare = room - need - 1;
	return shown === 'state' || spare < spareRows
		? [paneRule(state, shown, columns), ...drawPane(state, shown, columns, room)]
		: [
				paneRule(state, shown, columns),
				...drawPane(state, shown, columns, need),
				line(''),
				rule(paneTitle(state, 'state'), columns),
				...drawPane(state, 'state', columns, spare - 1),
			];
};

/** Two columns, or three with the map. */
const inColumns = (state: State): Line[] => {
	const {top, foot, height, head} = columnParts(state);
	const {main} = columnWidths(state);
	const panes = beside(
		[...head, ...mainPanes(state, main, height - head.length)],
		sideColumn(state, height),
		main + 1,
		height,
	);
	const columns =
		divisionOf(state) === 'wide' ? beside(mapColumn(state, height), panes, mapColumns + 1, height) : panes;
	return [...top, ...columns, ...foot].slice(0, state.size.rows);
};

const tiny = (state: State): Line[] => {
	const {columns, rows} = state.size;
	const stop = stopOf(state);
	const head = line(stop ? ` #${stop.step} ${stop.stage}` : ' start', 'title');
	const text =
		state.lesson && !state.pane.zoomed
			? lessonPane(state.lesson, columns, Math.max(1, Math.floor(rows / 2))).slice(1)
			: [];
	const words = stopPane(state, columns, Math.max(1, Math.min(4, rows - 3 - text.length))).slice(1, -1);
	const body = Math.max(0, rows - 2 - text.length - words.length);
	return state.pane.zoomed
		? [head, ...drawPane(state, state.pane.view, columns, Math.max(1, rows - 2)), promptLine(state, columns)]
		: [head, ...text, ...words, ...drawPane(state, state.pane.view, columns, body), promptLine(state, columns)];
};

const drawings = {tiny, narrow, double: inColumns, wide: inColumns} as const;

/** The debugger in its size. */
export const drawDebugger = (state: State): Line[] => {
	if (state.lesson?.tall) {
		const {columns, rows} = state.size;
		const text = tallLesson(state.lesson, state.size);
		return [...text, ...Array.from({length: rows - 2 - text.length}, () => line('')), ...lastRows(state, columns)];
	}

	if (state.pane.view === 'board' && divisionOf(state) !== 'tiny') {
		return boardScreen(state);
	}

	return withFooter(state, drawings[divisionOf(state)](state));
};

/** The footer comes last: which keys matter depends on what the open pane has to show, and how much of it there is room for. */
const withFooter = (state: State, drawn: readonly Line[]): Line[] => {
	const {columns, rows} = state.size;
	return divisionOf(state) !== 'tiny' && drawn.length === rows && hasFooter(state, columns)
		? [...drawn.slice(0, -1), footer(state, columns, paneSize(state))]
		: [...drawn];
};

/** The panes of the right column, where there is one. */
const besideOf = (state: State): readonly SidePane[] => {
	const division = divisionOf(state);
	return division === 'double' || division === 'wide' ? sidePanes(state, columnParts(state).height) : [];
};

/** The views that are open. */
export const shownViews = (state: State): readonly View[] => {
	const side = besideOf(state).map(({view}) => view);
	return side.length === 0 ? [state.pane.view] : [mainView(state.pane.view), ...side];
};

/** The size of the pane that keys act on. */
export const paneSize = (state: State): {readonly columns: number; readonly height: number} => {
	const {columns, rows} = state.size;
	switch (divisionOf(state)) {
		case 'tiny': {
			return {columns, height: Math.max(1, rows - 2)};
		}

		case 'narrow': {
			return {columns, height: Math.max(1, rows - narrowHead(state).length - 4)};
		}

		case 'double':
		case 'wide': {
			const {main, side} = columnWidths(state);
			const {height, head} = columnParts(state);
			return mainView(state.pane.view) === state.pane.view
				? {columns: main, height: Math.max(1, height - head.length - 1)}
				: {
						columns: side,
						height: sidePanes(state, height).find(({view}) => view === state.pane.view)?.height ?? height,
					};
		}
	}
};
