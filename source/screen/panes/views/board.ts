import {boardView} from '../board/board-view.js';
import {plain, type ViewRows} from '../row.js';

/** The cluster as a drawing. */
export const view: ViewRows = {
	rows: (state, columns, height) => plain(boardView(state, columns, Math.min(height, state.size.rows))),
	isFitted: true,
};
