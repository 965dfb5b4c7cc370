import type {ImageCatalogue} from '../runtime/images/catalogue.js';
import type {SandboxFailure} from '../runtime/runtime.js';

/** A node of the scenario. */
export interface NodeOptions {
	readonly name: string;
	readonly labels: Readonly<Record<string, string>>;
	readonly taints: ReadonlyArray<{
		readonly key: string;
		readonly value?: string;
		readonly effect: 'NoSchedule' | 'PreferNoSchedule' | 'NoExecute';
	}>;
	/** `cpu`, `memory`, `pods`, `ephemeral-storage` and extended resources. */
	readonly capacity: Readonly<Record<string, string>>;
	/** Images that are on the node from the start. */
	readonly images: readonly string[];
	/** Range of Pod addresses: `10.244.1.0/24`. */
	readonly podCIDR: string;
	readonly address: string;
	/** Whether the kernel enforces AppArmor; by default it does not. */
	readonly appArmor?: boolean;
	/** Manifests of Pods in a directory of the node, which its kubelet runs without being told by the apiserver. */
	readonly staticPods?: readonly unknown[];
}

/** What a node's own /etc/resolv.conf says. */
export interface HostResolver {
	readonly servers: readonly string[];
	readonly searches: readonly string[];
}

export interface KubeletOptions {
	readonly node: NodeOptions;
	readonly images: ImageCatalogue;
	/** Cluster IP of the DNS Service. */
	readonly clusterDNS: string;
	readonly clusterDomain: string;
	readonly resolvConf?: HostResolver;
	readonly sandboxFailure?: SandboxFailure;
}
