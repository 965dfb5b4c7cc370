import type {KubeletConfiguration} from './kubelet-configuration.js';
import type {Taint} from './kubernetes.generated.js';

/** A node as a scenario describes it and its kubelet uses it. */
export interface SimulatedNode {
	readonly name: string;
	readonly labels: Readonly<Record<string, string>>;
	readonly taints: ReadonlyArray<Pick<Taint, 'key' | 'value' | 'effect'>>;
	/** `cpu`, `memory`, `pods`, `ephemeral-storage` and extended resources. */
	readonly capacity: Readonly<Record<string, string>>;
	/** Images that are on the node from the start. */
	readonly images: readonly string[];
	/** Manifests of Pods that the node's kubelet runs without a request from the apiserver. */
	readonly staticPods?: readonly unknown[];
	/** Directories of its file system that Pods may request, beyond those of every Linux. */
	readonly hostPaths?: readonly string[];
	/** The handlers of its container runtime beside `runc`, by the names that RuntimeClasses use: `runsc`. */
	readonly runtimeHandlers?: readonly string[];
	/** Whether its kernel enforces AppArmor; false by default. */
	readonly appArmor?: boolean;
	/** The settings of its kubelet. */
	readonly kubelet?: KubeletConfiguration;
	/**
	The range of its Pods' addresses, such as `10.244.1.0/24`, and its own address; by default, from its place in the scenario. A cluster
	with both families has two of each, separated by a comma.
	*/
	readonly podCIDR?: string;
	readonly address?: string;
	/** Whether its kubelet is down until an input starts it. */
	readonly isDown?: boolean;
}

/** The mode of kube-proxy: chains that the kernel walks, or maps that it looks up. */
export const proxyModes = ['iptables', 'nftables'] as const;
export type ProxyMode = (typeof proxyModes)[number];
