import {describeKind} from '../kind.js';
import {ageColumn, nameColumn} from '../table/columns.js';

/** The number of replicas of an object: the body of the `scale` endpoint of many kinds. */
export const scale = describeKind('autoscaling/v1 Scale', {
	table: {
		columns: [
			nameColumn,
			{name: 'Desired', type: 'integer', cell: ({spec}) => spec?.replicas ?? 0},
			{name: 'Available', type: 'integer', cell: ({status}) => status?.replicas ?? 0},
			ageColumn,
		],
	},
});
