import type {View} from '../../classroom/views.js';
import type {State} from '../state/state.js';

/** The division of a screen by size: without a map, or in one, two or three columns. */
export type Division = 'tiny' | 'narrow' | 'double' | 'wide';

export const divisionOf = (state: State): Division => {
	const {columns, rows} = state.size;
	if (columns < 40 || rows < 11) {
		return 'tiny';
	}

	if (columns < 110 || rows < 24 || state.pane.zoomed) {
		return 'narrow';
	}

	if (columns < 150 || rows < 30) {
		return 'double';
	}

	return 'wide';
};

/** Columns of the map at the left of a wide screen. */
export const mapColumns = 34;

/** Columns of the open pane, and of the panes on its right; with one column between them. */
export const columnWidths = (state: State): {readonly main: number; readonly side: number} => {
	const {columns} = state.size;
	const isWide = divisionOf(state) === 'wide';
	const side = Math.min(60, Math.max(46, Math.floor(columns * (isWide ? 0.28 : 0.38))));
	return {main: columns - side - 1 - (isWide ? mapColumns + 1 : 0), side};
};

/** The views that are always on the right, from the top. */
export const sideViews: readonly View[] = ['stack', 'why', 'events'];

/** The view of the large pane on a screen with several columns, whose right column has its own views. */
export const mainView = (view: View): View => (sideViews.includes(view) ? 'state' : view);
