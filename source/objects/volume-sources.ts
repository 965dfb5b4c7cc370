import type {PersistentVolumeSpec, Volume} from './kubernetes.generated.js';

/** A volume as its CSI driver knows it. */
export interface CSIVolume {
	readonly driver: string;
	readonly handle: string;
}

type Sources = PersistentVolumeSpec | Volume;

/** The new places of Kubernetes' old cloud disk plug-ins: name of the old plug-in → its CSI driver. */
const migratedPlugins: Readonly<Record<string, string>> = {
	'kubernetes.io/aws-ebs': 'ebs.csi.aws.com',
	'kubernetes.io/azure-disk': 'disk.csi.azure.com',
	'kubernetes.io/azure-file': 'file.csi.azure.com',
	'kubernetes.io/cinder': 'cinder.csi.openstack.org',
	'kubernetes.io/gce-pd': 'pd.csi.storage.gke.io',
	'kubernetes.io/portworx-volume': 'pxd.portworx.com',
	'kubernetes.io/vsphere-volume': 'csi.vsphere.vmware.com',
};

/** The provisioner for a storage class of an old plug-in. @mirrors csitranslation.GetCSINameFromInTreeName */
export const provisionerOf = (name: string): string =>
	(Object.hasOwn(migratedPlugins, name) ? migratedPlugins[name] : undefined) ?? name;

/** @mirrors k8s.io/csi-translation-lib/plugins TranslateInTreePVToCSI */
const migrated = (sources: Sources): CSIVolume | undefined => {
	const {awsElasticBlockStore, gcePersistentDisk, cinder, azureDisk, azureFile, vsphereVolume, portworxVolume} =
		sources;
	if (awsElasticBlockStore) {
		return {driver: 'ebs.csi.aws.com', handle: awsElasticBlockStore.volumeID.replace(/^aws:\/\/[^/]*\//, '')};
	}

	if (gcePersistentDisk) {
		return {
			driver: 'pd.csi.storage.gke.io',
			handle: `projects/UNSPECIFIED/zones/UNSPECIFIED/disks/${gcePersistentDisk.pdName}`,
		};
	}

	if (cinder) {
		return {driver: 'cinder.csi.openstack.org', handle: cinder.volumeID};
	}

	if (azureDisk) {
		return {driver: 'disk.csi.azure.com', handle: azureDisk.diskURI};
	}

	if (azureFile) {
		return {driver: 'file.csi.azure.com', handle: `##${azureFile.shareName}#`};
	}

	if (vsphereVolume) {
		return {driver: 'csi.vsphere.vmware.com', handle: vsphereVolume.volumePath};
	}

	return portworxVolume ? {driver: 'pxd.portworx.com', handle: portworxVolume.volumeID} : undefined;
};

/**
The CSI volume of a PersistentVolume's spec, also where it is written in the way of a plug-in that has moved to CSI.

@mirrors k8s.io/kubernetes/pkg/volume/csimigration
*/
export const persistentCSIVolume = (spec: PersistentVolumeSpec): CSIVolume | undefined =>
	spec.csi ? {driver: spec.csi.driver, handle: spec.csi.volumeHandle} : migrated(spec);

/** The CSI volume that a Pod names inline, in the form of a plug-in that was migrated to CSI, and its name in events. */
export const inlineCSIVolume = (volume: Volume): (CSIVolume & {readonly name: string}) | undefined => {
	const found = migrated(volume);
	return found && {...found, name: `${found.driver}-${found.handle.split('/').at(-1) ?? found.handle}`};
};

const removedSources = [
	'cephfs',
	'flexVolume',
	'flocker',
	'glusterfs',
	'photonPersistentDisk',
	'quobyte',
	'rbd',
	'scaleIO',
	'storageos',
];

/** Whether no part of Kubernetes can mount it any more. */
export const isRemovedSource = (sources: Sources): boolean =>
	Object.keys(sources).some((key) => removedSources.includes(key));
