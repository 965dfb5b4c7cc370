import {lanesView} from '../lanes-view.js';
import type {Row, ViewRows} from '../row.js';

/** The components beside each other in time. */
export const view: ViewRows = {
	rows: (state, columns, height) => lanesView(state, columns, height).map((row): Row => ({row, oneLine: true})),
	isFitted: true,
};
