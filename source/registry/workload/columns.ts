import type {Container, LabelSelector, ReplicaSet, ReplicationController} from '../../objects/kubernetes.generated.js';
import {formatLabelSelector} from '../../objects/labels.js';
import type {Column} from '../table/columns.js';

export interface WithTemplate {
	readonly spec?: {readonly template?: {readonly spec?: {readonly containers?: readonly Container[]}}};
}

export const containersOf = ({spec}: WithTemplate): readonly Container[] => spec?.template?.spec?.containers ?? [];

export const containers: Column<WithTemplate> = {
	name: 'Containers',
	priority: 1,
	cell: (object) =>
		containersOf(object)
			.map(({name}) => name)
			.join(','),
};

export const images: Column<WithTemplate> = {
	name: 'Images',
	priority: 1,
	cell: (object) =>
		containersOf(object)
			.map(({image}) => image)
			.join(','),
};

export const selector: Column<{readonly spec: {readonly selector?: LabelSelector}}> = {
	name: 'Selector',
	priority: 1,
	cell: ({spec}) => formatLabelSelector(spec.selector),
};

export const replicas = [
	{name: 'Desired', type: 'integer', cell: ({spec}) => spec.replicas ?? 1},
	{name: 'Current', type: 'integer', cell: ({status}) => status?.replicas ?? 0},
	{name: 'Ready', type: 'integer', cell: ({status}) => status?.readyReplicas ?? 0},
] satisfies Array<Column<ReplicaSet | ReplicationController>>;
