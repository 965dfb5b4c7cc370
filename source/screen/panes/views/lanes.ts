import {lanesView} from '../lanes-view.js';
import type {Row, ViewRows} from '../row.js';

/** The lanes of the components over time. */
export const view: ViewRows = {
	rows: (state, columns, height) => lanesView(state, columns, height).map((row): Row => ({row, oneLine: true})),
	isFitted: true,
};
