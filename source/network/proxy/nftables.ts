import {nftablesName} from './chain-name.js';
import {splitHostPort} from '../../objects/host-port.js';
import {inFamily, tableSetup} from './nftables-setup.js';
import type {ServicePort} from './service-ports.js';
import {masqueradeMark, proxyIPv4, routingOf, type ProxyFamily, type Routing} from './service-routing.js';

/** The table's content for the Services: elements of its sets and maps, chains, and a set for each endpoint that remembers its clients. */
interface Content {
	readonly elements: Set<string>;
	/** Chain → its rules. */
	readonly chains: Map<string, string[]>;
	/** Set → its type. */
	readonly sets: Map<string, string>;
}

const table = 'ip kube-proxy';

/**
The whole table that makes Services work on a node, in kube-proxy's words for `nft`, each chain with its rules.

A packet's address, protocol and port are looked up in one map, regardless of the number of Services; the result is the Service's chain,
which rewrites the destination to one of its endpoints at random.

@param nodeIP the address that accepts node ports; it also decides whether a source range includes the node itself.
@mirrors k8s.io/kubernetes/pkg/proxy/nftables Proxier.syncProxyRules
*/
export const nftables = (ports: readonly ServicePort[], nodeIP: string, served = proxyIPv4): string =>
	[...tableSetup(nodeIP, served), ...nftablesOf(ports, nodeIP, served)].map((line) => `${line}\n`).join('');

/** The part of the table for these ports. */
export const nftablesOf = (ports: readonly ServicePort[], nodeIP: string, served = proxyIPv4): string[] => {
	const content: Content = {elements: new Set(), chains: new Map(), sets: new Map()};
	for (const port of ports) {
		addPort(content, port, nodeIP, served);
	}

	return print(content).map((line) => inFamily(line, served.family));
};

/** Lines that are added and removed when ports change. A line that two Services need stays until neither needs it. */
export const nftablesChanges = (
	before: readonly ServicePort[],
	after: readonly ServicePort[],
	others: readonly ServicePort[],
	nodeIP: string,
	served = proxyIPv4,
): {readonly added: readonly string[]; readonly removed: readonly string[]} => {
	const was = nftablesOf(before, nodeIP, served);
	const is = nftablesOf(after, nodeIP, served);
	const shared = new Set(others.flatMap((port) => hairpinsOf(port)).map((line) => inFamily(line, served.family)));
	const without = (lines: readonly string[], known: readonly string[]) => {
		const set = new Set(known);
		return lines.filter((line) => !set.has(line) && !shared.has(line));
	};

	return {added: without(is, was), removed: without(was, is)};
};

/** Prints the elements, then the chains in the order in which packets can reach them from there. */
const print = ({elements, chains, sets}: Content): string[] => {
	const lines = [...elements].sort();
	const seen = new Set<string>();
	const follow = (line: string) => {
		for (const [, chain = ''] of line.matchAll(/goto (\S+)/g)) {
			const rules = chains.get(chain);
			if (rules && !seen.has(chain)) {
				seen.add(chain);
				visit(chain, rules);
			}
		}
	};

	const visit = (chain: string, rules: readonly string[]) => {
		lines.push(`add chain ${table} ${chain}`, ...rules.map((rule) => `add rule ${table} ${chain} ${rule}`));
		for (const rule of rules) {
			const set = /^update @(\S+)/.exec(rule)?.[1];
			if (set) {
				lines.push(`add set ${table} ${set} ${sets.get(set)}`);
			}
		}

		for (const rule of rules) {
			follow(rule);
		}
	};

	for (const line of lines.slice()) {
		follow(line);
	}

	return lines;
};

const element = (set: string, key: string, value?: string, comment?: string): string =>
	`add element ${table} ${set} { ${key}${comment === undefined ? '' : ` comment "${comment}"`}${value === undefined ? '' : ` : ${value}`} }`;

/** The masquerading of a Pod that reaches itself through a Service: without the node's address, it would answer itself directly. */
const hairpinsOf = ({protocol, hairpins}: ServicePort): string[] =>
	hairpins.map((endpoint) => {
		const {ip, port} = splitHostPort(endpoint);
		return element('hairpin-connections', [ip, ip, protocol, port].join(' . '));
	});

/** The names in the table for one port. */
interface Names {
	/** `namespace/service/protocol/port name`. */
	readonly what: string;
	readonly cluster: string;
	readonly local: string;
	readonly external: string;
	readonly firewall: string;
}

const namesOf = ({namespace, name, protocol, portName}: ServicePort): Names => {
	const what = `${namespace}/${name}/${protocol}/${portName}`;
	return {
		what,
		cluster: nftablesName('service', what),
		local: nftablesName('local', what),
		external: nftablesName('external', what),
		firewall: nftablesName('firewall', what),
	};
};

const addPort = (content: Content, port: ServicePort, nodeIP: string, served: ProxyFamily): void => {
	const routing = routingOf(port, nodeIP);
	const names = namesOf(port);
	addElements(content, port, routing, names);
	addChains(content, port, routing, {...names, clusterCIDR: served.clusterCIDR});
};

