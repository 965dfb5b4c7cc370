import {produce} from 'immer';
import {addBreakpoint, removeBreakpoint} from '../../debugger/session.js';
import {views, type View} from '../../classroom/views.js';
import {plainText} from '../paint/text.js';
import {paneSize} from '../panes/layout.js';
import {topOf} from '../panes/visible-rows.js';
import {tallTop} from '../panes/lesson-pane.js';
import {rowSelected} from '../panes/enter.js';
import type {Row} from '../panes/row.js';
import {isList, rowsOf} from '../panes/rows.js';
import {shortName} from '../../objects/object-name.js';
import type {ObjectState} from '../state/parts.js';
import {beginOf, edgeRow, enteredRow, movedRow, nearestOf, turnedRow} from './row-moves.js';
import {changed, lessonChanged, stopOf, undertaken, type State} from '../state/state.js';
import {walkRequest} from './network-actions.js';
import {jump} from './motions.js';
import {wordsOf} from '../words/words.js';

/** Opens a view. */
export const show = (state: State, view: View): State => ({
	...lessonChanged(changed(state, 'pane', {view, shift: 0}), {tall: false}),
	message: '',
});

/** Opens the next or previous pane; in a lesson, `tab` first gives the lesson's pane the whole height. */
export const nextPane = (state: State, change: 1 | -1): State => {
	if (state.lesson && change === 1) {
		return lessonChanged(state, {tall: !state.lesson.tall});
	}

	const {view} = state.pane;
	return show(state, views.at((views.indexOf(view) + change) % views.length) ?? view);
};

/** Shows the object of this stop in another form; in the cluster, that of the selected row. */
export const form = (state: State, value: ObjectState['form']): State => {
	const selected = selectedRow(state)?.key;
	const {followed, lookingAt, lookedFrom} = state.object;
	const shown = show(state, 'state');
	return {
		...shown,
		pane: {...shown.pane, scroll: {...state.pane.scroll, state: undefined}},
		object: {
			form: value,
			followed: selected ?? followed,
			lookingAt: selected ?? lookingAt,
			lookedFrom: selected === undefined ? lookedFrom : state.pane.view,
		},
	};
};

/** The changes since the mark. */
export const diffAgainstMark = (state: State): State => {
	const {a} = state.session.marks;
	return a === undefined
		? {...state, message: wordsOf(state).messages.noMark}
		: {...changed(form(state, 'diff'), 'object', {against: a}), message: wordsOf(state).messages.changedSince(a)};
};

/** Follows the object of a ledger key. */
export const followKey = (state: State, key: string): State => ({
	...changed(state, 'object', {followed: key}),
	message: wordsOf(state).messages.following(shortName(key)),
});

/** Follows the selected object, or that of this stop. */
export const follow = (state: State): State => {
	const key = selectedRow(state)?.key ?? stopOf(state)?.object;
	return key === undefined ? {...state, message: wordsOf(state).messages.noObject} : followKey(state, key);
};

/** Sets a breakpoint at the stage of this stop, or removes the one that is there. */
export const toggleBreakHere = (state: State): State => {
	const stage = stopOf(state)?.stage;
	if (stage === undefined) {
		return state;
	}

	const existing = state.session.breakpoints.find((breakpoint) => breakpoint.stage === stage);
	return existing
		? {
				...state,
				session: removeBreakpoint(state.session, existing.id),
				message: wordsOf(state).messages.breakpointOff(stage),
			}
		: {
				...undertaken(state),
				session: addBreakpoint(state.session, `stage=${stage}`),
				message: wordsOf(state).messages.breakpointAt(stage),
			};
};

/** Draws the lanes with half or twice as many stops per column. */
export const zoomLanes = (state: State, larger: boolean): State => {
	const {stopsPerColumn} = state.lanes;
	const wanted = larger ? stopsPerColumn / 2 : stopsPerColumn * 2;
	return {...state, lanes: {stopsPerColumn: Math.max(1, Math.min(64, wanted))}};
};

const rowsNow = (state: State): readonly Row[] => {
	const {columns, height} = paneSize(state);
	return rowsOf(state, state.pane.view, columns, height);
};

/** The selected row of the open pane, if any. */
export const selectedRow = (state: State): Row | undefined => {
	const {columns, height} = paneSize(state);
	return rowSelected(state, columns, height);
};

