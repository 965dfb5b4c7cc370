import {chainName} from './chain-name.js';
import type {ServicePort} from './service-ports.js';
import {masqueradeMark, proxyIPv4, routingOf, type ProxyFamily, type Routing} from './service-routing.js';
import {splitHostPort} from '../../objects/host-port.js';
import type {Family} from '../../objects/ip.js';
import {getOrInsert} from '../../kernel/get-or-insert.js';

/** Chain → its rules, without the `-A CHAIN ` in front. */
type Chains = Map<string, string[]>;

interface Tables {
	readonly nat: Chains;
	readonly filter: Chains;
}

const append = (chains: Chains, chain: string, rule: string): void => {
	getOrInsert(chains, chain, () => []).push(rule);
};

const comment = (text: string): string => `-m comment --comment ${text.includes(' ') ? `"${text}"` : text}`;

/** The rules that isolate 127.0.0.0/8; IPv6 does not need them, because ::1 never leaves a machine. @mirrors k8s.io/kubernetes/pkg/kubelet syncIPTablesRules */
const localnet = <T>(family: Family, rules: readonly T[]): readonly T[] => (family === 'IPv4' ? rules : []);

/** The tables' content regardless of Services. */
const fixed = ({family}: ProxyFamily): Tables => ({
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
				...localnet(family, ['-j KUBE-FIREWALL']),
				`-m conntrack --ctstate NEW ${comment('kubernetes load balancer firewall')} -j KUBE-PROXY-FIREWALL`,
				`${comment('kubernetes health check service ports')} -j KUBE-NODEPORTS`,
				`-m conntrack --ctstate NEW ${comment('kubernetes externally-visible service portals')} -j KUBE-EXTERNAL-SERVICES`,
			],
		],
		['KUBE-EXTERNAL-SERVICES', []],
		...localnet<[string, string[]]>(family, [
			[
				'KUBE-FIREWALL',
				[
					`${comment('block incoming localnet connections')} -d 127.0.0.0/8 ! -s 127.0.0.0/8 -m conntrack ! --ctstate RELATED,ESTABLISHED,DNAT -j DROP`,
				],
			],
		]),
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
				...localnet(family, ['-j KUBE-FIREWALL']),
				`-m conntrack --ctstate NEW ${comment('kubernetes load balancer firewall')} -j KUBE-PROXY-FIREWALL`,
				`-m conntrack --ctstate NEW ${comment('kubernetes service portals')} -j KUBE-SERVICES`,
			],
		],
	]),
});

/** Node ports never work on ::1. */
const lastNodePortRule = (family: Family): string =>
	`${comment('kubernetes service nodeports; NOTE: this must be the last rule in this chain')} -m addrtype --dst-type LOCAL${family === 'IPv6' ? ' ! -d ::1/128' : ''} -j KUBE-NODEPORTS`;

const builtIn = new Set(['INPUT', 'OUTPUT', 'FORWARD', 'PREROUTING', 'POSTROUTING']);

/**
The rules that make Services work on a node, as `iptables-save`, or for IPv6 `ip6tables-save`, would print them.

A packet to a Service's address passes KUBE-SERVICES, then the chain of the Service, and one of its endpoints at random; the
last rule of an endpoint rewrites the destination.

@param nodeIP decides whether a source range includes the node itself.
@mirrors k8s.io/kubernetes/pkg/proxy/iptables Proxier.syncProxyRules
*/
export const iptables = (ports: readonly ServicePort[], nodeIP: string, served = proxyIPv4): string => {
	const tables = fixed(served);
	for (const port of ports) {
		new PortRules(tables, port, nodeIP, served).add();
	}

	append(tables.nat, 'KUBE-SERVICES', lastNodePortRule(served.family));
	return `*nat\n${print(tables.nat)}COMMIT\n*filter\n${print(tables.filter)}COMMIT\n`;
};

