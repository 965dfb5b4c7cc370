import {describeKind} from '../kind.js';
import type {CSIStorageCapacity} from '../../objects/kubernetes.generated.js';
import {deprecatedLabels} from '../pod/warnings.js';
import {dnsSubdomainErrors} from '../../objects/names.js';
import {checkImmutable, checkNonNegativeQuantity, refuseEach, type Errors} from '../validation/checks.js';
import {checkMetadata, nameRules} from '../validation/metadata.js';
import {checkLabelSelector} from '../validation/selectors.js';
import {nameColumn} from '../table/columns.js';

/** @mirrors GetWarningsForCSIStorageCapacity */
export const storageCapacityWarnings = ({nodeTopology}: CSIStorageCapacity): string[] => [
	...(nodeTopology?.matchExpressions ?? []).flatMap(({key}, index) =>
		deprecatedLabels[key] ? [`nodeTopology.matchExpressions[${index}].key: ${deprecatedLabels[key]}`] : [],
	),
	...Object.keys(nodeTopology?.matchLabels ?? {})
		.filter((key) => deprecatedLabels[key])
		.map((key) => `nodeTopology.matchLabels.${key}: ${deprecatedLabels[key]}`),
];

/** @mirrors ValidateCSIStorageCapacity */
export const checkCSIStorageCapacity = (
	errors: Errors,
	capacity: CSIStorageCapacity,
	old?: CSIStorageCapacity,
): void => {
	checkMetadata(errors, capacity.metadata, true, nameRules.subdomain);
	checkLabelSelector(errors, 'nodeTopology', capacity.nodeTopology);
	refuseEach(errors, 'storageClassName', capacity.storageClassName, dnsSubdomainErrors(capacity.storageClassName));
	if (capacity.capacity !== undefined) {
		checkNonNegativeQuantity(errors, 'capacity', capacity.capacity);
	}

	if (old) {
		checkImmutable(errors, 'nodeTopology', capacity.nodeTopology, old.nodeTopology);
		checkImmutable(errors, 'storageClassName', capacity.storageClassName, old.storageClassName);
	}
};

/** @see https://kubernetes.io/docs/concepts/storage/storage-capacity/ */
export const csiStorageCapacity = describeKind('storage.k8s.io/v1 CSIStorageCapacity', {
	validate: {create: checkCSIStorageCapacity, update: checkCSIStorageCapacity},
	warnings: storageCapacityWarnings,
	store: {needsVersion: true},
	table: {
		columns: [
			nameColumn,
			{name: 'StorageClassName', cell: ({storageClassName}) => storageClassName},
			{name: 'Capacity', cell: ({capacity}) => capacity ?? '<unset>'},
		],
	},
});
