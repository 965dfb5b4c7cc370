import {describeKind} from '../kind.js';
import type {ComponentStatus} from '../../objects/kubernetes.generated.js';
import {nameColumn} from '../table/columns.js';

const health = ({conditions}: ComponentStatus) => conditions?.find(({type}) => type === 'Healthy');

/** The remaining part of the API that reported the health of other components. */
export const componentStatus = describeKind('v1 ComponentStatus', {
	store: {deprecation: 'v1 ComponentStatus is deprecated in v1.19+'},
	table: {
		columns: [
			nameColumn,
			{
				name: 'Status',
				cell(component) {
					const found = health(component);
					if (!found) {
						return 'Unknown';
					}

					return found.status === 'True' ? 'Healthy' : 'Unhealthy';
				},
			},
			{name: 'Message', cell: (component) => health(component)?.message ?? ''},
			{name: 'Error', cell: (component) => health(component)?.error ?? ''},
		],
	},
});
