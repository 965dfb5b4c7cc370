import {blameRows} from '../blame-view.js';
import {printedRows, showsPrinted} from '../printed-view.js';
import {adviceRows, showsBlame, stateView} from '../state-view.js';
import type {ViewRows} from '../row.js';

/** The object of the stop: its changes, all of it, the writer of each line, or the output of kubectl. */
export const view: ViewRows = {
	rows(state, columns) {
		if (showsBlame(state)) {
			return blameRows(state, columns);
		}

		return showsPrinted(state) ? [...adviceRows(state), ...printedRows(state)] : stateView(state);
	},
	isList: (state) => showsBlame(state) || showsPrinted(state),
};
