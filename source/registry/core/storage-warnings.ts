import type {
	CSIStorageCapacity,
	ObjectMeta,
	PersistentVolume,
	StorageClass,
} from '../../objects/kubernetes.generated.js';
import {deprecatedLabels, deprecatedVolumes, termWarnings} from './pod/warnings.js';

const classAnnotation = 'volume.beta.kubernetes.io/storage-class';
const optionsAnnotation = 'volume.beta.kubernetes.io/mount-options';

/** Volumes and claims had their class in an annotation once. */
export const classAnnotationWarnings = ({annotations}: ObjectMeta): string[] =>
	annotations?.[classAnnotation] === undefined
		? []
		: [`metadata.annotations[${classAnnotation}]: deprecated since v1.8; use "storageClassName" attribute instead`];

/** @mirrors k8s.io/kubernetes/pkg/api/persistentvolume GetWarningsForPersistentVolume */
export const volumeObjectWarnings = ({metadata, spec}: PersistentVolume): string[] => {
	const terms = spec?.nodeAffinity?.required?.nodeSelectorTerms ?? [];
	const plugin = Object.entries(deprecatedVolumes).find(
		([kind]) => (spec as Readonly<Record<string, unknown>> | undefined)?.[kind],
	);
	return [
		...classAnnotationWarnings(metadata),
		...(metadata.annotations?.[optionsAnnotation] === undefined
			? []
			: [`metadata.annotations[${optionsAnnotation}]: deprecated since v1.31; use "mountOptions" attribute instead`]),
		...(spec?.persistentVolumeReclaimPolicy === 'Recycle'
			? [
					'spec.persistentVolumeReclaimPolicy: The Recycle reclaim policy is deprecated. Instead, the recommended approach is to use dynamic provisioning.',
				]
			: []),
		...terms.flatMap((term, index) =>
			termWarnings(`spec.nodeAffinity.required.nodeSelectorTerms[${index}]`, term, false),
		),
		...(plugin ? [`spec.${plugin[1][0]}: ${plugin[1][1]}`] : []),
	];
};

/** @mirrors k8s.io/kubernetes/pkg/api/storage GetWarningsForStorageClass */
export const storageClassWarnings = ({allowedTopologies}: StorageClass): string[] =>
	(allowedTopologies ?? []).flatMap(({matchLabelExpressions}, index) =>
		(matchLabelExpressions ?? []).flatMap(({key}, position) =>
			deprecatedLabels[key]
				? [`allowedTopologies[${index}].matchLabelExpressions[${position}].key: ${deprecatedLabels[key]}`]
				: [],
		),
	);

/** @mirrors GetWarningsForCSIStorageCapacity */
export const storageCapacityWarnings = ({nodeTopology}: CSIStorageCapacity): string[] => [
	...(nodeTopology?.matchExpressions ?? []).flatMap(({key}, index) =>
		deprecatedLabels[key] ? [`nodeTopology.matchExpressions[${index}].key: ${deprecatedLabels[key]}`] : [],
	),
	...Object.keys(nodeTopology?.matchLabels ?? {})
		.filter((key) => deprecatedLabels[key])
		.map((key) => `nodeTopology.matchLabels.${key}: ${deprecatedLabels[key]}`),
];
