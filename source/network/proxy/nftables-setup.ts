import type {Family} from '../../objects/ip.js';
import {masqueradeMark, proxyIPv4, type ProxyFamily} from './service-routing.js';

const table = 'ip kube-proxy';

/** A line of the table for IPv4 as that of another family has it: the same, with the names of the protocol and its addresses. */
export const inFamily = (line: string, family: Family): string =>
	family === 'IPv4'
		? line
		: line
				.replace(/^add (\w+) ip kube-proxy/, 'add $1 ip6 kube-proxy')
				.replaceAll('ipv4_addr', 'ipv6_addr')
				.replaceAll(/\bip (?=[sd]addr\b)/g, 'ip6 ')
				.replace('dnat ip addr', 'dnat ip6 addr');

const toPort = 'ipv4_addr . inet_proto . inet_service';
const verdicts = (key: string): string => `${key} : verdict`;

const sets: ReadonlyArray<readonly [name: string, type: string, comment: string]> = [
	['cluster-ips', 'ipv4_addr', 'Active ClusterIPs'],
	['hairpin-connections', `ipv4_addr . ${toPort}`, 'service hairpin connections'],
	['nodeport-ips', 'ipv4_addr', 'IPs that accept NodePort traffic'],
];

const maps: typeof sets = [
	['firewall-ips', verdicts(toPort), 'destinations that are subject to LoadBalancerSourceRanges'],
	[
		'no-endpoint-nodeports',
		verdicts('inet_proto . inet_service'),
		'vmap to drop or reject packets to service nodeports with no endpoints',
	],
	['no-endpoint-services', verdicts(toPort), 'vmap to drop or reject packets to services with no endpoints'],
	['service-ips', verdicts(toPort), 'ClusterIP, ExternalIP and LoadBalancer IP traffic'],
	['service-nodeports', verdicts('inet_proto . inet_service'), 'NodePort traffic'],
];

const hook = (type: 'filter' | 'nat', name: string, priority: number): string =>
	`{ type ${type} hook ${name} priority ${priority} ; }`;

const lookUp = 'ip daddr . meta l4proto . th dport';
const lookUpNodePort = 'ip daddr @nodeport-ips meta l4proto . th dport';

/**
Chains in the order of their names, with their properties and rules. Filters run before the destination is rewritten (-110), to see
the original target, and after it (0), to catch packets that no Service handled.
*/
const chains = ({
	clusterCIDR,
	serviceCIDR,
}: ProxyFamily): ReadonlyArray<readonly [name: string, properties: string, rules: readonly string[]]> => [
	[
		'cluster-ips-check',
		'',
		[
			'ip daddr @cluster-ips reject comment "Reject traffic to invalid ports of ClusterIPs"',
			`ip daddr { ${serviceCIDR} } drop comment "Drop traffic to unallocated ClusterIPs"`,
		],
	],
	[
		'filter-forward',
		hook('filter', 'forward', 0),
		['ct state new jump service-endpoints-check', 'ct state new jump cluster-ips-check'],
	],
	[
		'filter-input',
		hook('filter', 'input', 0),
		['ct state new jump nodeport-endpoints-check', 'ct state new jump service-endpoints-check'],
	],
	[
		'filter-output',
		hook('filter', 'output', 0),
		['ct state new jump service-endpoints-check', 'ct state new jump cluster-ips-check'],
	],
	['filter-output-pre-dnat', hook('filter', 'output', -110), ['ct state new jump firewall-check']],
	['filter-prerouting-pre-dnat', hook('filter', 'prerouting', -110), ['ct state new jump firewall-check']],
	['firewall-check', '', [`${lookUp} vmap @firewall-ips`]],
	[
		'masquerading',
		'',
		[
			`mark and ${masqueradeMark} != 0 mark set mark xor ${masqueradeMark} masquerade fully-random`,
			'ct status dnat ip saddr . ip daddr . meta l4proto . th dport @hairpin-connections masquerade fully-random',
		],
	],
	['nat-output', hook('nat', 'output', -100), ['jump services']],
	['nat-postrouting', hook('nat', 'postrouting', 100), ['jump masquerading']],
	['nat-prerouting', hook('nat', 'prerouting', -100), ['jump services']],
	['nodeport-endpoints-check', '', [`${lookUpNodePort} vmap @no-endpoint-nodeports`]],
	['reject-chain', '{ comment "helper for @no-endpoint-services / @no-endpoint-nodeports" ; }', ['reject']],
	['service-endpoints-check', '', [`${lookUp} vmap @no-endpoint-services`]],
	[
		'services',
		'',
		[
			`ip daddr @cluster-ips ip saddr != ${clusterCIDR} mark set mark or ${masqueradeMark} comment "masquerade clusterIP traffic from outside cluster"`,
			`${lookUp} vmap @service-ips`,
			`${lookUpNodePort} vmap @service-nodeports`,
		],
	],
];

/**
The table's content regardless of Services.

@param nodeIP the node's own address, the only one that accepts node ports.
@mirrors k8s.io/kubernetes/pkg/proxy/nftables Proxier.setupNFTables
*/
export const tableSetup = (nodeIP: string, served = proxyIPv4): string[] =>
	setupLines(nodeIP, served).map((line) => inFamily(line, served.family));

const setupLines = (nodeIP: string, served: ProxyFamily): readonly string[] => [
	`add table ${table} { comment "rules for kube-proxy" ; }`,
	...sets.map(([name, type, comment]) => `add set ${table} ${name} { type ${type} ; comment "${comment}" ; }`),
	...maps.map(([name, type, comment]) => `add map ${table} ${name} { type ${type} ; comment "${comment}" ; }`),
	...(nodeIP === '' ? [] : [`add element ${table} nodeport-ips { ${nodeIP} }`]),
	...chains(served).flatMap(([name, properties, rules]) => [
		`add chain ${table} ${name}${properties ? ` ${properties}` : ''}`,
		...rules.map((rule) => `add rule ${table} ${name} ${rule}`),
	]),
];