/** Chains in the order in which packets can reach them, the fixed ones first. */
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

/** Whether a chain exists regardless of Services. */
export const isFixed = (chain: string): boolean => !/^KUBE-(SVC|SVL|EXT|FW|SEP)-/.test(chain);

/** The rules of one port of a Service. */
class PortRules {
	readonly #routing: Routing;
	readonly #clusterChain: string;
	readonly #localChain: string;
	readonly #external: string;
	readonly #firewall: string;
	readonly #usesFirewall: boolean;

	constructor(
		readonly tables: Tables,
		readonly port: ServicePort,
		nodeIP: string,
		readonly served: ProxyFamily,
	) {
		const what = port.id + port.protocol;
		this.#routing = routingOf(port, nodeIP);
		this.#clusterChain = chainName('SVC', what);
		this.#localChain = chainName('SVL', what);
		this.#external = chainName('EXT', what);
		this.#firewall = chainName('FW', what);
		this.#usesFirewall = port.hasEndpoints && this.#routing.hasFirewall;
	}

	add(): void {
		const {
			tables: {nat, filter},
			port,
		} = this;
		this.#addClusterIP();
		for (const ip of port.externalIPs) {
			this.#addAddress(ip, 'external IP', this.#external);
		}

		for (const ip of port.loadBalancerIPs) {
			this.#addAddress(ip, 'loadbalancer IP', this.#usesFirewall ? this.#firewall : this.#external, true);
		}

		this.#addNodePort();
		if (port.healthCheckNodePort !== 0) {
			const what = comment(`${port.id} health check node port`);
			append(filter, 'KUBE-NODEPORTS', `${what} -m tcp -p tcp --dport ${port.healthCheckNodePort} -j ACCEPT`);
		}

		this.#addChains(nat);
	}

