import type {Ledger} from '../../kernel/ledger.js';
import {readZone} from '../dns/dns.js';
import {resolve} from '../dns/dns-zone.js';
import {findRoute} from '../ingress.js';
import {readRules} from '../proxy/node-rules.js';
import type {ServicePort} from '../proxy/service-ports.js';
import type {ProxyMode} from '../../objects/simulated-node.js';

/** A process that answers at an address, in the ledger under `/network/addresses/<ip>`; the node's runtime writes it. */
export interface Address {
	readonly node: string;
	readonly namespace: string;
	readonly pod: string;
	readonly uid: string;
	readonly listeners: ReadonlyArray<{
		readonly port: number;
		readonly container: string;
		/** Whether it takes new connections. */
		readonly accepts: boolean;
	}>;
}

export type Result = 'answered' | 'refused' | 'reset' | 'timedOut' | 'failed';

/** A request's way through the network, as far as it comes. */
export interface Way {
	/** Each hop in words: the name, the Service, the endpoint. */
	readonly hops: readonly string[];
	/** `ip:port` of the Pod it reaches. */
	readonly endpoint?: string;
	readonly address?: Address;
	/** What a node remembers of the client, in the ledger, where the Service keeps clients with their endpoint. */
	readonly memory?: {readonly key: string; readonly endpoint: string; readonly seconds: number};
	/** Why it comes no further. */
	readonly lost?: {readonly result: Exclude<Result, 'answered'>; readonly reason: string};
}

export interface Target {
	readonly host: string;
	readonly port: number;
	readonly path: string;
}

/** `shop.default.svc.cluster.local:80`, `shop.example.com/cart`, with or without `http://`. */
export const parseTarget = (text: string): Target => {
	const [, host = text, port, path] = /^(?:https?:\/\/)?([^:/]+)(?::(\d+))?(\/.*)?$/.exec(text) ?? [];
	return {host, port: Number(port ?? 80), path: path ?? '/'};
};

const lost = (hops: readonly string[], result: Exclude<Result, 'answered'>, reason: string): Way => ({
	hops,
	lost: {result, reason},
});

/**
The way of a request from a Pod on a node to a Service: name, the node's rules, an endpoint, the process there. A node port is taken by
the rules of the node whose address it is sent to.

@param choose draws a whole number below its argument.
@param client who asks and when, for Services that keep clients with their endpoint.
*/
export const routeToService = (
	ledger: Ledger,
	node: string,
	target: Target,
	choose: (below: number) => number,
	client: Client = {name: '', timeMs: 0},
): Way => {
	const {host, port} = target;
	const isAddress = /^\d+\.\d+\.\d+\.\d+$/.test(host);
	const answer = isAddress ? undefined : resolve(readZone(ledger), 'A', host);
	const ips = isAddress ? [host] : answer!.answers.filter(({type}) => type === 'A').map(({data}) => data);
	if (ips.length === 0) {
		return lost([`${host}: ${answer!.rcode}`], 'failed', `the name ${host} is not known to the DNS`);
	}

	const ip = ips[choose(ips.length)]!;
	const hops = [isAddress ? ip : `${host} is ${ip}`];
	const own = isServiceAddress(ip) ? undefined : nodeWith(ledger, ip);
	const at = own ?? node;
	const rules = readRules(ledger, at);
	const services = Object.values(rules?.services ?? {}).filter(({protocol}) => protocol === 'tcp');
	const addressed = services.filter((one) => addressesOf(one).includes(ip));
	const service = own ? services.find(({nodePort}) => nodePort === port) : addressed.find((one) => one.port === port);
	if (service) {
		return throughService(ledger, hops, {service, ip, at, mode: rules!.mode, client}, choose);
	}

	// The chain cluster-ips-check of nftables answers where iptables lets the packet go on to nobody.
	if (rules?.mode === 'nftables' && addressed.some(({clusterIP}) => clusterIP === ip)) {
		return lost([...hops, `cluster-ips-check on ${at}: reject`], 'refused', `no Service has the port ${ip}:${port}`);
	}

	const direct = ledger.read<Address>(`/network/addresses/${ip}`);
	if (own && !direct) {
		return lost([...hops, `no rule on ${at}`], 'refused', `nothing listens on port ${port} of ${at}`);
	}

	return direct || !isServiceAddress(ip)
		? toProcess(ledger, [...hops, `no rule on ${at}: straight to ${ip}`], ip, port)
		: lost(hops, 'timedOut', `kube-proxy on ${at} has no rule for ${ip}:${port} yet`);
};

