import {chainName} from './chain-name.js';
import type {ServicePort} from './service-ports.js';
import {clusterCIDR, masqueradeMark, routingOf} from './service-routing.js';

/** Chain → its rules, without the `-A CHAIN ` in front. */
type Chains = Map<string, string[]>;

interface Tables {
	readonly nat: Chains;
	readonly filter: Chains;
}

const append = (chains: Chains, chain: string, rule: string): void => {
	const rules = chains.get(chain);
	if (rules) {
		rules.push(rule);
	} else {
		chains.set(chain, [rule]);
	}
};

const comment = (text: string): string => `-m comment --comment ${text.includes(' ') ? `"${text}"` : text}`;

/** What is in the tables whatever Services there are. */
const fixed = (): Tables => ({
	nat: new Map([
		['INPUT', []],
		['KUBE-MARK-MASQ', [`-j MARK --or-mark ${masqueradeMark}`]],
		['KUBE-NODEPORTS', []],
		[
			'KUBE-POSTROUTING',
			[
				`-m mark ! --mark ${masqueradeMark}/${masqueradeMark} -j RETURN`,
				`-j MARK --xor-mark ${masqueradeMark}`,
				`${comment('kubernetes service traffic requiring SNAT')} -j MASQUERADE --random-fully`,
			],
		],
		['KUBE-SERVICES', []],
		['OUTPUT', [`${comment('kubernetes service portals')} -j KUBE-SERVICES`]],
		['POSTROUTING', [`${comment('kubernetes postrouting rules')} -j KUBE-POSTROUTING`]],
		['PREROUTING', [`${comment('kubernetes service portals')} -j KUBE-SERVICES`]],
	]),
	filter: new Map([
		[
			'FORWARD',
			[
				`-m conntrack --ctstate NEW ${comment('kubernetes load balancer firewall')} -j KUBE-PROXY-FIREWALL`,
				`${comment('kubernetes forwarding rules')} -j KUBE-FORWARD`,
				`-m conntrack --ctstate NEW ${comment('kubernetes service portals')} -j KUBE-SERVICES`,
				`-m conntrack --ctstate NEW ${comment('kubernetes externally-visible service portals')} -j KUBE-EXTERNAL-SERVICES`,
			],
		],
		[
			'INPUT',
			[
				'-j KUBE-FIREWALL',
				`-m conntrack --ctstate NEW ${comment('kubernetes load balancer firewall')} -j KUBE-PROXY-FIREWALL`,
				`${comment('kubernetes health check service ports')} -j KUBE-NODEPORTS`,
				`-m conntrack --ctstate NEW ${comment('kubernetes externally-visible service portals')} -j KUBE-EXTERNAL-SERVICES`,
			],
		],
		['KUBE-EXTERNAL-SERVICES', []],
		[
			'KUBE-FIREWALL',
			[
				`${comment('block incoming localnet connections')} -d 127.0.0.0/8 ! -s 127.0.0.0/8 -m conntrack ! --ctstate RELATED,ESTABLISHED,DNAT -j DROP`,
			],
		],
		[
			'KUBE-FORWARD',
			[
				'-m conntrack --ctstate INVALID -m nfacct --nfacct-name ct_state_invalid_dropped_pkts -j DROP',
				`${comment('kubernetes forwarding rules')} -m mark --mark ${masqueradeMark}/${masqueradeMark} -j ACCEPT`,
				`${comment('kubernetes forwarding conntrack rule')} -m conntrack --ctstate RELATED,ESTABLISHED -j ACCEPT`,
			],
		],
		['KUBE-NODEPORTS', []],
		['KUBE-PROXY-FIREWALL', []],
		['KUBE-SERVICES', []],
		[
			'OUTPUT',
			[
				'-j KUBE-FIREWALL',
				`-m conntrack --ctstate NEW ${comment('kubernetes load balancer firewall')} -j KUBE-PROXY-FIREWALL`,
				`-m conntrack --ctstate NEW ${comment('kubernetes service portals')} -j KUBE-SERVICES`,
			],
		],
	]),
});

const lastNodePortRule = `${comment('kubernetes service nodeports; NOTE: this must be the last rule in this chain')} -m addrtype --dst-type LOCAL -j KUBE-NODEPORTS`;

const builtIn = new Set(['INPUT', 'OUTPUT', 'FORWARD', 'PREROUTING', 'POSTROUTING']);