/** The keys of packets: the addresses and ports of a Service, and the target of each. */
const addElements = (
	{elements}: Content,
	port: ServicePort,
	routing: Routing,
	{cluster, local, external, firewall}: Names,
): void => {
	const {id, protocol, nodePort, hasEndpoints, clusterIP} = port;
	const {hasExternal} = routing;
	const toPort = (ip: string) => [ip, protocol, port.port].join(' . ');
	const verdict = routing.refusal === 'drop' ? 'drop' : 'goto reject-chain';
	const put = (...parts: Parameters<typeof element>) => elements.add(element(...parts));

	put('cluster-ips', clusterIP);
	for (const hairpin of hairpinsOf(port)) {
		elements.add(hairpin);
	}

	if (routing.hasInternal) {
		put('service-ips', toPort(clusterIP), `goto ${port.internalLocal ? local : cluster}`);
	} else {
		put('no-endpoint-services', toPort(clusterIP), verdict, id);
	}

	for (const ip of [...port.externalIPs, ...port.loadBalancerIPs]) {
		if (hasEndpoints) {
			put('service-ips', toPort(ip), `goto ${external}`);
		}

		if (!hasExternal) {
			put('no-endpoint-services', toPort(ip), verdict, id);
		}
	}

	const toNodePort = [protocol, nodePort].join(' . ');
	if (nodePort !== 0 && hasEndpoints) {
		put('service-nodeports', toNodePort, `goto ${external}`);
	}

	if (nodePort !== 0 && !hasExternal) {
		put('no-endpoint-nodeports', toNodePort, verdict, id);
	}

	for (const ip of routing.hasFirewall ? port.loadBalancerIPs : []) {
		put('firewall-ips', toPort(ip), `goto ${firewall}`);
	}
};

const addChains = (
	{chains, sets}: Content,
	port: ServicePort,
	routing: Routing,
	{what, cluster, local, external, firewall, clusterCIDR}: Names & {readonly clusterCIDR: string},
): void => {
	if (routing.hasFirewall) {
		const sources = [...port.sourceRanges, ...(routing.admitsNode ? port.loadBalancerIPs : [])];
		chains.set(firewall, [`ip saddr != { ${sources.join(' , ')} } drop`]);
	}

	if (routing.usesExternal) {
		const policy = port.externalLocal ? local : cluster;
		chains.set(external, [
			...(port.externalLocal ? insideRules(cluster, clusterCIDR) : [`${mark} comment "masquerade"`]),
			...(routing.hasExternal ? [`goto ${policy}`] : []),
		]);
	}

	if (routing.usesCluster) {
		chains.set(cluster, balancing(port, what, port.cluster));
	}

	if (routing.usesLocal) {
		chains.set(local, balancing(port, what, port.local));
	}

	for (const endpoint of port.affinitySeconds > 0 ? routing.reachable : []) {
		const set = nftablesName('affinity', endpointOf(what, endpoint));
		sets.set(set, `{ type ipv4_addr ; flags dynamic,timeout ; timeout ${port.affinitySeconds}s ; }`);
		chains.set(nftablesName('endpoint', endpointOf(what, endpoint)), [
			`update @${set} { ip saddr }`,
			`meta l4proto ${port.protocol} dnat to ${endpoint}`,
		]);
	}
};

/** nft does not allow a colon in a name. @mirrors servicePortEndpointChainNameBase */
const endpointOf = (what: string, endpoint: string): string => {
	const {ip, port} = splitHostPort(endpoint);
	return `${what}__${ip.replaceAll(':', '.')}/${port}`;
};

// The answer must return the same way, so the endpoint must not see the client's address.
const mark = `mark set mark or ${masqueradeMark}`;

/** Policy Local applies to clients outside: Pods and the node itself may use every endpoint. */
const insideRules = (cluster: string, clusterCIDR: string): string[] => [
	`ip saddr ${clusterCIDR} goto ${cluster} comment "short-circuit pod traffic"`,
	`fib saddr type local ${mark} comment "masquerade local traffic"`,
	`fib saddr type local goto ${cluster} comment "short-circuit local traffic"`,
];

/** Picks an endpoint at random; with affinity, first the endpoint that the client used before. A chain per endpoint records its clients. */
const balancing = ({protocol, affinitySeconds}: ServicePort, what: string, endpoints: readonly string[]): string[] => {
	const choose = `numgen random mod ${endpoints.length}`;
	if (affinitySeconds === 0) {
		const choices = endpoints.map((endpoint, index) => {
			const {ip, port} = splitHostPort(endpoint);
			return `${index} : ${ip} . ${port}`;
		});
		return [`meta l4proto ${protocol} dnat ip addr . port to ${choose} map { ${choices.join(' , ')} }`];
	}

	const chainOf = (endpoint: string) => nftablesName('endpoint', endpointOf(what, endpoint));
	const choices = endpoints.map((endpoint, index) => `${index} : goto ${chainOf(endpoint)}`);
	return [
		...endpoints.map(
			(endpoint) => `ip saddr @${nftablesName('affinity', endpointOf(what, endpoint))} goto ${chainOf(endpoint)}`,
		),
		`${choose} vmap { ${choices.join(' , ')} }`,
	];
};
