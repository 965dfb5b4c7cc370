import type {Ledger} from '../kernel/ledger.js';
import {readZone} from './dns.js';
import {resolve} from './dns-zone.js';
import {findRoute} from './ingress.js';
import {readRules} from './node-rules.js';

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
The way of a request from a Pod on a node to a Service: name, the node's rules, an endpoint, the process there.

@param choose draws a whole number below its argument.
*/
export const routeToService = (
	ledger: Ledger,
	node: string,
	target: Target,
	choose: (below: number) => number,
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
	const rules = readRules(ledger, node);
	const services = Object.values(rules?.services ?? {}).filter(
		(one) => one.clusterIP === ip || one.externalIPs.includes(ip) || one.loadBalancerIPs.includes(ip),
	);
	const service = services.find((one) => one.port === port && one.protocol === 'tcp');
	const verdict = (words: 'drop' | 'reject') => (rules?.mode === 'nftables' ? words : words.toUpperCase());
	if (!service) {
		// The chain cluster-ips-check of nftables answers where iptables let the packet go on to nobody.
		if (rules?.mode === 'nftables' && services.some(({clusterIP}) => clusterIP === ip)) {
			return lost(
				[...hops, `cluster-ips-check on ${node}: reject`],
				'refused',
				`no Service has the port ${ip}:${port}`,
			);
		}

		const direct = ledger.read<Address>(`/network/addresses/${ip}`);
		return direct || !isServiceAddress(ip)
			? toProcess(ledger, [...hops, `no rule on ${node}: straight to ${ip}`], ip, port)
			: lost(hops, 'timedOut', `kube-proxy on ${node} has no rule for ${ip}:${port} yet`);
	}

	if (!service.hasEndpoints) {
		return lost(
			[...hops, `${service.id} on ${node}: ${verdict('reject')}`],
			'refused',
			`${service.id} has no endpoints`,
		);
	}

	// Policy Local of addresses outside is not for Pods: they may use every endpoint.
	const endpoints = service.internalLocal && ip === service.clusterIP ? service.local : service.cluster;
	if (endpoints.length === 0) {
		return lost(
			[...hops, `${service.id} on ${node}: ${verdict('drop')}`],
			'timedOut',
			`${service.id} has no local endpoints on ${node}`,
		);
	}

	const endpoint = endpoints[choose(endpoints.length)]!;
	const [podIP = '', podPort] = endpoint.split(':');
	return toProcess(
		ledger,
		[...hops, `${service.id} on ${node} picks ${endpoint}`],
		podIP,
		Number(podPort),
		`kube-proxy on ${node}`,
	);
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
