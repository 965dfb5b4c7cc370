import {getOrInsert} from '../../kernel/get-or-insert.js';
import type {State} from '../state/state.js';
import {plainText, width} from '../paint/text.js';
import {wrapRow} from '../paint/text-layout.js';
import type {View} from '../../classroom/views.js';
import type {Row} from './row.js';
import {viewRows} from './views.generated.js';

/** Whether the rows of a pane can be selected. */
export const isList = (state: State, view: View): boolean => viewRows[view].isList?.(state) ?? false;

/** Rows in as many rows as their texts need: what does not fit continues below, further in. */
export const wrapped = (rows: readonly Row[], columns: number): readonly Row[] =>
	rows.flatMap((row): Row | Row[] => {
		if (row.oneLine) {
			return row;
		}

		const text = plainText(row.row);
		if (width(text) <= columns) {
			return row;
		}

		const indent = /^[ +-]*/.exec(text)?.[0].length ?? 0;
		return wrapRow(row.row, columns, indent + 2).map((part, index) =>
			index === 0 ? {...row, row: part} : {...row, row: part, continues: true},
		);
	});

/**
All rows of a pane; the layout shows those that fit.

@param height rows that there is room for; some views choose their contents by it
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
	return getOrInsert(
		getOrInsert(remembered, state, () => new Map()),
		[view, columns, room, stops.length, inputs.length].join(' '),
		() => wrappedOnce(rows(state, columns, room), columns),
	);
};

const wrappedBefore = new WeakMap<readonly Row[], {readonly columns: number; readonly rows: readonly Row[]}>();

/** Rows that are the same as in the frame before are wrapped already. */
const wrappedOnce = (rows: readonly Row[], columns: number): readonly Row[] => {
	const known = wrappedBefore.get(rows);
	if (known?.columns === columns) {
		return known.rows;
	}

	const made = wrapped(rows, columns);
	wrappedBefore.set(rows, {columns, rows: made});
	return made;
};

/** The rows of a state, which a frame asks for more than once: to paint them, to find what is selected, to tell which keys matter. */
const remembered = new WeakMap<State, Map<string, readonly Row[]>>();
