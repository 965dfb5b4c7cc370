import {produce} from 'immer';
import {addBreakpoint, removeBreakpoint} from '../../debugger/session.js';
import {jump} from './motions.js';
import {shortName} from '../state/object-name.js';
import {paneSize} from '../panes/layout.js';
import {topOf} from '../panes/pane.js';
import {stopOf, type State} from '../state/state.js';
import {plainText} from '../paint/text.js';
import {listViews, rowsOf, type Row} from '../panes/rows.js';
import {views, type View} from '../../lessons/views.js';

export const show = (state: State, view: View): State => ({...state, view, shift: 0, message: '', tallLesson: false});

/** The next or previous pane; in a lesson, `tab` first gives the lesson's pane the whole height. */
export const nextPane = (state: State, change: 1 | -1): State => {
	if (state.lesson && change === 1) {
		return {...state, tallLesson: !state.tallLesson};
	}

	return show(state, views[(views.indexOf(state.view) + change + views.length) % views.length]!);
};

/** Shows the object of this stop in another form; in the cluster, that of the selected row. */
export const form = (state: State, value: State['form']): State => {
	const selected = selectedRow(state)?.key;
	const followed = selected ?? state.followed;
	return {
		...state,
		form: value,
		followed,
		...(selected === undefined ? {} : {lookingAt: selected}),
		view: 'state',
		shift: 0,
		against: undefined,
		tallLesson: false,
		scroll: {...state.scroll, state: undefined},
		message: '',
	};
};

export const diffAgainstMark = (state: State): State => {
	const {a} = state.session.marks;
	return a === undefined
		? {...state, message: 'no stop is marked; m marks one'}
		: {...form(state, 'diff'), against: a, message: `what changed since #${a}`};
};

export const follow = (state: State): State => {
	const key = selectedRow(state)?.key ?? stopOf(state)?.object;
	return key === undefined
		? {...state, message: 'this stop is about no object'}
		: {...state, followed: key, message: `following ${shortName(key)}; . and , go to its changes`};
};

export const toggleBreakHere = (state: State): State => {
	const stage = stopOf(state)?.stage;
	if (stage === undefined) {
		return state;
	}

	const existing = state.session.breakpoints.find((breakpoint) => breakpoint.stage === stage);
	return existing
		? {...state, session: removeBreakpoint(state.session, existing.id), message: `breakpoint at ${stage} is off`}
		: {
				...state,
				unsaved: state.unsaved + 1,
				session: addBreakpoint(state.session, `stage=${stage}`),
				message: `breakpoint at ${stage}`,
			};
};

export const networkPart = (state: State, part: State['networkPart']): State => ({
	...show(state, 'network'),
	networkPart: state.view === 'network' && state.networkPart === part ? 'endpoints' : part,
	scroll: {...state.scroll, network: 0},
});

export const zoomLanes = (state: State, larger: boolean): State => ({
	...state,
	lanesStep: Math.max(1, Math.min(64, larger ? state.lanesStep / 2 : state.lanesStep * 2)),
});

const rowsNow = (state: State): readonly Row[] => rowsOf(state, state.view, paneSize(state).columns);

/** The row that is selected in the pane, when it is a list and something is. */
export const selectedRow = (state: State): Row | undefined => {
	const at = state.selected[state.view];
	return at === undefined || !listViews.has(state.view) ? undefined : rowsNow(state)[at];
};

const selectRow = (state: State, at: number): State => ({
	...state,
	selected: produce(state.selected, (selected) => {
		selected[state.view] = at;
	}),
});

const scrollTo = (state: State, top: number): State => ({
	...state,
	scroll: produce(state.scroll, (scroll) => {
		scroll[state.view] = top;
	}),
});

/** Moves the selection of a list, or scrolls what is no list. */
export const scroll = (state: State, change: number): State => {
	const {view} = state;
	const {columns, height} = paneSize(state);
	const rows = rowsOf(state, view, columns);
	if (listViews.has(view)) {
		const at = state.selected[view];
		const moved = at === undefined ? (change > 0 ? 0 : rows.length - 1) : at + change;
		return selectRow(state, Math.max(0, Math.min(rows.length - 1, moved)));
	}

	const top = topOf(state, view, rows, height) + change;
	return scrollTo(state, Math.max(0, Math.min(Math.max(0, rows.length - height), top)));
};

/** Half a page less than what is seen, so that the eye keeps its place. */
export const scrollPages = (state: State, pages: number): State =>
	scroll(state, pages * Math.max(1, paneSize(state).height - 2));

export const shiftPane = (state: State, change: number): State => ({
	...state,
	shift: Math.max(0, Math.min(400, state.shift + change)),
});

/** Up or down the stack: to the next row that is a frame. */
export const moveFrame = (state: State, change: 1 | -1): State => {
	const rows = rowsNow(state);
	for (let at = (state.selected.stack ?? (change === 1 ? -1 : 0)) + change; at >= 0 && at < rows.length; at += change) {
		if (rows[at]!.step !== undefined) {
			return selectRow(state, at);
		}
	}

	return state;
};

const has = ({row}: Row, text: string): boolean => plainText(row).toLowerCase().includes(text.toLowerCase());

/** To the next row that contains what is looked for, round the end; a folded diff unfolds when only the whole has it. */
export const findNext = (state: State, direction: 1 | -1, fromHere = false): State => {
	const {view, find} = state;
	if (find === '') {
		return state;
	}

	const {columns, height} = paneSize(state);
	const rows = rowsOf(state, view, columns);
	const start = state.selected[view] ?? topOf(state, view, rows, height);
	for (let offset = fromHere ? 0 : 1; offset <= rows.length; offset++) {
		const at = (((start + direction * offset) % rows.length) + rows.length) % rows.length;
		if (has(rows[at]!, find)) {
			return {...(listViews.has(view) ? selectRow(state, at) : scrollTo(state, at)), message: ''};
		}
	}

	return view === 'state' &&
		state.form === 'diff' &&
		rowsOf({...state, form: 'whole'}, view, columns).some((row) => has(row, find))
		? findNext({...state, form: 'whole'}, direction, true)
		: {...state, message: `"${find}" is not in this pane`};
};

/** Opens the selected row: its object, else its step. */
export const openRow = (state: State): State | undefined => {
	const row = selectedRow(state);
	if (row?.key !== undefined) {
		return form(state, 'whole');
	}

	return row?.step === undefined ? undefined : jump(state, row.step);
};

/** Closes what is open, the innermost first. */
export const back = (state: State): State =>
	state.message !== ''
		? {...state, message: ''}
		: state.find !== ''
			? {...state, find: ''}
			: state.tallLesson
				? {...state, tallLesson: false}
				: state.inside
					? {...state, inside: undefined}
					: state.kind === undefined
						? state.lookingAt === undefined
							? {...state, zoomed: false, real: false, selected: {}, against: undefined, shift: 0}
							: {...state, lookingAt: undefined, form: 'diff'}
						: {...state, kind: undefined};
