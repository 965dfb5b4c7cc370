import {getOrInsert} from '../../kernel/get-or-insert.js';
import type {State} from '../state/state.js';
import {plainText, rowWidth} from '../paint/text.js';
import {wrapRow} from '../paint/text-layout.js';
import type {View} from '../../classroom/views.js';
import type {Row} from './row.js';
import {viewRows} from './views.generated.js';

/** Whether the rows of a pane can be selected. */
export const isList = (state: State, view: View): boolean => viewRows[view].isList?.(state) ?? false;

/** A row whose text needs several rows. */
const wrappedRow = (row: Row, columns: number): readonly Row[] => {
	const indent = /^[ +-]*/.exec(plainText(row.row))?.[0].length ?? 0;
	return wrapRow(row.row, columns, indent + 2).map((part, index) =>
		index === 0 ? {...row, row: part} : {...row, row: part, continues: true},
	);
};

/** Wraps rows: the rest of a long text continues below, indented. */
export const wrapped = (rows: readonly Row[], columns: number): readonly Row[] => {
	const fits = (row: Row): boolean => row.oneLine === true || rowWidth(row.row) <= columns;
	return rows.every((row) => fits(row)) ? rows : rows.flatMap((row) => (fits(row) ? row : wrappedRow(row, columns)));
};

/**
All rows of a pane; the layout shows those that fit.

@param height the available rows; some views choose their contents by this number
*/
export const rowsOf = (
	state: State,
	view: View,
	columns: number,
	height = Number.POSITIVE_INFINITY,
): readonly Row[] => {
	const {stops, inputs} = state.recording;
	const {rows, isFitted} = viewRows[view];
	const room = isFitted ? height : Number.POSITIVE_INFINITY;
	return getOrInsert(rememberedRows(state), [view, columns, room, stops.length, inputs.length].join(' '), () =>
		wrappedOnce(rows(state, columns, room), columns),
	);
};

const wrappedBefore = new WeakMap<readonly Row[], {readonly columns: number; readonly rows: readonly Row[]}>();

/** Caches wrapped rows that are the same as in the previous frame. */
const wrappedOnce = (rows: readonly Row[], columns: number): readonly Row[] => {
	const known = wrappedBefore.get(rows);
	if (known?.columns === columns) {
		return known.rows;
	}

	const made = wrapped(rows, columns);
	wrappedBefore.set(rows, {columns, rows: made});
	return made;
};

/** Whether two objects have the same fields, except one. */
const sameBut = <T extends object>(one: T, other: T, left: keyof T): boolean => {
	const keys = Object.keys(one);
	return (
		keys.length === Object.keys(other).length &&
		keys.every((key) => key === left || Reflect.get(one, key) === Reflect.get(other, key))
	);
};

/** Whether panes have the same rows in two states: messages and scrolling change none. */
const hasSameRows = (one: State, other: State): boolean =>
	one === other || (sameBut({...one, pane: other.pane}, other, 'message') && sameBut(one.pane, other.pane, 'scroll'));

/**
The rows of the latest state of each recording: a key and its frame need them several times: to paint them, to find the selection, and to
choose the relevant keys.
*/
const remembered = new WeakMap<
	State['recording'],
	{readonly state: State; readonly rows: Map<string, readonly Row[]>}
>();

const rememberedRows = (state: State): Map<string, readonly Row[]> => {
	const known = remembered.get(state.recording);
	if (known && hasSameRows(known.state, state)) {
		return known.rows;
	}

	const rows = new Map<string, readonly Row[]>();
	remembered.set(state.recording, {state, rows});
	return rows;
};
