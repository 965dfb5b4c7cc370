import type {State} from '../state/state.js';
import type {Line} from '../paint/text.js';
import {blameRows} from './blame-view.js';
import {clusterRows} from './cluster-view.js';
import {lanesView} from './lanes-view.js';
import {ledgerRows} from './ledger-view.js';
import {eventRows, stackRows, whyRows} from './lists.js';
import {networkView} from './network-view.js';
import {printedView, showsPrinted} from './printed-view.js';
import {schedulerView} from './scheduler-view.js';
import {guessView, stateView} from './state-view.js';
import type {View} from '../../lessons/views.js';

/** A row of a pane; enter on it goes to its step or follows its key. */
export interface Row {
	readonly row: Line;
	readonly step?: number;
	readonly key?: string;
}

const listViews: ReadonlySet<View> = new Set<View>(['stack', 'why', 'events', 'cluster', 'ledger']);

/** Whether the rows of a pane can be selected. */
export const isList = (state: State, view: View): boolean =>
	listViews.has(view) || (view === 'state' && showsBlame(state));

const showsBlame = ({mode, object}: State): boolean => object.form === 'blame' && mode !== 'guess';

const plain = (rows: readonly Line[]): Row[] => rows.map((row) => ({row}));

/**
All rows of a pane; the layout shows those that fit.

@param height rows that there is room for: the lanes choose by it which they show.
*/
export const rowsOf = (
	state: State,
	view: View,
	columns: number,
	height = Number.POSITIVE_INFINITY,
): readonly Row[] => {
	switch (view) {
		case 'state': {
			if (showsBlame(state)) {
				return blameRows(state, columns);
			}

			return plain(
				state.mode === 'guess'
					? guessView(state)
					: showsPrinted(state)
						? printedView(state)
						: stateView(state, columns),
			);
		}

		case 'stack': {
			return stackRows(state);
		}

		case 'why': {
			return whyRows(state);
		}

		case 'events': {
			return eventRows(state, columns);
		}

		case 'lanes': {
			return plain(lanesView(state, columns, height));
		}

		case 'cluster': {
			return clusterRows(state);
		}

		case 'scheduler': {
			return plain(schedulerView(state, columns));
		}

		case 'network': {
			return plain(networkView(state, columns));
		}

		case 'ledger': {
			return ledgerRows(state);
		}
	}
};
