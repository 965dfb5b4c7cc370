import {footer, hasFooter, lastRows, promptLine} from './footer.js';
import {boardScreen} from './board/board-screen.js';
import {componentTree, followedRows} from './left-column.js';
import {lessonPane, tallLesson} from './lesson-pane.js';
import {writersLegend} from './blame-view.js';
import {showsBlame} from './rows.js';
import {drawPane, paneTitle, tabs} from './pane.js';
import {stopPane} from './stop-pane.js';
import {stopOf, type State} from '../state/state.js';
import {mapLine} from './pipeline-map.js';
import {workProgressLine} from './work-progress.js';
import {fit, line, rule, width, type Line} from '../paint/text.js';
import {timeline} from './timeline.js';
import {lanesView} from './lanes-view.js';
import type {View} from '../../lessons/views.js';

/** How a screen of a size is divided. */
export type Division = 'tiny' | 'narrow' | 'wide';

export const divisionOf = (state: State): Division => {
	const {columns, rows} = state.size;
	return columns < 40 || rows < 11 ? 'tiny' : columns >= 140 && rows >= 30 && !state.pane.zoomed ? 'wide' : 'narrow';
};

const leftColumns = 34;

/** Columns of the three panes of a wide screen. */
const widths = (columns: number): readonly [left: number, middle: number, right: number] => {
	const right = Math.min(60, Math.max(46, Math.floor(columns * 0.28)));
	return [leftColumns, columns - leftColumns - right - 2, right];
};

/** The view in the middle of a wide screen: the right column has three of its own. */
const middleView = (view: View): View => (view === 'stack' || view === 'why' || view === 'events' ? 'state' : view);

const paneRule = (state: State, view: View, columns: number): Line => {
	const title = paneTitle(state, view);
	if (view === 'state' && showsBlame(state)) {
		return rule(title, columns, writersLegend(state, columns - width(title) - 8));
	}

	return rule(title, columns, tabs(state.pane.view, Math.max(12, columns - Math.min(width(title), 40) - 8)));
};

const tallHead = (state: State, columns: number, rows: number): Line[] => [
	...(state.lesson && !state.lesson.tall
		? lessonPane(state.lesson, columns, Math.min(8, Math.max(3, Math.floor(rows / 3))))
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

const wideFoot = (state: State): Line[] => {
	const {columns, rows} = state.size;
	const lanes = state.pane.view === 'lanes' ? [] : lanesView(state, columns, Math.max(4, Math.floor(rows / 5)));
	return [
		...(lanes.length === 0 ? [] : [rule('Lanes', columns), ...lanes]),
		timeline(state, columns),
		...lastRows(state, columns),
	];
};

const wideParts = (state: State) => {
	const foot = wideFoot(state);
	const height = state.size.rows - foot.length;
	const [, middleColumns] = widths(state.size.columns);
	return {foot, height, head: tallHead(state, middleColumns, state.size.rows)};
};

const wide = (state: State): Line[] => {
	const {columns, rows} = state.size;
	const [left, middleColumns, right] = widths(columns);
	const {foot, height, head} = wideParts(state);
	const shown = middleView(state.pane.view);
	const middle = [
		...head,
		paneRule(state, shown, middleColumns),
		...drawPane(state, shown, middleColumns, Math.max(1, height - head.length - 1)),
	];
	const tree = componentTree(state, left, Math.ceil(height * 0.65));
	const room = height - tree.length - 2;
	const leftColumn = [rule('Pipeline', left), ...tree, rule('Pods', left), ...followedRows(state, left, room)];
	const third = Math.floor((height - 3) / 3);
	const rightColumn = (['stack', 'why', 'events'] as const).flatMap((view, index) => [
		rule(`${view === state.pane.view ? '▸' : ''}${paneTitle(state, view)}`, right),
		...drawPane(state, view, right, index === 2 ? height - 3 - 2 * third : third),
	]);
	const inner = middle.map((row) => [...fit(row, middleColumns), {text: ' ', tone: 'plain' as const}]);
	return [
		...beside(beside(leftColumn, inner, left + 1, height), rightColumn, left + middleColumns + 2, height),
		...foot,
	].slice(0, rows);
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

const drawings = {tiny, narrow, wide} as const;

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

/** The views that are open. */
export const shownViews = (state: State): readonly View[] =>
	divisionOf(state) === 'wide' ? [middleView(state.pane.view), 'stack', 'why', 'events'] : [state.pane.view];

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

		case 'wide': {
			const [, middle, right] = widths(columns);
			const {height, head} = wideParts(state);
			return middleView(state.pane.view) === state.pane.view
				? {columns: middle, height: Math.max(1, height - head.length - 1)}
				: {columns: right, height: Math.floor((height - 3) / 3)};
		}
	}
};
