import type {
	CSIDriver,
	CSINode,
	PersistentVolume,
	PersistentVolumeClaim,
	StorageClass,
	VolumeAttachment,
} from '../../objects/kubernetes.generated.js';
import {ageColumn, nameColumn, register} from './printers.js';

const short: Readonly<Record<string, string>> = {
	ReadWriteOnce: 'RWO',
	ReadOnlyMany: 'ROX',
	ReadWriteMany: 'RWX',
	ReadWriteOncePod: 'RWOP',
};

const modes = (all: readonly string[] | undefined): string =>
	Object.keys(short)
		.filter((mode) => all?.includes(mode))
		.map((mode) => short[mode])
		.join(',');

const legacyClass = 'volume.beta.kubernetes.io/storage-class';

const classOf = ({metadata, spec}: PersistentVolume | PersistentVolumeClaim): string =>
	metadata.annotations?.[legacyClass] ?? spec.storageClassName ?? '';

register<PersistentVolume>('persistentvolumes', {
	columns: [
		nameColumn,
		{name: 'Capacity', cell: ({spec}) => spec.capacity?.['storage'] ?? '0'},
		{name: 'Access Modes', cell: ({spec}) => modes(spec.accessModes)},
		{name: 'Reclaim Policy', cell: ({spec}) => spec.persistentVolumeReclaimPolicy ?? ''},
		{
			name: 'Status',
			cell: ({metadata, status}) => (metadata.deletionTimestamp === undefined ? (status?.phase ?? '') : 'Terminating'),
		},
		{name: 'Claim', cell: ({spec}) => (spec.claimRef ? `${spec.claimRef.namespace}/${spec.claimRef.name}` : '')},
		{name: 'StorageClass', cell: classOf},
		{name: 'VolumeAttributesClass', cell: ({spec}) => spec.volumeAttributesClassName ?? '<unset>'},
		{name: 'Reason', cell: ({status}) => status?.reason ?? ''},
		ageColumn,
		{name: 'VolumeMode', priority: 1, cell: ({spec}) => spec.volumeMode ?? '<unset>'},
	],
});

const bound = ({spec}: PersistentVolumeClaim): boolean => Boolean(spec.volumeName);

register<PersistentVolumeClaim>('persistentvolumeclaims', {
	columns: [
		nameColumn,
		{
			name: 'Status',
			cell: ({metadata, status}) => (metadata.deletionTimestamp === undefined ? (status?.phase ?? '') : 'Terminating'),
		},
		{name: 'Volume', cell: ({spec}) => spec.volumeName ?? ''},
		{name: 'Capacity', cell: (claim) => (bound(claim) ? (claim.status?.capacity?.['storage'] ?? '0') : '')},
		{name: 'Access Modes', cell: (claim) => (bound(claim) ? modes(claim.status?.accessModes) : '')},
		{name: 'StorageClass', cell: classOf},
		{name: 'VolumeAttributesClass', cell: ({spec}) => spec.volumeAttributesClassName ?? '<unset>'},
		ageColumn,
		{name: 'VolumeMode', priority: 1, cell: ({spec}) => spec.volumeMode ?? '<unset>'},
	],
});

const classDefaults = [
	'storageclass.kubernetes.io/is-default-class',
	'storageclass.beta.kubernetes.io/is-default-class',
];

register<StorageClass>('storageclasses.storage.k8s.io', {
	columns: [
		{
			name: 'Name',
			cell: ({metadata}) =>
				classDefaults.some((key) => metadata.annotations?.[key] === 'true')
					? `${metadata.name} (default)`
					: metadata.name,
		},
		{name: 'Provisioner', cell: ({provisioner}) => provisioner},
		{name: 'ReclaimPolicy', cell: ({reclaimPolicy}) => reclaimPolicy ?? 'Delete'},
		{name: 'VolumeBindingMode', cell: ({volumeBindingMode}) => volumeBindingMode ?? 'Immediate'},
		{name: 'AllowVolumeExpansion', cell: ({allowVolumeExpansion}) => allowVolumeExpansion ?? false},
		ageColumn,
	],
});
register<VolumeAttachment>('volumeattachments.storage.k8s.io', {
	columns: [
		nameColumn,
		{name: 'Attacher', format: 'name', cell: ({spec}) => spec.attacher},
		{name: 'PV', cell: ({spec}) => spec.source.persistentVolumeName ?? ''},
		{name: 'Node', cell: ({spec}) => spec.nodeName},
		{name: 'Attached', type: 'boolean', cell: ({status}) => status?.attached ?? false},
		ageColumn,
	],
});
register<CSINode>('csinodes.storage.k8s.io', {
	columns: [nameColumn, {name: 'Drivers', type: 'integer', cell: ({spec}) => spec.drivers?.length ?? 0}, ageColumn],
});
register<CSIDriver>('csidrivers.storage.k8s.io', {
	columns: [
		nameColumn,
		{name: 'AttachRequired', type: 'boolean', cell: ({spec}) => spec.attachRequired ?? true},
		{name: 'PodInfoOnMount', type: 'boolean', cell: ({spec}) => spec.podInfoOnMount ?? false},
		{name: 'StorageCapacity', type: 'boolean', cell: ({spec}) => spec.storageCapacity ?? false},
		{
			name: 'TokenRequests',
			cell: ({spec}) => spec.tokenRequests?.map(({audience}) => audience).join(',') ?? '<unset>',
		},
		{name: 'RequiresRepublish', type: 'boolean', cell: ({spec}) => spec.requiresRepublish ?? false},
		{name: 'Modes', cell: ({spec}) => (spec.volumeLifecycleModes ?? []).join(',') || '<none>'},
		ageColumn,
	],
});
