import {lastHeight, lastParts, namesViews, promptLine} from './footer.js';
import {boardScreen} from './board/board-screen.js';
import {componentTree, followedRows} from './left-column.js';
import {lessonPane, tallLesson, textLimit} from './lesson-pane.js';
import {writersLegend} from './blame-view.js';
import {rowsOf, wrapped} from './rows.js';
import {adviceRows, showsBlame} from './state-view.js';
import {columnWidths, divisionOf, mainView, mapColumns} from './division.js';
import {drawPane, paneParts, paneTitle} from './pane.js';
import {tabKeys, tabLabel} from './tabs.js';
import {sideColumn, sidePanes, type SidePane} from './side-column.js';
import {stopPane} from './stop-pane.js';
import {stopOf, type State} from '../state/state.js';
import {namedViews} from '../state/taught-views.js';
import {mapToken} from './map-token.js';
import {mapLine} from './pipeline-map.js';
import {workProgressLine} from './work-progress.js';
import {heightOf, stacked, type Part, type Region} from '../paint/region.js';
import {line, plainText, rule, width, type Line} from '../paint/text.js';
import {shorten} from '../paint/text-layout.js';
import {timeline} from './timeline.js';
import {lanesView} from './lanes-view.js';
import type {View} from '../../classroom/views.js';
import {wordsOf} from '../words/words.js';

const paneRule = (state: State, view: View, columns: number): Line => {
	const title = paneTitle(state, view);
	const names = wordsOf(state).panes.views;
	if (view === 'state' && showsBlame(state)) {
		return rule(title, columns, writersLegend(state, columns - width(title) - 8));
	}

	// Half of the rule for any title: tabs stay in place, unless the title needs the room.
	const room = Math.min(Math.floor(columns / 2) + 1, columns - width(title) - 8);
	const note = namesViews(state)
		? line(`▸${tabLabel(names, view)}`, 'dim')
		: tabKeys(names, view, namedViews(state), room);
	return rule(shorten(title, columns - width(plainText(note)) - 8), columns, note);
};

/** The visible rows of the remedy below the longest refusal. */
const leastHelp = 5;

/** Whether the open pane begins with the remedy. */
const isAdvised = (state: State): boolean =>
	state.pane.view === 'state' && state.lesson === undefined && adviceRows(state).length > 0;

/** The number of rows for the time, the command line and the keys. */
const footRows = (state: State): number => 1 + lastHeight(state, state.size.columns);

/** The visible rows of the open pane below the longest stop text in a lesson. */
const leastEvidence = 1;

/**
The most rows for the words of a stop. A refusal is shown in full as long as part of the advice is visible below it; in a lesson, the open pane yields to the sentence.

@param taken rows of the lesson's text
*/
const mostWords = (state: State, rows: number, taken: number): number => {
	if (state.lesson) {
		// Beside the words: the map with its token, two rules, what changes, and why.
		return Math.max(Math.floor(rows / 4) - 3, rows - footRows(state) - taken - leastEvidence - 7);
	}

	const half = Math.floor(rows / 2) - 3;
	return isAdvised(state) ? Math.max(half, rows - footRows(state) - leastHelp - 3) : half;
};

/** The most rows of a stop's sentence on a screen of so many rows. */
const sentenceRows = (rows: number, hasLesson: boolean): number => {
	if (rows < 16) {
		return 1;
	}

	return rows < (hasLesson ? 30 : 24) ? 2 : 3;
};

const tallHead = (state: State, columns: number, rows: number): Part[] => {
	const lesson =
		state.lesson && !state.lesson.tall ? lessonPane(state.lesson, columns, textLimit(state.lesson, rows, false)) : [];
	return [
		...(lesson.length > 0 ? [{name: 'lesson', rows: lesson}] : []),
		{
			name: 'stop',
			rows: stopPane(
				state,
				columns,
				sentenceRows(rows, state.lesson !== undefined),
				Math.max(2, mostWords(state, rows, lesson.length)),
			),
		},
	];
};

/** Rows of the open pane with advice; 0 without advice. */
const adviceHeight = (state: State, columns: number): number =>
	isAdvised(state) ? wrapped(adviceRows(state), columns).length : 0;

/** Whether the map shows the followed object's place. On a small screen, the object itself needs that row while a manifest is debugged. */
const keepsToken = ({size, lesson, setup}: State): boolean =>
	size.rows >= 24 && (lesson !== undefined || setup.isFree === true || size.columns >= 110);

