import {ledgerRows} from '../ledger-view.js';
import type {ViewRows} from '../row.js';

/** The keys of the ledger. */
export const view: ViewRows = {rows: ledgerRows, isList: () => true};
