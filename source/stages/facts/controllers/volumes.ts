import type {
	PersistentVolumeClaimSpec,
	PersistentVolumeClaimStatus,
	PersistentVolumeStatus,
	VolumeAttachmentSpec,
} from '../../../objects/kubernetes.generated.js';
import type {Gone, StatusChange} from './every-controller.js';

/** Something that is being deleted stays as long as it is used. */
interface Protection {
	readonly key: string;
	/** Name of its user. */
	readonly user: string | undefined;
	/** Whether it is being deleted and no Pod uses it, so that it can be removed. */
	readonly free: boolean;
}

interface Release {
	readonly key: string;
	readonly finalizer: string;
	/** The finalizers that it keeps. */
	readonly finalizers: readonly string[];
}

/** Facts of the stops of the controllers of volumes. */
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
				/** Whether it is bound only when a Pod uses it. */
				readonly waits: boolean;
				/** The number of volumes. */
				readonly volumes: number;
		  }
		| {readonly case: 'volume-gone'; readonly name: string}
		| {
				readonly case: 'volume';
				/** `namespace/name` of its claim. */
				readonly claim: string | undefined;
				readonly phase: string;
				readonly before: string | undefined;
		  };
	'controller.persistentvolume-binder.provision': {readonly provisioner: string; readonly before: unknown};
	/** A claim without a class receives the default class. */
	'controller.persistentvolume-binder.class': {readonly class: string; readonly before: unknown};
	/** A released volume is due for deletion; `problem`: the reason why it stays. */
	'controller.persistentvolume-binder.delete': {readonly volume: string; readonly problem: string | undefined};
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
		/** Names of the volumes that the node needs attached, and of those attached or being attached. */
		readonly want: readonly string[];
		readonly have: readonly string[];
	};
	'controller.persistentvolume-attach-detach.attach': {
		readonly attacher: string;
		readonly volume: string;
		readonly node: string;
	};
	/** The volume cannot be attached here. */
	'controller.persistentvolume-attach-detach.refuse':
		/** It is attached to other nodes, and can be attached to only one; `pods` are its users there. */
		| {
				readonly case: 'multi-attach';
				readonly volume: string;
				readonly node: string;
				readonly nodes: readonly string[];
				readonly pods: readonly string[];
		  }
		| {readonly case: 'failed'; readonly volume: string; readonly node: string; readonly message: string};
	/** A volume that no Pod of the node needs stays attached for now. */
	'controller.persistentvolume-attach-detach.wait': {
		readonly volume: string;
		readonly node: string;
		/** The time until a forced detach of a mounted volume; `undefined`: no limit while the node exists. */
		readonly leftMs: number | undefined;
	};
	/** The volumes that the node reports as attached change. */
	'controller.persistentvolume-attach-detach.report': {
		readonly node: string;
		readonly before: readonly string[];
		readonly after: readonly string[];
	};
	'controller.persistentvolume-attach-detach.detach': {
		readonly node: string;
		readonly volume: string;
		/** The reason for a forced detach, although it may still be mounted. */
		readonly force: 'timeout' | 'out-of-service' | undefined;
		readonly before: VolumeAttachmentSpec;
	};

	'controller.persistentvolume-expander.sync': {
		readonly key: string;
		/** The requested size, and the claim's present size. */
		readonly size: string | undefined;
		readonly before: string | undefined;
	};

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