/** The place of the stop among the components, of the followed object, and in the work. */
const mapParts = (state: State, columns: number): Part[] => {
	const token = keepsToken(state) ? mapToken(state, columns) : undefined;
	return [
		{name: 'map', rows: [mapLine(state, columns)]},
		...(token ? [{name: 'token', rows: [token]}] : []),
		{name: 'progress', rows: [workProgressLine(state, stopOf(state), columns)]},
	];
};

const narrowHead = (state: State): Part[] => {
	const {columns, rows} = state.size;
	if (state.pane.zoomed) {
		return [];
	}

	const head = tallHead(state, columns, rows);
	const map = rows < 16 ? [] : mapParts(state, columns);
	// At a refusal, the user wants the remedy: the map gives way to it.
	const advice = adviceHeight(state, columns);
	const isShort = advice > 0 && heightOf(map) + heightOf(head) + 1 + advice + footRows(state) > rows;
	return [...(isShort ? [] : map), ...head];
};

const wholeScreen = ({size}: State, parts: readonly Part[]): Region[] => stacked(parts, {left: 0, top: 0, ...size});

const narrow = (state: State): Region[] => {
	const {columns, rows} = state.size;
	const {view} = state.pane;
	const head = narrowHead(state);
	const height = Math.max(1, rows - heightOf(head) - footRows(state) - 1);
	return wholeScreen(state, [
		...head,
		...paneParts(state, view, paneRule(state, view, columns), columns, height),
		{name: 'timeline', rows: [timeline(state, columns)]},
		...lastParts(state, columns, {columns, height}),
	]);
};

const lanesFoot = (state: State): Part[] => {
	const {columns, rows} = state.size;
	const isNamed = namedViews(state).includes('lanes');
	const lanes =
		state.pane.view === 'lanes' || !isNamed ? [] : lanesView(state, columns, Math.max(4, Math.floor(rows / 5)));
	return lanes.length === 0
		? []
		: [
				{name: 'foot rule', rows: [rule(paneTitle(state, 'lanes'), columns)]},
				{name: 'foot', rows: lanes},
			];
};

/** The parts above, below and beside the columns. For a key, those of the previous frame. */
const columnParts = (state: State): ColumnParts => {
	const {stops, inputs} = state.recording;
	const {length} = stops;
	const known = knownParts.get(state);
	if (known?.stops === length && known.inputs === inputs.length) {
		return known.parts;
	}

	const parts = partsInColumns(state);
	knownParts.set(state, {parts, stops: length, inputs: inputs.length});
	return parts;
};

const partsInColumns = (state: State) => {
	const {columns, rows} = state.size;
	const isWide = divisionOf(state) === 'wide';
	const top = isWide ? [] : mapParts(state, columns);
	const foot = isWide ? lanesFoot(state) : [];
	const {main} = columnWidths(state);
	const height = rows - heightOf(top) - heightOf(foot) - footRows(state);
	return {top, foot, height, head: tallHead(state, main, rows), side: sidePanes(state, height)};
};

type ColumnParts = ReturnType<typeof partsInColumns>;

/** The parts of a state, and the length of its recording at that time. */
const knownParts = new WeakMap<State, {readonly parts: ColumnParts; readonly stops: number; readonly inputs: number}>();

const mapColumn = (state: State, height: number): Part[] => {
	const tree = componentTree(state, mapColumns, Math.ceil(height * 0.65));
	const room = height - tree.length - 2;
	return [
		{name: 'components rule', rows: [rule(wordsOf(state).panes.titles.pipeline, mapColumns)]},
		{name: 'components', rows: tree},
		{name: 'followed rule', rows: [rule('Pods', mapColumns)]},
		{name: 'followed', rows: followedRows(state, mapColumns, room)},
	];
};

/** Rows that a pane must leave so that the object is shown below it. */
const spareRows = 10;

/** The open pane; where it leaves much room, below it the object that the stop is about. */
const mainPanes = (state: State, columns: number, height: number): Part[] => {
	const shown = mainView(state.pane.view);
	const room = Math.max(1, height - 1);
	const need = rowsOf(state, shown, columns, room).length;
	const spare = room - need - 1;
	const title = paneRule(state, shown, columns);
	return shown === 'state' || spare < spareRows
		? paneParts(state, shown, title, columns, room)
		: [
				...paneParts(state, shown, title, columns, need),
				{name: 'gap', rows: [line('')]},
				...paneParts(state, 'state', rule(paneTitle(state, 'state'), columns), columns, spare - 1),
			];
};

