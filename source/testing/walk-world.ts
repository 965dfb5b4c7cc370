import {Ledger} from '../kernel/ledger.js';
import {rulesKey, rulesOf} from '../network/proxy/node-rules.js';
import type {ServicePort} from '../network/proxy/service-ports.js';
import type {ProxyMode} from '../objects/simulated-node.js';

/** A port of a Service with two endpoints, one on node-a. */
export const shopPort = (fields: Partial<ServicePort> = {}): ServicePort => ({
	namespace: 'default',
	name: 'shop',
	portName: '',
	id: 'default/shop',
	protocol: 'tcp',
	clusterIP: '10.96.0.9',
	port: 80,
	nodePort: 0,
	externalIPs: [],
	loadBalancerIPs: [],
	sourceRanges: [],
	healthCheckNodePort: 0,
	affinitySeconds: 0,
	internalLocal: false,
	externalLocal: false,
	cluster: ['10.244.1.2:8080', '10.244.2.2:8080'],
	local: [],
	hairpins: [],
	hasEndpoints: true,
	...fields,
});

const nodes = {'node-a': {ip: '192.168.0.11', range: '10.244.1'}, 'node-b': {ip: '192.168.0.12', range: '10.244.2'}};

/**
The ledger of two nodes with their programs' writes: routes, the network of two Pods, DNS, and the rules for a Service.

@param portsOf the Service as the kube-proxy of a node sees it.
*/
export const walkLedger = (
	portsOf: (node: keyof typeof nodes) => readonly ServicePort[] = () => [shopPort()],
	mode: ProxyMode = 'iptables',
): Ledger => {
	const ledger = new Ledger();
	ledger.step = 1;
	for (const node of ['node-a', 'node-b'] as const) {
		const {ip, range} = nodes[node];
		const other = node === 'node-a' ? 'node-b' : 'node-a';
		const pod = node === 'node-a' ? 'shop-1' : 'shop-2';
		ledger.write(rulesKey(node, mode), rulesOf(mode, new Map([['default/shop', portsOf(node)]]), ip));
		ledger.write(`/nodes/${node}/routes`, {
			routes: [
				`${range}.0/24 dev cni0 proto kernel scope link src ${range}.1`,
				`${nodes[other].range}.0/24 via ${nodes[other].range}.0 dev flannel.1 onlink`,
			],
			forwarding: [{node: other, podCIDR: `${nodes[other].range}.0/24`, via: nodes[other].ip}],
		});
		ledger.write(`/nodes/${node}/sandboxes/1`, {
			id: '1',
			namespace: 'default',
			pod,
			uid: pod,
			hostNetwork: false,
			state: 'SANDBOX_READY',
			resolvConf:
				'search default.svc.cluster.local svc.cluster.local cluster.local\nnameserver 10.96.0.10\noptions ndots:5\n',
		});
		ledger.write(`/nodes/${node}/netns/1`, {
			pod: `default/${pod}`,
			interfaces: {eth0: {addresses: [`${range}.2/24`], peer: `veth-${pod}`}},
			routes: [`default via ${range}.1 dev eth0`],
		});
		ledger.write(`/network/addresses/${range}.2`, {
			node,
			namespace: 'default',
			pod,
			uid: pod,
			listeners: [{port: 8080, container: 'web', accepts: true}],
		});
	}

	ledger.write('/registry/services/specs/default/shop', {spec: {ports: [{port: 80}]}});
	ledger.write('/network/dns-namespaces/default', {name: 'default'});
	ledger.write('/network/dns/default/shop', {
		namespace: 'default',
		name: 'shop',
		kind: 'cluster',
		clusterIP: '10.96.0.9',
		ports: [],
		hosts: [],
	});
	ledger.step = 2;
	return ledger;
};
