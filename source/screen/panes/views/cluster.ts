import {clusterRows} from '../cluster-view.js';
import type {ViewRows} from '../row.js';

/** Nodes, Pods and other objects as a tree. */
export const view: ViewRows = {rows: clusterRows, isList: () => true};
