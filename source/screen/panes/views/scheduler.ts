import {plain, type ViewRows} from '../row.js';
import {schedulerView} from '../scheduler-view.js';

/** The queue of the scheduler, and nodes × plug-ins of its last cycle. */
export const view: ViewRows = {rows: (state, columns) => plain(schedulerView(state, columns))};
