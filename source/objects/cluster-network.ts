import {addressAt, ofFamily, subrangeAt} from './address-range.js';
import {equal} from '../kernel/equality.js';
import {controlPlane} from './control-plane.js';
import {familyOf, type Family} from './ip.js';

/** The addresses of a cluster: its families in order, and a range of each. */
export interface ClusterNetwork {
	readonly families: readonly Family[];
	/** Addresses of Pods: `--cluster-cidr` of kube-controller-manager and kube-proxy. */
	readonly clusterCIDR: readonly string[];
	/** Addresses of Services: `--service-cluster-ip-range` of kube-apiserver. */
	readonly serviceCIDR: readonly string[];
}

/** Ledger key of the addresses of a cluster; absent for the usual addresses. */
export const clusterNetworkKey = '/network/cluster';

interface FamilyDefaults {
	readonly clusterCIDR: string;
	readonly serviceCIDR: string;
	/** The range of the nodes' addresses. */
	readonly nodes: string;
	/** The prefix length of a node's range. @see kube-controller-manager `--node-cidr-mask-size-ipv4`, `--node-cidr-mask-size-ipv6` */
	readonly nodeBits: number;
	/** The addresses of the control plane. */
	readonly controlPlane: string;
}

const defaults: Readonly<Record<Family, FamilyDefaults>> = {
	IPv4: {
		clusterCIDR: '10.244.0.0/16',
		serviceCIDR: '10.96.0.0/16',
		nodes: '192.168.0.0/16',
		nodeBits: 24,
		controlPlane: controlPlane.ip,
	},
	IPv6: {
		clusterCIDR: 'fd00:10:244::/56',
		serviceCIDR: 'fd00:10:96::/112',
		nodes: 'fd00:192:168::/64',
		nodeBits: 64,
		controlPlane: 'fd00:10::1',
	},
};

/** The default addresses of a cluster. */
export const defaultNetwork: ClusterNetwork = {
	families: ['IPv4'],
	clusterCIDR: [defaults.IPv4.clusterCIDR],
	serviceCIDR: [defaults.IPv4.serviceCIDR],
};

/** Ranges as in flags: `10.96.0.0/16,fd00:10:96::/112`. */
export const splitRanges = (text: string | undefined): readonly string[] =>
	text === undefined ? [] : text.split(',').map((range) => range.trim());

/** The network part of a scenario; a range without families has the cluster's. */
export interface NetworkWords {
	readonly ipFamilies?: readonly Family[];
	readonly clusterCIDR?: string;
	readonly serviceClusterIPRange?: string;
}

/** The addresses of a cluster, completed; {@link defaultNetwork} itself where they are those. */
export const networkOf = ({ipFamilies, clusterCIDR, serviceClusterIPRange}: NetworkWords): ClusterNetwork => {
	const [pods, services] = [splitRanges(clusterCIDR), splitRanges(serviceClusterIPRange)];
	const said = services.length >= pods.length ? services : pods;
	const families = ipFamilies ?? (said.length === 0 ? defaultNetwork.families : said.map((range) => familyOf(range)));
	const complete = (ranges: readonly string[], of: 'clusterCIDR' | 'serviceCIDR') =>
		families.map((family) => ofFamily(ranges, family) ?? defaults[family][of]);
	const network = {
		families,
		clusterCIDR: complete(pods, 'clusterCIDR'),
		serviceCIDR: complete(services, 'serviceCIDR'),
	};
	return equal(network, defaultNetwork) ? defaultNetwork : network;
};

/**
The ranges of Pods of the node with this number, one of each family: 10.244.1.0/24 and fd00:10:244:1::/64 for 1.

Simplified: beyond 255 nodes they continue after the range of all Pods, in 10.245.0.0/16 and so on, although kube-proxy uses 10.244.0.0/16 for that.
*/
export const nodeRanges = ({families, clusterCIDR}: ClusterNetwork, number: number): readonly string[] =>
	families.map((family, index) =>
		subrangeAt(clusterCIDR[index] ?? defaults[family].clusterCIDR, defaults[family].nodeBits, number),
	);

/** The addresses of the node at a place of the scenario: 192.168.0.11 and fd00:192:168::b for the first. */
export const nodeAddresses = ({families}: ClusterNetwork, index: number): readonly string[] =>
	families.map((family) => addressAt(defaults[family].nodes, index + 11));

/** One value per family of a cluster: the given one, otherwise the usual one. @param usual the usual values, in the order of the families. */
export const inFamilies = (
	{families}: ClusterNetwork,
	given: readonly string[],
	usual: readonly string[],
): readonly string[] => families.map((family, index) => ofFamily(given, family) ?? usual[index] ?? '');

/** The addresses of the control plane. Simplified: it has an address of the first family only. */
export const controlPlaneAddress = ({families: [first = 'IPv4']}: ClusterNetwork): string =>
	defaults[first].controlPlane;

/** The address of a Service that every cluster has: 1 for `kubernetes`, 10 for `kube-dns`. Both only have an address of the first family. @see kubeadm GetDNSIP */
export const wellKnownAddress = (
	{serviceCIDR: [range = defaults.IPv4.serviceCIDR]}: ClusterNetwork,
	index: number,
): string => addressAt(range, index);
