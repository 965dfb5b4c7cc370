import {selectedRow} from './pane-actions.js';
import {objectName} from '../state/object-name.js';
import {type State, changed} from '../state/state.js';

const open = (state: State, part: 'inside' | 'logs'): State => {
	const key = selectedRow(state)?.key;
	const name = key === undefined ? undefined : objectName(key);
	const kind = name?.resource === 'nodes' ? 'node' : name?.resource === 'pods' ? 'pod' : undefined;
	if (key === undefined || kind === undefined || (part === 'logs' && kind === 'node')) {
		return {...state, message: `select a ${part === 'logs' ? 'Pod' : 'node or a Pod'} with the arrows first`};
	}

	return {
		...changed(state, 'pane', {selected: {...state.pane.selected, cluster: undefined}}),
		cluster: {...state.cluster, inside: {key, part: part === 'logs' ? 'logs' : kind}},
		message: 'esc goes back',
	};
};

/** Shows what a node or a Pod is made of: processes, network namespaces, routes, volumes, cgroups, images. */
export const enterInside = (state: State): State => open(state, 'inside');

/** Shows what the containers of a Pod printed. */
export const clusterLogs = (state: State): State => open(state, 'logs');
