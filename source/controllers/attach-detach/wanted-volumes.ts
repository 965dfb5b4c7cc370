import {attachmentName, uniqueVolumeName} from '../../objects/csi.js';
import type {
	PersistentVolumeSpec,
	Pod,
	VolumeAttachment,
	VolumeAttachmentSource,
} from '../../objects/kubernetes.generated.js';
import {isTerminal} from '../../objects/pod.js';
import {inlineCSIVolume, persistentCSIVolume, type CSIVolume} from '../../objects/volume-sources.js';
import type {Tools} from '../controller.js';
import {claimsOf} from '../volume/protection.js';

/** A volume that Pods of a node need attached there. */
export interface WantedVolume extends CSIVolume {
	/** The name in events: that of the PersistentVolume. */
	readonly name: string;
	/** The name in the status of nodes. */
	readonly unique: string;
	/** Name of its VolumeAttachment. */
	readonly attachment: string;
	readonly source: VolumeAttachmentSource;
	readonly accessModes: PersistentVolumeSpec['accessModes'];
	readonly pods: readonly Pod[];
}

type Informer = Tools['informer'];

const managedAttach = 'volumes.kubernetes.io/controller-managed-attach-detach';

/** Whether a Pod uses volumes that may have to be attached. */
export const usesVolumes = (pod: Pod): boolean =>
	claimsOf(pod).length > 0 || (pod.spec?.volumes ?? []).some((volume) => inlineCSIVolume(volume) !== undefined);

const isAttachable = (informer: Informer, driver: string): boolean =>
	informer('csidrivers.storage.k8s.io').get(undefined, driver)?.spec.attachRequired !== false;

/** The volumes that a Pod names, as far as they are known. */
function* volumesOf(informer: Informer, pod: Pod): Generator<Omit<WantedVolume, 'pods' | 'unique' | 'attachment'>> {
	for (const claimName of claimsOf(pod)) {
		const claim = informer('persistentvolumeclaims').get(pod.metadata.namespace, claimName);
		const {volumeName} = claim?.spec ?? {};
		const volume =
			volumeName && claim?.status?.phase === 'Bound'
				? informer('persistentvolumes').get(undefined, volumeName)
				: undefined;
		const csi = volume?.spec && persistentCSIVolume(volume.spec);
		if (volume && csi) {
			const {name} = volume.metadata;
			yield {...csi, name, source: {persistentVolumeName: name}, accessModes: volume.spec?.accessModes};
		}
	}

	for (const inline of pod.spec?.volumes ?? []) {
		const csi = inlineCSIVolume(inline);
		if (csi) {
			const {driver, handle, name} = csi;
			const accessModes = ['ReadWriteOnce' as const];
			const inlineVolumeSpec = {accessModes, csi: {driver, volumeHandle: handle}};
			yield {driver, handle, name, source: {inlineVolumeSpec}, accessModes};
		}
	}
}

/**
The volumes that a node needs attached, by the name that its status has for them.

@mirrors attachdetach/cache desiredStateOfWorld
*/
export const wantedVolumes = (informer: Informer, node: string): ReadonlyMap<string, WantedVolume> => {
	const wanted = new Map<string, WantedVolume>();
	if (informer('nodes').get(undefined, node)?.metadata.annotations?.[managedAttach] === undefined) {
		return wanted;
	}

	for (const pod of informer('pods').byIndex('node', node)) {
		if (isTerminal(pod)) {
			continue;
		}

		for (const volume of volumesOf(informer, pod)) {
			if (isAttachable(informer, volume.driver)) {
				const unique = uniqueVolumeName(volume.driver, volume.handle);
				const attachment = attachmentName(volume.handle, volume.driver, node);
				wanted.set(unique, {...volume, unique, attachment, pods: [...(wanted.get(unique)?.pods ?? []), pod]});
			}
		}
	}

	return wanted;
};

/** A volume that is attached to a node, or is being attached or detached. */
export interface KnownAttachment {
	readonly attachment: VolumeAttachment;
	readonly unique: string;
	/** The volume's name in events. */
	readonly volume: string;
}

/** The volume of a VolumeAttachment; `undefined` if it is no longer known. */
export const knownAttachment = (informer: Informer, attachment: VolumeAttachment): KnownAttachment | undefined => {
	const {persistentVolumeName = '', inlineVolumeSpec} = attachment.spec.source;
	const spec = inlineVolumeSpec ?? informer('persistentvolumes').get(undefined, persistentVolumeName)?.spec;
	const csi = spec && persistentCSIVolume(spec);
	return (
		csi && {attachment, unique: uniqueVolumeName(csi.driver, csi.handle), volume: persistentVolumeName || csi.handle}
	);
};
