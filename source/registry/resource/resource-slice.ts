import {describeKind} from '../kind.js';
import {checkResourceSlice} from './slice-rules.js';
import {ageColumn, nameColumn} from '../table/columns.js';

/** The devices that a driver has on a node. */
export const resourceSlice = describeKind('resource.k8s.io/v1 ResourceSlice', {
	generation: 'counts changes',
	validate: {create: checkResourceSlice, update: checkResourceSlice},
	table: {
		columns: [
			nameColumn,
			{name: 'Node', cell: ({spec}) => spec.nodeName ?? ''},
			{name: 'Driver', cell: ({spec}) => spec.driver},
			{name: 'Pool', cell: ({spec}) => spec.pool.name},
			ageColumn,
		],
	},
	fields: {'spec.nodeName': ({spec}) => spec?.nodeName, 'spec.driver': ({spec}) => spec?.driver},
});