/** Two columns, or three with the map. */
const inColumns = (state: State): Region[] => {
	const parts = columnParts(state);
	const {top, foot, height, head, side} = parts;
	const {columns} = state.size;
	const widths = columnWidths(state);
	const from = heightOf(top);
	const left = divisionOf(state) === 'wide' ? mapColumns + 1 : 0;
	// With the column that sets it apart from the next.
	const column = (at: number, size: number, inside: readonly Part[]) =>
		stacked(inside, {left: at, top: from, columns: Math.min(size + 1, columns - at), rows: height});
	return [
		...wholeScreen(state, top),
		...(left === 0 ? [] : column(0, mapColumns, mapColumn(state, height))),
		...column(left, widths.main, [...head, ...mainPanes(state, widths.main, height - heightOf(head))]),
		...column(left + widths.main + 1, widths.side, sideColumn(state, side, height)),
		...stacked(
			[
				...foot,
				{name: 'timeline', rows: [timeline(state, columns)]},
				...lastParts(state, columns, paneSizeAmong(state, parts)),
			],
			{left: 0, top: from + height, columns, rows: state.size.rows - from - height},
		),
	];
};

const tiny = (state: State): Region[] => {
	const {columns, rows} = state.size;
	const {view} = state.pane;
	const stop = stopOf(state);
	const head: Part = {
		name: 'stop',
		rows: [line(stop ? ` #${stop.step} ${stop.stage}` : ` ${wordsOf(state).stop.start}`, 'title')],
	};
	const prompt: Part = {name: 'prompt', rows: [promptLine(state, columns)]};
	if (state.pane.zoomed) {
		return wholeScreen(state, [
			head,
			{name: view, rows: drawPane(state, view, columns, Math.max(1, rows - 2))},
			prompt,
		]);
	}

	const text = state.lesson ? lessonPane(state.lesson, columns, Math.max(1, Math.floor(rows / 2))).slice(1) : [];
	const words = stopPane(state, columns, Math.max(1, Math.min(4, rows - 3 - text.length))).slice(1, -1);
	const body = Math.max(0, rows - 2 - text.length - words.length);
	return wholeScreen(state, [
		head,
		{name: 'lesson', rows: text},
		{name: 'words', rows: words},
		{name: view, rows: drawPane(state, view, columns, body)},
		prompt,
	]);
};

const drawings = {tiny, narrow, double: inColumns, wide: inColumns} as const;

/** The debugger in its size. */
export const drawDebugger = (state: State): Region[] => {
	if (state.lesson?.tall) {
		const {columns, rows} = state.size;
		const last = lastHeight(state, columns);
		return [
			...wholeScreen(state, [{name: 'lesson', rows: tallLesson(state.lesson, state.size).slice(0, rows - last)}]),
			...stacked(lastParts(state, columns), {left: 0, top: rows - last, columns, rows: last}),
		];
	}

	return state.pane.view === 'board' && divisionOf(state) !== 'tiny'
		? boardScreen(state)
		: drawings[divisionOf(state)](state);
};

/** The panes of the right column, if it exists. */
const besideOf = (state: State): readonly SidePane[] => {
	const division = divisionOf(state);
	return division === 'double' || division === 'wide' ? columnParts(state).side : [];
};

/** The views that are open. */
export const shownViews = (state: State): readonly View[] => {
	const side = besideOf(state).map(({view}) => view);
	return side.length === 0 ? [state.pane.view] : [mainView(state.pane.view), ...side];
};

interface PaneSize {
	readonly columns: number;
	readonly height: number;
}

/** The size of the pane on which keys act, on a screen with several columns. */
const paneSizeAmong = (state: State, {height, head, side}: ColumnParts): PaneSize => {
	const widths = columnWidths(state);
	return mainView(state.pane.view) === state.pane.view
		? {columns: widths.main, height: Math.max(1, height - heightOf(head) - 1)}
		: {columns: widths.side, height: side.find(({view}) => view === state.pane.view)?.height ?? height};
};

/** The size of the pane on which keys act. */
export const paneSize = (state: State): PaneSize => {
	const {columns, rows} = state.size;
	switch (divisionOf(state)) {
		case 'tiny': {
			return {columns, height: Math.max(1, rows - 2)};
		}

		case 'narrow': {
			return {columns, height: Math.max(1, rows - heightOf(narrowHead(state)) - footRows(state) - 1)};
		}

		case 'double':
		case 'wide': {
			return paneSizeAmong(state, columnParts(state));
		}
	}
};
