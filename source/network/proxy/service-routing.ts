import {isExternal, usesCluster, usesLocal, type ServicePort} from './service-ports.js';

/** Addresses of Pods. Clients from elsewhere get responses only if the node masquerades for them. */
export const clusterCIDR = '10.244.0.0/16';

/** Addresses of Services. */
export const serviceCIDR = '10.96.0.0/16';

/** The mark of packets that leave under the node's own address. */
export const masqueradeMark = '0x00004000';

/** What happens to the traffic to a port of a Service on a node, independent of the proxy mode. */
export interface Routing {
	/** Whether packets to the cluster IP find an endpoint. */
	readonly hasInternal: boolean;
	/** Whether packets to addresses outside (node port, external IP, load balancer) find one. */
	readonly hasExternal: boolean;
	/** Whether it can be reached from outside at all. Clients inside may use this even if policy Local admits no other clients. */
	readonly usesExternal: boolean;
	readonly usesCluster: boolean;
	readonly usesLocal: boolean;
	/** What clients get without an endpoint: a rejection if there is no endpoint anywhere, silence if only this node has no endpoint. */
	readonly refusal: 'drop' | 'reject';
	/** Whether only some clients may use the load balancer's addresses. */
	readonly hasFirewall: boolean;
	/** Whether the node itself is one of these clients. It sends from the balancer's address if it has that address itself. */
	readonly admitsNode: boolean;
	/** `ip:port` of all endpoints that can be reached from this node. */
	readonly reachable: readonly string[];
}

const contains = (range: string, ip: string): boolean => {
	const [network = '', bits = '32'] = range.split('/');
	const number = (address: string) => address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
	const size = 2 ** (32 - Number(bits));
	return Math.floor(number(network) / size) === Math.floor(number(ip) / size);
};

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
		admitsNode: port.sourceRanges.some((range) => contains(range, nodeIP)),
		reachable: local.length === 0 || cluster === local ? cluster : [...new Set([...cluster, ...local])],
	};
};