/** Selects a row of the open pane, if it is a list that has it. @param top the first row that is shown then; without it, the list follows the selection */
export const selectRow = (state: State, at: number, top?: number): State => {
	const rows = rowsNow(state);
	const {view, selected, scroll} = state.pane;
	return !isList(state, view) || at >= rows.length
		? state
		: changed(state, 'pane', {
				selected: {...selected, [view]: beginOf(rows, at)},
				scroll: {...scroll, [view]: top},
			});
};

/** The effect of a click on a row of the open pane: the first click selects the row in its place; the next one opens it. */
export const clickRow = (state: State, at: number): State => {
	const {view} = state.pane;
	const {height} = paneSize(state);
	const clicked = selectRow(state, at, topOf(state, view, rowsNow(state), height));
	const before = state.pane.selected[view];
	return before !== undefined && clicked.pane.selected[view] === before ? openRow(state) : clicked;
};

const scrollTo = (state: State, top: number): State =>
	changed(state, 'pane', {
		scroll: produce(state.pane.scroll, (scroll) => {
			scroll[state.pane.view] = top;
		}),
	});

/** Selects the rows that can be selected; by default, all. */
const selectable = ({pane: {view}, cluster}: State): ((row: Row) => boolean) | undefined => {
	if (view === 'network') {
		return ({request}) => request !== undefined;
	}

	if (view === 'cluster' && cluster.kind !== undefined && !cluster.inside) {
		return ({key}) => key !== undefined;
	}

	return undefined;
};

/** Moves the selection of a list, or scrolls other panes. */
export const scroll = (state: State, change: number): State => {
	if (state.lesson?.tall) {
		return lessonChanged(state, {top: tallTop(state.lesson, state.size, state.lesson.top + change)});
	}

	const {view} = state.pane;
	const {columns, height} = paneSize(state);
	const rows = rowsOf(state, view, columns, height);
	if (isList(state, view)) {
		const at = state.pane.selected[view];
		const opens = selectable(state);
		const top = topOf(state, view, rows, height);
		const entered = top > 0 && !opens ? enteredRow(rows, top, height, change) : edgeRow(rows, change);
		const moved = at === undefined ? entered : movedRow(rows, at, change);
		return selectRow(state, opens ? (nearestOf(rows, moved, change, opens) ?? at ?? 0) : moved);
	}

	const top = topOf(state, view, rows, height) + change;
	return scrollTo(state, Math.max(0, Math.min(Math.max(0, rows.length - height), top)));
};

/** Scrolls a pane, open or beside the open one; a selection that scrolls out of sight ends. */
export const scrollRows = (state: State, view: View, change: number): State => {
	const open = changed(state, 'pane', {view});
	const {columns, height} = paneSize(open);
	const rows = rowsOf(open, view, columns, height);
	const top = Math.min(topOf(open, view, rows, height) + change, rows.length - height);
	return changed(state, 'pane', {
		scroll: {...state.pane.scroll, [view]: Math.max(0, top)},
		selected: {...state.pane.selected, [view]: undefined},
	});
};

/** Scrolls by pages that overlap, so that the reader keeps the place. The selection of a list keeps its place on the screen. */
export const scrollPages = (state: State, pages: number): State => {
	const {columns, height} = paneSize(state);
	const change = pages * Math.max(1, height - 2);
	const {view, selected} = state.pane;
	if (state.lesson?.tall || !isList(state, view)) {
		return scroll(state, change);
	}

	const rows = rowsOf(state, view, columns, height);
	const top = topOf(state, view, rows, height);
	const turned = Math.max(0, Math.min(rows.length - height, top + change));
	const at = selected[view];
	const moved = at === undefined ? turnedRow(rows, turned, height, change) : movedRow(rows, at, change);
	const opens = selectable(state);
	return selectRow(state, opens ? (nearestOf(rows, moved, change, opens) ?? at ?? 0) : moved, turned);
};

/** Scrolls to the first or last row of the open pane. */
export const scrollToEdge = (state: State, edge: 'first' | 'last'): State => {
	const rows = rowsNow(state);
	const {view, selected} = state.pane;
	const direction = edge === 'first' ? -1 : 1;
	if (state.lesson?.tall || !isList(state, view)) {
		return scroll(state, direction * Number.MAX_SAFE_INTEGER);
	}

	const at = edgeRow(rows, -direction);
	const opens = selectable(state);
	return selectRow(state, opens ? (nearestOf(rows, at, -direction, opens) ?? selected[view] ?? 0) : at);
};

