import {hasAddress} from '../../objects/address-range.js';
import {defaultNetwork, type ClusterNetwork} from '../../objects/cluster-network.js';
import type {Family} from '../../objects/ip.js';
import {isExternal, usesCluster, usesLocal, type ServicePort} from './service-ports.js';

/** A family of addresses on a node's kube-proxy: each has its own rules. */
export interface ProxyFamily {
	readonly family: Family;
	/** The Pods' address ranges. Other clients receive responses only if the node masquerades their packets. */
	readonly clusterCIDR: string;
	/** Addresses of Services. */
	readonly serviceCIDR: string;
}

/** The families of a cluster, the first one first. */
export const proxyFamilies = ({families, clusterCIDR, serviceCIDR}: ClusterNetwork): readonly ProxyFamily[] =>
	families.map((family, index) => ({
		family,
		clusterCIDR: clusterCIDR[index] ?? '',
		serviceCIDR: serviceCIDR[index] ?? '',
	}));

/** The only one of most clusters. */
export const proxyIPv4: ProxyFamily = {
	family: 'IPv4',
	clusterCIDR: defaultNetwork.clusterCIDR[0] ?? '',
	serviceCIDR: defaultNetwork.serviceCIDR[0] ?? '',
};

/** The mark of packets that leave under the node's own address. */
export const masqueradeMark = '0x00004000';

/** The routing of traffic to a port of a Service on a node, independent of the proxy mode. */
export interface Routing {
	/** Whether packets to the cluster IP find an endpoint. */
	readonly hasInternal: boolean;
	/** Whether packets to addresses outside (node port, external IP, load balancer) find one. */
	readonly hasExternal: boolean;
	/** Whether it is an external address. Internal clients may use it even if policy Local admits no others. */
	readonly usesExternal: boolean;
	readonly usesCluster: boolean;
	readonly usesLocal: boolean;
	/** The result for clients without an endpoint: a rejection if there is no endpoint anywhere, silence if only this node has no endpoint. */
	readonly refusal: 'drop' | 'reject';
	/** Whether only some clients may use the load balancer's addresses. */
	readonly hasFirewall: boolean;
	/** Whether the node itself is an allowed client. It sends from the balancer's address if it has that address. */
	readonly admitsNode: boolean;
	/** `ip:port` of all endpoints that can be reached from this node. */
	readonly reachable: readonly string[];
}

/**
Decides where a node sends the traffic of a port.

@param nodeIP the node's own address.
@mirrors the beginning of both iptables and nftables Proxier.syncProxyRules
*/
export const routingOf = (port: ServicePort, nodeIP: string): Routing => {
	const {hasEndpoints, cluster, local} = port;
	return {
		hasInternal: hasEndpoints && (!port.internalLocal || local.length > 0),
		hasExternal: hasEndpoints && (!port.externalLocal || local.length > 0),
		usesExternal: hasEndpoints && isExternal(port),
		usesCluster: cluster.length > 0 && usesCluster(port),
		usesLocal: local.length > 0 && usesLocal(port),
		refusal: hasEndpoints ? 'drop' : 'reject',
		hasFirewall: port.loadBalancerIPs.length > 0 && port.sourceRanges.length > 0,
		admitsNode: port.sourceRanges.some((range) => hasAddress(range, nodeIP)),
		reachable: local.length === 0 || cluster === local ? cluster : [...new Set([...cluster, ...local])],
	};
};