/**
The rules that make Services work on a node, as `iptables-save` would print them.

A packet to a Service's address meets KUBE-SERVICES, from there the chain of the Service, and one of its endpoints by chance;
the last rule of an endpoint rewrites the destination.

@param nodeIP decides whether a source range lets the node itself in.
@mirrors k8s.io/kubernetes/pkg/proxy/iptables Proxier.syncProxyRules
*/
export const iptables = (ports: readonly ServicePort[], nodeIP: string): string => {
	const tables = fixed();
	for (const port of ports) {
		addPort(tables, port, nodeIP);
	}

	append(tables.nat, 'KUBE-SERVICES', lastNodePortRule);
	return `*nat\n${print(tables.nat)}COMMIT\n*filter\n${print(tables.filter)}COMMIT\n`;
};

/** Chains in the order in which packets can come to them, the fixed ones first. */
const print = (chains: Chains): string => {
	const roots = [...chains.keys()].filter((chain) => isFixed(chain)).sort();
	const order = roots.slice();
	const seen = new Set(roots);
	const visit = (chain: string) => {
		for (const rule of chains.get(chain) ?? []) {
			const target = /-j (KUBE-\S+)/.exec(rule)?.[1];
			if (target && !seen.has(target)) {
				seen.add(target);
				order.push(target);
				visit(target);
			}
		}
	};

	for (const chain of roots) {
		visit(chain);
	}

	return [
		...order.map((chain) => `:${chain} ${builtIn.has(chain) ? 'ACCEPT' : '-'} [0:0]\n`),
		...order.flatMap((chain) => (chains.get(chain) ?? []).map((rule) => `-A ${chain} ${rule}\n`)),
	].join('');
};

/** Whether a chain is there whatever Services there are. */
export const isFixed = (chain: string): boolean => !/^KUBE-(SVC|SVL|EXT|FW|SEP)-/.test(chain);

function addPort({nat, filter}: Tables, port: ServicePort, nodeIP: string): void {
	const {id, protocol, hasEndpoints} = port;
	const what = id + protocol;
	const toPort = (ip: string) => `-m ${protocol} -p ${protocol} -d ${ip} --dport ${port.port}`;
	const clusterChain = chainName('SVC', what);
	const localChain = chainName('SVL', what);
	const external = chainName('EXT', what);
	const firewall = chainName('FW', what);
	const internal = port.internalLocal ? localChain : clusterChain;
	const routing = routingOf(port, nodeIP);
	const {hasInternal, hasExternal} = routing;
	const usesFirewall = hasEndpoints && routing.hasFirewall;
	const refusal = comment(`${id} has no ${routing.refusal === 'drop' ? 'local ' : ''}endpoints`);
	const verdict = routing.refusal.toUpperCase();

	if (hasInternal) {
		append(nat, 'KUBE-SERVICES', `${comment(`${id} cluster IP`)} ${toPort(port.clusterIP)} -j ${internal}`);
		append(
			nat,
			internal,
			`${comment(`${id} cluster IP`)} ${toPort(port.clusterIP)} ! -s ${clusterCIDR} -j KUBE-MARK-MASQ`,
		);
	} else {
		append(filter, 'KUBE-SERVICES', `${refusal} ${toPort(port.clusterIP)} -j ${verdict}`);
	}

	for (const ip of port.externalIPs) {
		if (hasEndpoints) {
			append(nat, 'KUBE-SERVICES', `${comment(`${id} external IP`)} ${toPort(ip)} -j ${external}`);
		}

		if (!hasExternal) {
			append(filter, 'KUBE-EXTERNAL-SERVICES', `${refusal} ${toPort(ip)} -j ${verdict}`);
		}
	}

	for (const ip of port.loadBalancerIPs) {
		if (hasEndpoints) {
			append(
				nat,
				'KUBE-SERVICES',
				`${comment(`${id} loadbalancer IP`)} ${toPort(ip)} -j ${usesFirewall ? firewall : external}`,
			);
		}

		if (usesFirewall) {
			append(
				filter,
				'KUBE-PROXY-FIREWALL',
				`${comment(`${id} traffic not accepted by ${firewall}`)} ${toPort(ip)} -j DROP`,
			);
		}

		if (!hasExternal) {
			append(filter, 'KUBE-EXTERNAL-SERVICES', `${refusal} ${toPort(ip)} -j ${verdict}`);
		}
	}

	if (port.nodePort !== 0) {
		const match = `-m ${protocol} -p ${protocol}`;
		if (hasEndpoints) {
			append(
				nat,
				'KUBE-NODEPORTS',
				`${comment(id)} ${match} -d 127.0.0.0/8 --dport ${port.nodePort} -m nfacct --nfacct-name localhost_nps_accepted_pkts -j ${external}`,
			);
			append(nat, 'KUBE-NODEPORTS', `${comment(id)} ${match} --dport ${port.nodePort} -j ${external}`);
		}

		if (!hasExternal) {
			append(
				filter,
				'KUBE-EXTERNAL-SERVICES',
				`${refusal} -m addrtype --dst-type LOCAL ${match} --dport ${port.nodePort} -j ${verdict}`,
			);
		}
	}

	if (port.healthCheckNodePort !== 0) {
		append(
			filter,
			'KUBE-NODEPORTS',
			`${comment(`${id} health check node port`)} -m tcp -p tcp --dport ${port.healthCheckNodePort} -j ACCEPT`,
		);
	}

	if (routing.usesExternal) {
		addExternal(nat, port, {
			external,
			clusterChain,
			policyChain: hasExternal ? (port.externalLocal ? localChain : clusterChain) : undefined,
		});
	}

	if (usesFirewall) {
		for (const range of port.sourceRanges) {
			append(nat, firewall, `${comment(`${id} loadbalancer IP`)} -s ${range} -j ${external}`);
		}

		if (routing.admitsNode) {
			for (const ip of port.loadBalancerIPs) {
				append(nat, firewall, `${comment(`${id} loadbalancer IP`)} -s ${ip} -j ${external}`);
			}
		}

		append(nat, firewall, comment(`other traffic to ${id} will be dropped by KUBE-PROXY-FIREWALL`));
	}

	if (routing.usesCluster) {
		addBalancing(nat, port, clusterChain, port.cluster);
	}

	if (routing.usesLocal) {
		addBalancing(nat, port, localChain, port.local);
	}

	for (const endpoint of routing.reachable) {
		addEndpoint(nat, port, endpoint);
	}
}

