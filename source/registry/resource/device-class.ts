import {ageColumn, nameColumn} from '../table/columns.js';
import {describeKind} from '../kind.js';

/** @see https://kubernetes.io/docs/concepts/scheduling-eviction/dynamic-resource-allocation/ */
export const deviceClass = describeKind('resource.k8s.io/v1 DeviceClass', {
	generation: 'counts changes',
	table: {columns: [nameColumn, ageColumn]},
});
