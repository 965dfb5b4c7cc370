import type {ViewRows} from '../row.js';
import {whyRows} from '../why-view.js';

/** Causes and effects of the stop. */
export const view: ViewRows = {rows: whyRows, isList: () => true, isFitted: true};
