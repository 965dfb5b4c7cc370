import type {ViewRows} from '../row.js';
import {schedulerRows} from '../scheduler-view.js';

/** The queue of the scheduler, and nodes × plug-ins of its last cycle. */
export const view: ViewRows = {rows: schedulerRows};
