import type {SimulatedDriver} from '../../objects/csi.js';
import type {SimulatedDeviceDriver} from '../../objects/device-driver.js';
import type {SimulatedNode} from '../../objects/simulated-node.js';

/** A node of the scenario, and its place in the cluster. */
export interface NodeOptions extends Omit<SimulatedNode, 'podCIDR' | 'address'> {
	/** Ranges of Pod addresses, one of each family that the cluster has, the first family first: `10.244.1.0/24`. */
	readonly podCIDRs: readonly string[];
	/** Its own addresses, in the same order of families. */
	readonly addresses: readonly string[];
	/** Whether the kubelet writes ephemeral-storage in decimal units, as from v1.37. */
	readonly hasDecimalStorage?: boolean;
}

/** The contents of a node's own /etc/resolv.conf. */
export interface HostResolver {
	readonly servers: readonly string[];
	readonly searches: readonly string[];
}

export interface KubeletOptions {
	readonly node: NodeOptions;
	/** Cluster IP of the DNS Service. */
	readonly clusterDNS: string;
	readonly clusterDomain: string;
	readonly resolvConf?: HostResolver;
	/** The CSI drivers of the cluster. */
	readonly csiDrivers?: readonly SimulatedDriver[];
	/** The drivers of devices of the cluster. */
	readonly deviceDrivers?: readonly SimulatedDeviceDriver[];
	/** Names or addresses of the NFS servers that the node can reach. */
	readonly nfsServers?: readonly string[];
	/** Whether it lists its Pods every 20 s, as the first kubelets did. */
	readonly resyncs?: boolean;
	/** `false` for a kubelet before v1.36, which detects the effects of its own syncs only at the next relist: the feature gate PLEGOnDemandRelist. */
	readonly relistsOnDemand?: boolean;
	/** Whether it clones repositories into `gitRepo` volumes, as kubelets before v1.33 do: the feature gate GitRepoVolumeDriver. */
	readonly clonesRepositories?: boolean;
	/** The minor version of Kubernetes 1 that it follows where a changelog names other behaviour; by default the simulated one. */
	readonly minor?: number | undefined;
}