/** Moves the pane sideways. */
export const shiftPane = (state: State, change: number): State =>
	changed(state, 'pane', {shift: Math.max(0, Math.min(400, state.pane.shift + change))});

/** Up or down the stack: to the next row that is a frame. */
export const moveFrame = (state: State, change: 1 | -1): State => {
	const rows = rowsNow(state);
	const from = state.pane.selected.stack ?? (change === 1 ? -1 : 0);
	for (let at = from + change; at >= 0 && at < rows.length; at += change) {
		if (rows[at]?.step !== undefined) {
			return selectRow(state, at);
		}
	}

	return state;
};

const has = (row: Row | undefined, text: string): boolean =>
	row !== undefined && plainText(row.row).toLowerCase().includes(text.toLowerCase());

/** Goes to the next row that contains the search text, wrapping around at the end; a folded diff unfolds if only the unfolded text contains it. */
export const findNext = (state: State, direction: 1 | -1, fromHere = false): State => {
	const {view, find, selected} = state.pane;
	if (find === '') {
		return state;
	}

	const {columns, height} = paneSize(state);
	const rows = rowsOf(state, view, columns, height);
	const start = selected[view] ?? topOf(state, view, rows, height);
	for (let offset = fromHere ? 0 : 1; offset <= rows.length; offset++) {
		const at = (((start + direction * offset) % rows.length) + rows.length) % rows.length;
		const begin = beginOf(rows, at);
		if (has(rows[at], find) && (begin !== start || offset % rows.length === 0)) {
			return {...(isList(state, view) ? selectRow(state, begin) : scrollTo(state, begin)), message: ''};
		}
	}

	const whole = changed(state, 'object', {form: 'whole'});
	return view === 'state' && state.object.form === 'diff' && rowsOf(whole, view, columns).some((row) => has(row, find))
		? findNext(whole, direction, true)
		: {...state, message: wordsOf(state).messages.notInPane(find)};
};

/** Shows every link of the chain of causes; repeated, only its milestones. */
export const unfoldWhy = (state: State): State =>
	changed(state, 'pane', {unfolded: !state.pane.unfolded, selected: {}});

/** Opens the selected row: its object, the path of its request, otherwise its step. */
export const openRow = (state: State): State => {
	const {key, request, step, unfolds} = selectedRow(state) ?? {};
	if (unfolds) {
		return unfoldWhy(state);
	}

	if (key !== undefined) {
		return form(state, 'whole');
	}

	if (request !== undefined) {
		return walkRequest(state, request);
	}

	if (step === undefined) {
		return state;
	}

	// From a line to the step that wrote it: the reader wants to see its change.
	return state.pane.view === 'state' ? changed(jump(state, step), 'object', {form: 'diff'}) : jump(state, step);
};

/** The state without the innermost open part; `undefined` if nothing is open. */
const closed = (state: State): State | undefined => {
	const {pane, cluster, network, object} = state;
	if (pane.view === 'board' && pane.selected.board !== undefined) {
		return changed(state, 'pane', {selected: {...pane.selected, board: undefined}});
	}

	if (pane.find !== '') {
		return changed(state, 'pane', {find: ''});
	}

	if (state.lesson?.tall) {
		return lessonChanged(state, {tall: false});
	}

	if (pane.view === 'cluster' && cluster.inside) {
		return changed(state, 'cluster', {inside: undefined});
	}

	if (pane.view === 'cluster' && cluster.kind !== undefined) {
		return changed(state, 'cluster', {kind: undefined});
	}

	if (pane.view === 'board' && state.board.story) {
		return changed(state, 'board', {story: false});
	}

	if (pane.view === 'network' && network.walk) {
		return changed(state, 'network', {part: network.subject ? 'race' : 'traffic', walk: undefined});
	}

	if (object.lookingAt !== undefined) {
		const looked = changed(state, 'object', {lookingAt: undefined, lookedFrom: undefined, form: 'diff'});
		return object.lookedFrom === undefined || pane.view !== 'state' ? looked : show(looked, object.lookedFrom);
	}

	return undefined;
};

/** Closes the innermost open part, with its message. */
export const back = (state: State): State => {
	const less = closed(state);
	if (less || state.message !== '') {
		return {...(less ?? state), message: ''};
	}

	return {
		...state,
		pane: {...state.pane, zoomed: false, selected: {}, shift: 0},
		object: {...state.object, against: undefined},
		shown: {...state.shown, real: false},
	};
};
