import {eventRows} from '../lists.js';
import type {ViewRows} from '../row.js';

/** The Events of the cluster. */
export const view: ViewRows = {rows: eventRows, isList: () => true};
