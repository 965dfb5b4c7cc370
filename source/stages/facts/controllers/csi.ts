import type {PersistentVolumeClaimStatus} from '../../../objects/kubernetes.generated.js';
import type {Gone, StatusChange} from './every-controller.js';

/** Calls of the controller plug-in of a CSI driver. */
export interface DriverCallFacts {
	'csi.CreateVolume': {
		readonly driver: string;
		readonly input: {
			readonly name: string;
			readonly capacity: string;
			readonly parameters: Readonly<Record<string, string>> | undefined;
		};
		readonly output: {readonly volumeHandle: string};
	};
	'csi.DeleteVolume': {readonly driver: string; readonly input: {readonly volumeHandle: string}};
	'csi.ControllerPublishVolume': {
		readonly driver: string;
		readonly input: {readonly volumeId: string; readonly nodeId: string};
	};
	'csi.ControllerUnpublishVolume': {
		readonly driver: string;
		readonly input: {readonly volumeId: string; readonly nodeId: string};
	};
	'csi.ControllerExpandVolume': {
		readonly driver: string;
		readonly input: {readonly volumeId: string; readonly capacity: string};
	};
}

/** Facts of the stops of the sidecars of CSI drivers. */
export interface CSIFacts extends DriverCallFacts {
	'controller.csi-provisioner.sync':
		| {
				readonly case: 'claim';
				readonly key: string;
				/** The storage class, where a volume is needed. */
				readonly class: string | undefined;
		  }
		| {readonly case: 'volume'; readonly name: string; /** Whether it still exists. */ readonly present: boolean};
	'controller.csi-provisioner.create': {readonly claim: string};
	'controller.csi-provisioner.release': {
		readonly key: string;
		readonly finalizer: string;
		/** The finalizers that it keeps. */
		readonly finalizers: readonly string[];
	};

	'controller.csi-attacher.sync':
		| Gone
		| {
				readonly case: 'attach' | 'detach';
				/** `undefined`: of a volume that a Pod names itself. */
				readonly volume: string | undefined;
				readonly node: string;
		  }
		/** The volume is being deleted; a node may still have it. */
		| {readonly case: 'volume'; readonly volume: string; readonly node: string | undefined};
	/** The attachment will stay until the driver has detached the volume. */
	'controller.csi-attacher.prepare': {readonly finalizer: string; readonly nodeId: string};
	'controller.csi-attacher.status':
		| {readonly case: 'attached'; readonly node: string}
		| {
				readonly case: 'failed';
				readonly node: string;
				readonly field: 'attachError' | 'detachError';
				readonly message: string;
		  };
	'controller.csi-attacher.release': {
		readonly key: string;
		readonly finalizer: string;
		/** The finalizers that it keeps. */
		readonly finalizers: readonly string[];
	};
	/** The finalizers of a volume change. */
	'controller.csi-attacher.finalizers': {
		readonly before: readonly string[] | undefined;
		readonly after: readonly string[];
	};

	'controller.csi-resizer.sync': {
		readonly key: string;
		/** The component that must act: the driver, a kubelet, or none. */
		readonly plan: 'none' | 'controller' | 'node';
		/** The requested size, and the claim's present size. */
		readonly size: string;
		readonly before: string | undefined;
	};
	'controller.csi-resizer.status': StatusChange<PersistentVolumeClaimStatus>;
	'controller.csi-resizer.capacity': {readonly before: string; readonly after: string};
}
