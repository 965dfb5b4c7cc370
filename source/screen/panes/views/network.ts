import {networkRows} from '../network-view.js';
import type {ViewRows} from '../row.js';

/** Endpoints, rules, names, traffic and races. */
export const view: ViewRows = {rows: networkRows, isList: ({network}) => network.part === 'traffic'};
