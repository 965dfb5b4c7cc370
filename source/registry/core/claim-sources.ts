import type {PersistentVolumeClaimSpec, TypedLocalObjectReference} from '../../objects/kubernetes.generated.js';

/** Drops other values from the older field, which was always only for claims and snapshots. */
const isOldSource = ({apiGroup, kind}: TypedLocalObjectReference): boolean =>
	(kind === 'PersistentVolumeClaim' && !apiGroup) ||
	(kind === 'VolumeSnapshot' && apiGroup === 'snapshot.storage.k8s.io');

type Spec = PersistentVolumeClaimSpec;

/**
A claim's spec in which both fields for the source of a volume's content agree, unless the source is in another namespace.

@mirrors k8s.io/kubernetes/pkg/api/persistentvolumeclaim DropDisabledFields, NormalizeDataSources
*/
export const withBothSources = (given: Spec, old?: Spec): Spec => {
	let spec = given;
	if (spec?.dataSourceRef?.namespace && !old?.dataSourceRef) {
		// The feature gate CrossNamespaceVolumeDataSource is off by default in v1.36.
		const {dataSourceRef: _, ...kept} = spec;
		spec = kept;
	}

	const {dataSource, dataSourceRef} = spec ?? {};
	if (dataSource && !dataSourceRef && !old?.dataSource && !old?.dataSourceRef && !isOldSource(dataSource)) {
		const {dataSource: _, ...kept} = spec;
		return kept;
	}

	if (dataSource && !dataSourceRef) {
		return {...spec, dataSourceRef: dataSource};
	}

	if (!dataSource && dataSourceRef && !dataSourceRef.namespace) {
		const {namespace: _, ...source} = dataSourceRef;
		return {...spec, dataSource: source};
	}

	return spec;
};
