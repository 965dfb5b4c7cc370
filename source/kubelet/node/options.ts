import type {Client} from '../../client/client.js';
import type {SimulatedDriver} from '../../objects/csi.js';
import type {SimulatedNode} from '../../objects/simulated-node.js';
import type {ImageCatalogue} from '../runtime/images/catalogue.js';
import type {SandboxFailure} from '../runtime/sandbox-service.js';

/** A node of the scenario, and its place in the cluster. */
export interface NodeOptions extends SimulatedNode {
	/** Range of Pod addresses: `10.244.1.0/24`. */
	readonly podCIDR: string;
	readonly address: string;
	/** Whether the kernel enforces AppArmor; by default it does not. */
	readonly appArmor?: boolean;
}

/** What a node's own /etc/resolv.conf says. */
export interface HostResolver {
	readonly servers: readonly string[];
	readonly searches: readonly string[];
}

/** How fast a kubelet may send requests; no limit where a rate is negative. Its heartbeats have none. */
export interface KubeletLimits {
	/** Requests a second, but for Events; 50 by default. */
	readonly kubeAPIQPS?: number;
	/** How many of them at once; 100 by default. */
	readonly kubeAPIBurst?: number;
	/** Events a second; 50 by default. */
	readonly eventRecordQPS?: number;
	/** How many Events at once; 100 by default. */
	readonly eventBurst?: number;
}

export interface KubeletOptions extends KubeletLimits {
	readonly node: NodeOptions;
	readonly images: ImageCatalogue;
	/** Cluster IP of the DNS Service. */
	readonly clusterDNS: string;
	readonly clusterDomain: string;
	readonly resolvConf?: HostResolver;
	readonly sandboxFailure?: SandboxFailure;
	/** The connection of the overlay network's agent, `flanneld/<node>`, which reads the Nodes. */
	readonly flannel: Client;
	/** The CSI drivers of the cluster. */
	readonly csiDrivers?: readonly SimulatedDriver[];
	/** Names or addresses of the NFS servers that the node can reach. */
	readonly nfsServers?: readonly string[];
}
