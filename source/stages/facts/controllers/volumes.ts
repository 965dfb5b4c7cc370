import type {
	PersistentVolumeClaimSpec,
	PersistentVolumeClaimStatus,
	PersistentVolumeStatus,
	VolumeAttachmentSpec,
	VolumeAttachmentStatus,
} from '../../../objects/kubernetes.generated.js';
import type {Gone, StatusChange} from './every-controller.js';

/** Something that is being deleted stays as long as it is used. */
interface Protection {
	readonly key: string;
	/** Name of its user. */
	readonly user: string | undefined;
	/** Whether it is being deleted and nobody uses it: then it can go. */
	readonly free: boolean;
}

interface Release {
	readonly key: string;
	readonly finalizer: string;
	/** Those that it keeps. */
	readonly finalizers: readonly string[];
}

/** Facts of the stops of the controllers of volumes, and of the CSI calls that two of them make. */
export interface VolumeFacts {
	'controller.persistentvolume-binder.sync':
		| {readonly case: 'claim-gone'; readonly key: string}
		| {
				readonly case: 'claim-bound';
				readonly volumeName: string | undefined;
				/** Whether the volume is there. */
				readonly present: boolean;
		  }
		| {
				readonly case: 'claim';
				readonly request: PersistentVolumeClaimSpec | undefined;
				readonly class: string;
				/** The volume that fits, and its size. */
				readonly volume: string | undefined;
				readonly capacity: string | undefined;
				/** It is to be bound only when a Pod uses it. */
				readonly waits: boolean;
				/** How many volumes there are. */
				readonly volumes: number;
		  }
		| {readonly case: 'volume-gone'; readonly name: string}
		| {
				readonly case: 'volume';
				/** `namespace/name` of the claim that it belongs to. */
				readonly claim: string | undefined;
				readonly phase: string;
				readonly before: string | undefined;
		  };
	'controller.persistentvolume-binder.provision': {readonly provisioner: string; readonly before: unknown};
	'controller.persistentvolume-binder.bind':
		/** The volume is reserved for the claim with this key. */
		| {readonly case: 'volume'; readonly claim: string; readonly before: unknown}
		/** The claim names its volume. */
		| {readonly case: 'claim'; readonly volume: string; readonly before: unknown};
	'controller.persistentvolume-binder.status':
		| ({readonly case: 'claim'} & StatusChange<PersistentVolumeClaimStatus>)
		| ({readonly case: 'volume'} & StatusChange<PersistentVolumeStatus>);

	'controller.persistentvolumeclaim-protection.sync': Protection;
	'controller.persistentvolumeclaim-protection.release': Release;
	'controller.persistentvolume-protection.sync': Protection;
	'controller.persistentvolume-protection.release': Release;

	'controller.persistentvolume-attach-detach.sync': {
		/** Names of the volumes that the node needs attached, and that it has. */
		readonly want: readonly string[];
		readonly have: ReadonlyArray<string | undefined>;
	};
	'controller.persistentvolume-attach-detach.attach': {
		readonly attacher: string;
		readonly volume: string;
		readonly node: string;
	};
	'controller.persistentvolume-attach-detach.detach': {readonly node: string; readonly before: VolumeAttachmentSpec};

	'controller.csi-provisioner.sync':
		| {
				readonly case: 'claim';
				readonly key: string;
				/** The storage class, where a volume is needed. */
				readonly class: string | undefined;
		  }
		| {readonly case: 'volume'; readonly name: string; /** Whether it is still there. */ readonly present: boolean};
	'controller.csi-provisioner.create': {readonly claim: string};
	'controller.csi-attacher.sync':
		Gone | {readonly case: 'attach'; readonly volume: string | undefined; readonly node: string};
	'controller.csi-attacher.status': {readonly node: string; readonly after: VolumeAttachmentStatus};
	'csi.CreateVolume': {
		readonly driver: string;
		readonly input: {
			readonly name: string;
			readonly capacity: string;
			readonly parameters: Readonly<Record<string, string>> | undefined;
		};
		readonly output: {readonly volumeHandle: string};
	};
	'csi.DeleteVolume': {
		readonly driver: string | undefined;
		readonly input: {readonly volumeHandle: string | undefined};
	};
	'csi.ControllerPublishVolume': {readonly input: VolumeAttachmentSpec};

	'controller.ephemeral-volume.sync':
		| Gone
		/** The claim is there; `isOwn`: it is the Pod's. */
		| {readonly case: 'present'; readonly pod: string; readonly isOwn: boolean}
		| {
				readonly case: 'create';
				readonly pod: string;
				readonly volume: string;
				readonly spec: PersistentVolumeClaimSpec;
		  };
}
