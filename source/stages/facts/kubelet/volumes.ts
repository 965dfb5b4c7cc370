import type {PersistentVolume, Volume} from '../../../objects/kubernetes.generated.js';
import type {Refusal} from './refusal.js';

/** A call of a CSI driver on the node. */
interface CSICall {
	readonly driver: string;
	readonly request: Readonly<Record<string, string>>;
	/** Name of the volume in the Pod. */
	readonly volume: string;
	readonly node: string;
}

/** Facts of mounting volumes. */
export interface VolumeFacts {
	'kubelet.volumes':
		| {
				readonly case: 'mounted';
				readonly volume: Volume;
				readonly plugin: string;
				readonly path: string;
				/** The contents by path, if the volume shows objects of the API. */
				readonly files: Readonly<Record<string, string>> | undefined;
		  }
		/** The objects that it shows have changed. */
		| {
				readonly case: 'updated';
				readonly volume: string;
				readonly path: string;
				readonly files: Readonly<Record<string, string>>;
		  }
		| ({readonly case: 'failed'; readonly volume: string} & Refusal)
		| {readonly case: 'all-mounted'; readonly volumes: readonly string[]}
		/** The Pod's volume is not mounted yet, and this is not an error. */
		| {
				readonly case: 'waiting';
				readonly volume: string;
				readonly persistentVolume: string;
				readonly node: string;
				/** The Node's status has to list it as in use, or as attached. */
				readonly for: 'volumesInUse' | 'volumesAttached';
		  }
		/** The sync ends; the next one retries. */
		| {readonly case: 'timed-out'; readonly message: string}
		/** The file system of a mounted volume is made as large as the volume. */
		| {readonly case: 'expanded'; readonly claim: string; readonly size: string; readonly before: string}
		/** The Pod is to end before all are mounted. */
		| {readonly case: 'given-up'}
		| {readonly case: 'unmounted'; readonly volumes: readonly string[]}
		/** The kubelet asks for a token for the Pod's service account. */
		| {
				readonly case: 'token';
				readonly serviceAccount: string;
				readonly audience: string | undefined;
				readonly expirationSeconds: number;
				readonly boundObjectRef: Readonly<Record<'apiVersion' | 'kind' | 'name' | 'uid', string>>;
		  }
		| {
				readonly case: 'bound';
				readonly claim: string;
				readonly persistentVolume: string;
				readonly source: PersistentVolume['spec'];
		  }
		| {
				readonly case: 'attached';
				readonly persistentVolume: string;
				readonly driver: string;
				readonly handle: string;
				readonly node: string;
		  };
	'csi.NodeStageVolume': CSICall;
	'csi.NodePublishVolume': CSICall;
	'csi.NodeUnpublishVolume': CSICall;
	'csi.NodeUnstageVolume': CSICall;
	'csi.NodeExpandVolume': CSICall;
}
