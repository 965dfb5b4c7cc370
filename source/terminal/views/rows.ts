import type {State, View} from '../state.js';
import type {Line} from '../text.js';
import {clusterRows} from './cluster-view.js';
import {lanesView} from './lanes-view.js';
import {eventRows, ledgerRows, stackView, whyRows} from './lists.js';
import {networkView} from './network-view.js';
import {schedulerView} from './scheduler-view.js';
import {stateView} from './state-view.js';

/** A row of a pane; enter on it goes to its step or follows its key. */
export interface Row {
	readonly row: Line;
	readonly step?: number;
	readonly key?: string;
}

const plain = (rows: readonly Line[]): Row[] => rows.map((row) => ({row}));

/** All rows of a pane; the layout shows those that fit. */
export const rowsOf = (state: State, view: View, columns: number): readonly Row[] => {
	switch (view) {
		case 'state': {
			return plain(stateView(state, columns));
		}

		case 'stack': {
			return plain(stackView(state));
		}

		case 'why': {
			return whyRows(state);
		}

		case 'events': {
			return eventRows(state);
		}

		case 'lanes': {
			return plain(lanesView(state, columns));
		}

		case 'cluster': {
			return clusterRows(state);
		}

		case 'scheduler': {
			return plain(schedulerView(state));
		}

		case 'network': {
			return plain(networkView(state));
		}

		case 'ledger': {
			return ledgerRows(state);
		}
	}
};
