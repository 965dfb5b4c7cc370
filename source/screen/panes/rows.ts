import {getOrInsert} from '../../kernel/get-or-insert.js';
import type {State} from '../state/state.js';
import {plainText, width, type Line} from '../paint/text.js';
import {wrapRow} from '../paint/text-layout.js';
import type {Path} from '../state/changed-fields.js';
import {blameRows} from './blame-view.js';
import {boardView} from './board/board-view.js';
import {clusterRows} from './cluster-view.js';
import {lanesView} from './lanes-view.js';
import {ledgerRows} from './ledger-view.js';
import {eventRows, stackRows} from './lists.js';
import {networkRows} from './network-view.js';
import {whyRows} from './why-view.js';
import {printedRows, showsPrinted} from './printed-view.js';
import {schedulerView} from './scheduler-view.js';
import {adviceRows, stateView} from './state-view.js';
import type {View} from '../../lessons/views.js';

/** A row of a pane; enter on it goes to its step or follows its key. */
export interface Row {
	readonly row: Line;
	readonly step?: number;
	readonly key?: string;
	/** The step at which a client sent a request: enter walks its way. */
	readonly request?: number;
	/** It goes on with the text of the row above, and is selected together with it. */
	readonly continues?: true;
	/** It is cut where there is no room for it, as in pictures, in tables and in lists of thousands; others go on in the row below. */
	readonly oneLine?: true;
	/** The field that it shows. */
	readonly path?: Path;
	/** Its field is one of the stop's facts, not of the object. */
	readonly of?: 'facts';
	/** This stop changed it. */
	readonly changed?: true;
	/** Enter on it shows what is folded. */
	readonly unfolds?: true;
}

const listViews: ReadonlySet<View> = new Set<View>(['stack', 'why', 'events', 'cluster', 'ledger']);

/** Whether the rows of a pane can be selected. */
export const isList = (state: State, view: View): boolean =>
	listViews.has(view) ||
	(view === 'state' && (showsBlame(state) || showsPrinted(state))) ||
	(view === 'network' && state.network.part === 'traffic');

/** Whether the state pane shows who wrote each line. */
export const showsBlame = ({object}: State): boolean => object.form === 'blame';

const plain = (rows: readonly Line[]): Row[] => rows.map((row) => ({row}));

/** Rows in as many rows as their texts need: what does not fit goes on below, further in. */
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
	const room = fitted.has(view) ? height : Number.POSITIVE_INFINITY;
	return getOrInsert(
		getOrInsert(remembered, state, () => new Map()),
		[view, columns, room, stops.length, inputs.length].join(' '),
		() => wrapped(rowsOfView(state, view, columns, room), columns),
	);
};

/** Views that choose their contents by the available room. */
const fitted: ReadonlySet<View> = new Set<View>(['why', 'lanes', 'board']);

/** The rows of a state, which a frame asks for more than once: to paint them, to find what is selected, to tell which keys matter. */
const remembered = new WeakMap<State, Map<string, readonly Row[]>>();

const rowsOfView = (state: State, view: View, columns: number, height: number): readonly Row[] => {
	switch (view) {
		case 'state': {
			if (showsBlame(state)) {
				return blameRows(state, columns);
			}

			return showsPrinted(state) ? [...adviceRows(state), ...printedRows(state)] : stateView(state);
		}

		case 'stack': {
			return stackRows(state);
		}

		case 'why': {
			return whyRows(state, columns, height);
		}

		case 'events': {
			return eventRows(state, columns);
		}

		case 'lanes': {
			return lanesView(state, columns, height).map((row): Row => ({row, oneLine: true}));
		}

		case 'cluster': {
			return clusterRows(state, columns);
		}

		case 'scheduler': {
			return plain(schedulerView(state, columns));
		}

		case 'network': {
			return networkRows(state, columns);
		}

		case 'ledger': {
			return ledgerRows(state);
		}

		case 'board': {
			return plain(boardView(state, columns, Math.min(height, state.size.rows)));
		}
	}
};
