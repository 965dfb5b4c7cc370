import type {PersistentVolume, PersistentVolumeClaim} from '../../objects/kubernetes.generated.js';
import {matchesLabelSelector} from '../../objects/labels.js';
import {provisionerOf} from '../../objects/volume-sources.js';
import {compareQuantities} from '../../objects/quantity.js';

/** The storage class that a claim requests; '' requests volumes without a class. */
export const classOf = ({metadata, spec}: PersistentVolumeClaim): string =>
	metadata.annotations?.['volume.beta.kubernetes.io/storage-class'] ?? spec?.storageClassName ?? '';

/** Whether the volume is reserved for this claim. */
export const isReservedFor = (volume: PersistentVolume, {metadata}: PersistentVolumeClaim): boolean => {
	const reference = volume.spec?.claimRef;
	return (
		reference?.name === metadata.name &&
		reference.namespace === metadata.namespace &&
		(!reference.uid || reference.uid === metadata.uid)
	);
};

const capacityOf = (volume: PersistentVolume): string => volume.spec?.capacity?.['storage'] ?? '0';

/** Whether the volume satisfies the claim. */
export const satisfies = (volume: PersistentVolume, claim: PersistentVolumeClaim): boolean => {
	const {accessModes = [], resources, selector, volumeMode = 'Filesystem'} = claim.spec ?? {};
	return (
		volume.metadata.deletionTimestamp === undefined &&
		(volume.spec?.storageClassName ?? '') === classOf(claim) &&
		(volume.spec?.volumeMode ?? 'Filesystem') === volumeMode &&
		accessModes.every((mode) => volume.spec?.accessModes?.includes(mode)) &&
		compareQuantities(capacityOf(volume), resources?.requests?.['storage'] ?? '0') >= 0 &&
		(selector === undefined || matchesLabelSelector(selector, volume.metadata.labels))
	);
};

/**
Why a claim cannot have the volume that it names; `undefined` if it can.

@mirrors persistentvolume.checkVolumeSatisfyClaim
*/
export const mismatch = (volume: PersistentVolume, claim: PersistentVolumeClaim): string | undefined => {
	const {accessModes = [], resources, volumeMode = 'Filesystem'} = claim.spec ?? {};
	if (compareQuantities(capacityOf(volume), resources?.requests?.['storage'] ?? '0') < 0) {
		return 'requested PV is too small';
	}

	if ((volume.spec?.storageClassName ?? '') !== classOf(claim)) {
		return 'storageClassName does not match';
	}

	if ((volume.spec?.volumeMode ?? 'Filesystem') !== volumeMode) {
		return 'incompatible volumeMode';
	}

	if (accessModes.every((mode) => volume.spec?.accessModes?.includes(mode))) {
		return undefined;
	}

	return 'incompatible accessMode';
};

/**
Why no volume can be created for a class whose in-tree provisioner cannot create volumes or was removed; `undefined` if another provisioner may create one.

@mirrors persistentvolume findProvisionablePlugin, provisionClaimOperation
*/
export const cannotProvision = (provisioner: string): string | undefined => {
	if (!provisioner.startsWith('kubernetes.io/') || provisionerOf(provisioner) !== provisioner) {
		return undefined;
	}

	if (provisioner === 'kubernetes.io/host-path') {
		return 'Failed to create provisioner: Provisioning in volume plugin "kubernetes.io/host-path" is disabled';
	}

	return `no volume plugin matched name: ${provisioner}`;
};

/**
Why the controller itself cannot delete a released volume; `undefined` if it can, `external` if a provisioner does.

@mirrors persistentvolume findDeletablePlugin, hostpath newDeleter
*/
export const cannotDelete = ({metadata, spec}: PersistentVolume): string | undefined => {
	const by = metadata.annotations?.['pv.kubernetes.io/provisioned-by'];
	if (by !== undefined && (!by.startsWith('kubernetes.io/') || provisionerOf(by) !== by)) {
		return 'external';
	}

	const path = spec?.hostPath?.path;
	if (path === undefined) {
		return `error getting deleter volume plugin for volume "${metadata.name}": no deletable volume plugin matched`;
	}

	if (/^\/tmp\/.+/.test(path)) {
		return undefined;
	}

	return `host_path deleter only supports /tmp/.+ but received provided ${path}`;
};

/**
The volume for a claim: one reserved for it, else the smallest free one that is large enough.

@mirrors persistentvolume.FindMatchingVolume
*/
export const findVolume = (
	claim: PersistentVolumeClaim,
	volumes: readonly PersistentVolume[],
): PersistentVolume | undefined => {
	const reserved = volumes.find((volume) => isReservedFor(volume, claim));
	if (reserved) {
		return reserved;
	}

	let best: PersistentVolume | undefined;
	for (const volume of volumes) {
		const free = !volume.spec?.claimRef && (volume.status?.phase ?? 'Pending') !== 'Failed';
		if (free && satisfies(volume, claim) && (!best || compareQuantities(capacityOf(volume), capacityOf(best)) < 0)) {
			best = volume;
		}
	}

	return best;
};

export type VolumePhase = NonNullable<PersistentVolume['status']['phase']>;

/** The phase of a volume. */
export const volumePhase = (volume: PersistentVolume, claim: PersistentVolumeClaim | undefined): VolumePhase => {
	const reference = volume.spec?.claimRef;
	if (!reference?.uid) {
		return 'Available';
	}

	if (claim?.metadata.uid !== reference.uid) {
		return 'Released';
	}

	return claim.spec?.volumeName === volume.metadata.name ? 'Bound' : (volume.status?.phase ?? 'Available');
};