const addExternal = (
	nat: Chains,
	{id, externalLocal}: ServicePort,
	{
		external,
		clusterChain,
		policyChain,
	}: {readonly external: string; readonly clusterChain: string; readonly policyChain?: string},
): void => {
	if (externalLocal) {
		// Policy Local is about clients outside: Pods and the node itself may use every endpoint.
		append(
			nat,
			external,
			`${comment(`pod traffic for ${id} external destinations`)} -s ${clusterCIDR} -j ${clusterChain}`,
		);
		append(
			nat,
			external,
			`${comment(`masquerade LOCAL traffic for ${id} external destinations`)} -m addrtype --src-type LOCAL -j KUBE-MARK-MASQ`,
		);
		append(
			nat,
			external,
			`${comment(`route LOCAL traffic for ${id} external destinations`)} -m addrtype --src-type LOCAL -j ${clusterChain}`,
		);
	} else {
		// The answer must come back the same way, so the endpoint must not see the client's address.
		append(nat, external, `${comment(`masquerade traffic for ${id} external destinations`)} -j KUBE-MARK-MASQ`);
	}

	if (policyChain) {
		append(nat, external, `-j ${policyChain}`);
	}
};

const addBalancing = (
	nat: Chains,
	{id, protocol, affinitySeconds}: ServicePort,
	chain: string,
	endpoints: readonly string[],
): void => {
	if (affinitySeconds > 0) {
		for (const endpoint of endpoints) {
			const target = chainName('SEP', id + protocol + endpoint);
			append(
				nat,
				chain,
				`${comment(`${id} -> ${endpoint}`)} -m recent --name ${target} --rcheck --seconds ${affinitySeconds} --reap -j ${target}`,
			);
		}
	}

	for (const [index, endpoint] of endpoints.entries()) {
		const left = endpoints.length - index;
		// Each rule is asked only when those before it said no, so that all endpoints come out equally likely.
		const chance = left > 1 ? ` -m statistic --mode random --probability ${(1 / left).toFixed(10)}` : '';
		append(nat, chain, `${comment(`${id} -> ${endpoint}`)}${chance} -j ${chainName('SEP', id + protocol + endpoint)}`);
	}
};

const addEndpoint = (nat: Chains, {id, protocol, affinitySeconds}: ServicePort, endpoint: string): void => {
	const chain = chainName('SEP', id + protocol + endpoint);
	const [ip] = endpoint.split(':');
	append(nat, chain, `${comment(id)} -s ${ip} -j KUBE-MARK-MASQ`);
	const remember = affinitySeconds > 0 ? ` -m recent --name ${chain} --set` : '';
	append(nat, chain, `${comment(id)}${remember} -m ${protocol} -p ${protocol} -j DNAT --to-destination ${endpoint}`);
};