/** The node whose own address it is: its rules take node ports, whoever sends. */
const nodeWith = (ledger: Ledger, ip: string): string | undefined =>
	ledger
		.keys('/nodes/')
		.map((key) => /^\/nodes\/([^/]+)\/(?:ip|nf)tables$/.exec(key)?.[1])
		.find((node) => node !== undefined && readRules(ledger, node)?.nodeIP === ip);

const addressesOf = ({clusterIP, externalIPs, loadBalancerIPs}: ServicePort): readonly string[] => [
	clusterIP,
	...externalIPs,
	...loadBalancerIPs,
];

/** Who sends a request, and when. */
interface Client {
	readonly name: string;
	readonly timeMs: number;
}

/** Where a client of a Service with affinity has gone last, and until when that counts. */
export interface Remembered {
	readonly endpoint: string;
	readonly untilMs: number;
}

interface Meeting {
	readonly service: ServicePort;
	readonly ip: string;
	/** The node whose rules the request meets. */
	readonly at: string;
	readonly mode: ProxyMode;
	readonly client: Client;
}

/** What the rules of a Service make of a request from a Pod. */
const throughService = (
	ledger: Ledger,
	hops: readonly string[],
	{service, ip, at, mode, client}: Meeting,
	choose: (below: number) => number,
): Way => {
	const verdict = (words: 'drop' | 'reject') =>
		`${service.id} on ${at}: ${mode === 'nftables' ? words : words.toUpperCase()}`;
	if (!service.hasEndpoints) {
		return lost([...hops, verdict('reject')], 'refused', `${service.id} has no endpoints`);
	}

	// Policy Local of addresses outside is not for Pods: they may use every endpoint.
	const endpoints = service.internalLocal && ip === service.clusterIP ? service.local : service.cluster;
	if (endpoints.length === 0) {
		return lost([...hops, verdict('drop')], 'timedOut', `${service.id} has no local endpoints on ${at}`);
	}

	const seconds = service.affinitySeconds;
	const key = `/nodes/${at}/affinity/${service.id}/${client.name}`;
	const known = seconds > 0 ? ledger.read<Remembered>(key) : undefined;
	const kept =
		known && known.untilMs > client.timeMs && endpoints.includes(known.endpoint) ? known.endpoint : undefined;
	const endpoint = kept ?? endpoints[choose(endpoints.length)]!;
	const [podIP = '', podPort] = endpoint.split(':');
	const picked = `${service.id} on ${at} ${kept ? `remembers ${client.name} and keeps` : 'picks'} ${endpoint}`;
	const way = toProcess(ledger, [...hops, picked], podIP, Number(podPort), `kube-proxy on ${at}`);
	return seconds > 0 ? {...way, memory: {key, endpoint, seconds}} : way;
};

/** The way of a request from outside through the ingress controller. */
export const routeThroughIngress = (ledger: Ledger, target: Target, choose: (below: number) => number): Way => {
	const route = findRoute(ledger, target.host, target.path);
	if (!route) {
		return lost([`${target.host}${target.path}: 404`], 'failed', `no Ingress serves ${target.host}${target.path}`);
	}

	const hops = [`the ingress controller takes ${target.host}${target.path} to ${route.service}`];
	if (route.upstreams.length === 0) {
		return lost(hops, 'failed', `503: ${route.service} has no upstream in the ingress controller`);
	}

	const endpoint = route.upstreams[choose(route.upstreams.length)]!;
	const [ip = '', port] = endpoint.split(':');
	return toProcess(ledger, [...hops, `it picks ${endpoint}`], ip, Number(port), 'the ingress controller');
};

// Service addresses of a cluster as it is set up here.
const isServiceAddress = (ip: string): boolean => /^10\.(9[6-9]|10\d|11[01])\./.test(ip);

const toProcess = (ledger: Ledger, hops: readonly string[], ip: string, port: number, late = 'the client'): Way => {
	const endpoint = `${ip}:${port}`;
	const address = ledger.read<Address>(`/network/addresses/${ip}`);
	if (!address) {
		return {
			...lost(hops, 'timedOut', `${late} still sends to ${ip}, whose Pod is gone`),
			endpoint,
		};
	}

	const name = `${address.namespace}/${address.pod}`;
	const listener = address.listeners.find((one) => one.port === port);
	if (!listener?.accepts) {
		return {
			...lost(
				[...hops, `${name} on ${address.node}`],
				'refused',
				listener
					? `${name} shuts down and takes no new connections, and ${late} still sends to it`
					: `nothing listens on port ${port} of ${name}`,
			),
			endpoint,
			address,
		};
	}

	return {hops: [...hops, `${listener.container} in ${name} on ${address.node}`], endpoint, address};
};
