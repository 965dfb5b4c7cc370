import {stackRows} from '../lists.js';
import type {ViewRows} from '../row.js';

/** The frames around the stop. */
export const view: ViewRows = {rows: stackRows, isList: () => true};