	/** A packet to the port at an address. */
	#to(ip: string): string {
		const {protocol, port} = this.port;
		return `-m ${protocol} -p ${protocol} -d ${ip} --dport ${port}`;
	}

	/** The fate of packets without an endpoint, after the rules that match them. */
	#refuse(chain: string, match: string): void {
		const {refusal} = this.#routing;
		const why = comment(`${this.port.id} has no ${refusal === 'drop' ? 'local ' : ''}endpoints`);
		append(this.tables.filter, chain, `${why} ${match} -j ${refusal.toUpperCase()}`);
	}

	#addClusterIP(): void {
		const {id, clusterIP, internalLocal} = this.port;
		const {nat} = this.tables;
		if (!this.#routing.hasInternal) {
			this.#refuse('KUBE-SERVICES', this.#to(clusterIP));
			return;
		}

		const chain = internalLocal ? this.#localChain : this.#clusterChain;
		const match = `${comment(`${id} cluster IP`)} ${this.#to(clusterIP)}`;
		append(nat, 'KUBE-SERVICES', `${match} -j ${chain}`);
		append(nat, chain, `${match} ! -s ${this.served.clusterCIDR} -j KUBE-MARK-MASQ`);
	}

	/** An address outside the cluster. @param guarded whether a firewall may be before it. */
	#addAddress(ip: string, what: string, chain: string, guarded = false): void {
		const {id, hasEndpoints} = this.port;
		const {nat, filter} = this.tables;
		if (hasEndpoints) {
			append(nat, 'KUBE-SERVICES', `${comment(`${id} ${what}`)} ${this.#to(ip)} -j ${chain}`);
		}

		if (guarded && this.#usesFirewall) {
			const why = comment(`${id} traffic not accepted by ${this.#firewall}`);
			append(filter, 'KUBE-PROXY-FIREWALL', `${why} ${this.#to(ip)} -j DROP`);
		}

		if (!this.#routing.hasExternal) {
			this.#refuse('KUBE-EXTERNAL-SERVICES', this.#to(ip));
		}
	}

	#addNodePort(): void {
		const {id, protocol, nodePort, hasEndpoints} = this.port;
		const {nat} = this.tables;
		if (nodePort === 0) {
			return;
		}

		const match = `-m ${protocol} -p ${protocol}`;
		if (hasEndpoints) {
			const onLocalhost = localnet(this.served.family, [
				`${comment(id)} ${match} -d 127.0.0.0/8 --dport ${nodePort} -m nfacct --nfacct-name localhost_nps_accepted_pkts -j ${this.#external}`,
			]);
			for (const rule of onLocalhost) {
				append(nat, 'KUBE-NODEPORTS', rule);
			}

			append(nat, 'KUBE-NODEPORTS', `${comment(id)} ${match} --dport ${nodePort} -j ${this.#external}`);
		}

		if (!this.#routing.hasExternal) {
			this.#refuse('KUBE-EXTERNAL-SERVICES', `-m addrtype --dst-type LOCAL ${match} --dport ${nodePort}`);
		}
	}

	/** The chains of the port, and those of its endpoints. */
	#addChains(nat: Chains): void {
		const {port} = this;
		const {usesExternal, hasExternal, usesCluster, usesLocal, reachable} = this.#routing;
		const [clusterChain, localChain] = [this.#clusterChain, this.#localChain];
		if (usesExternal) {
			const chain = port.externalLocal ? localChain : clusterChain;
			const policyChain = hasExternal ? chain : undefined;
			addExternal(nat, port, {
				external: this.#external,
				clusterChain,
				policyChain,
				clusterCIDR: this.served.clusterCIDR,
			});
		}

		if (this.#usesFirewall) {
			this.#addFirewall(nat);
		}

		if (usesCluster) {
			addBalancing(nat, port, clusterChain, port.cluster);
		}

		if (usesLocal) {
			addBalancing(nat, port, localChain, port.local);
		}

		for (const endpoint of reachable) {
			addEndpoint(nat, port, endpoint);
		}
	}

	#addFirewall(nat: Chains): void {
		const {id, sourceRanges, loadBalancerIPs} = this.port;
		for (const source of [...sourceRanges, ...(this.#routing.admitsNode ? loadBalancerIPs : [])]) {
			append(nat, this.#firewall, `${comment(`${id} loadbalancer IP`)} -s ${source} -j ${this.#external}`);
		}

		append(nat, this.#firewall, comment(`other traffic to ${id} will be dropped by KUBE-PROXY-FIREWALL`));
	}
}

const addExternal = (
	nat: Chains,
	{id, externalLocal}: ServicePort,
	{
		external,
		clusterChain,
		policyChain,
		clusterCIDR,
	}: {
		readonly external: string;
		readonly clusterChain: string;
		readonly policyChain?: string;
		readonly clusterCIDR: string;
	},
): void => {
	if (externalLocal) {
		// Policy Local applies to clients outside: Pods and the node itself may use every endpoint.
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
		// The answer must return the same way, so the endpoint must not see the client's address.
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
		// Each rule is tried only when those before it did not match, so that all endpoints are equally likely.
		const chance = left > 1 ? ` -m statistic --mode random --probability ${(1 / left).toFixed(10)}` : '';
		append(nat, chain, `${comment(`${id} -> ${endpoint}`)}${chance} -j ${chainName('SEP', id + protocol + endpoint)}`);
	}
};

const addEndpoint = (nat: Chains, {id, protocol, affinitySeconds}: ServicePort, endpoint: string): void => {
	const chain = chainName('SEP', id + protocol + endpoint);
	const {ip} = splitHostPort(endpoint);
	append(nat, chain, `${comment(id)} -s ${ip} -j KUBE-MARK-MASQ`);
	const remember = affinitySeconds > 0 ? ` -m recent --name ${chain} --set` : '';
	append(nat, chain, `${comment(id)}${remember} -m ${protocol} -p ${protocol} -j DNAT --to-destination ${endpoint}`);
};
