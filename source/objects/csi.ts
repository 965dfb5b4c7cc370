import {hashes} from '../kernel/hash.js';

/** A CSI driver that is installed in a simulated cluster. */
export interface SimulatedDriver {
	readonly name: string;
	/** The name that storage classes have for it, where it is older than CSI, such as rancher.io/local-path; by default its own. */
	readonly provisioner?: string;
	/** Whether its volumes must be attached to a node before they are mounted there; true by default. */
	readonly attachRequired?: boolean;
	/** Whether a Pod may also use its volumes inline, without a claim; false by default. */
	readonly ephemeral?: boolean;
	/** Whether its CSIDriver object exists from the start; true by default. Otherwise the files of a check have it. */
	readonly hasObject?: boolean;
	/** The nodes with its node plug-in; all by default. */
	readonly nodes?: readonly string[];
	/** The most volumes attached to a node; no limit by default. */
	readonly volumesPerNode?: number;
	/** Labels of nodes that say from where a volume can be reached; by default from everywhere. */
	readonly topologyKeys?: readonly string[];
	/** The gRPC errors of the driver, by call, such as `CreateVolume`. */
	readonly fails?: Readonly<Record<string, string>>;
}

/** The driver of a cluster without one in its scenario. */
export const defaultDriver: SimulatedDriver = {name: 'hostpath.csi.k8s.io'};

export const sha256 = hashes.sha256;

/** Name of the VolumeAttachment that the attach/detach controller makes. @mirrors k8s.io/kubernetes/pkg/volume/csi getAttachmentName */
export const attachmentName = (handle: string, driver: string, node: string): string =>
	`csi-${sha256(`${handle}${driver}${node}`)}`;

/** Name of a volume in the status of nodes. @mirrors k8s.io/kubernetes/pkg/volume/util GetUniqueVolumeName */
export const uniqueVolumeName = (driver: string, handle: string): string => `kubernetes.io/csi/${driver}^${handle}`;

/** Ledger key of a driver's volume: it outlives the Pods that use it. */
export const storageKey = (driver: string, handle: string): string => `/storage/${driver}/${handle}`;
