import type {Ledger} from '../../kernel/ledger.js';
import type {Hop, Loss, LossResult, Sender} from '../../stages/facts/network/traffic.js';
import {readZone} from '../dns/dns.js';
import {resolve} from '../dns/dns-zone.js';
import {findRoute} from '../ingress.js';
import {readRules} from '../proxy/node-rules.js';
import type {ServicePort} from '../proxy/service-ports.js';
import type {ProxyMode} from '../../objects/simulated-node.js';

/** A process that answers at an address, in the ledger under `/network/addresses/<ip>`; the node's runtime writes it. */
export interface PodAddress {
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

/** A request's path through the network, as far as it gets. */
export interface Way {
	readonly hops: readonly Hop[];
	/** `ip:port` of the Pod it reaches. */
	readonly endpoint?: string;
	readonly address?: PodAddress;
	/** What a node remembers about the client, in the ledger, if the Service has session affinity. */
	readonly memory?: {readonly key: string; readonly endpoint: string; readonly seconds: number};
	/** Why it gets no further. */
	readonly lost?: {readonly result: LossResult; readonly loss: Loss};
}

/** What a request is sent to. */
export interface RequestTarget {
	readonly host: string;
	readonly port: number;
	readonly path: string;
}

/** `shop.default.svc.cluster.local:80`, `shop.example.com/cart`, with or without `http://`. */
export const parseTarget = (text: string): RequestTarget => {
	const [, host = text, port, path] = /^(?:https?:\/\/)?([^:/]+)(?::(\d+))?(\/.*)?$/.exec(text) ?? [];
	return {host, port: Number(port ?? 80), path: path ?? '/'};
};

const lost = (hops: readonly Hop[], result: LossResult, loss: Loss): Way => ({hops, lost: {result, loss}});

/** Draws a whole number below its argument. */
export type Choose = (below: number) => number;

/** One of a list that is not empty. */
const chosen = <T>(items: readonly T[], choose: Choose): T | undefined => items[choose(items.length)];

/** Who sends a request, and when. */
export interface Requester {
	readonly name: string;
	readonly timeMs: number;
}

/**
The path of a request from a Pod on a node to a Service: name, the node's rules, an endpoint, the process there. A node port is handled by
the rules of the node whose address it is sent to.

@param client who sends the request and when, for Services with session affinity.
*/
export const routeToService = (
	ledger: Ledger,
	node: string,
	{host, port}: RequestTarget,
	choose: Choose,
	client: Requester = {name: '', timeMs: 0},
): Way => {
	const isAddress = /^\d+\.\d+\.\d+\.\d+$/.test(host);
	const {rcode, answers} = isAddress ? {rcode: '', answers: []} : resolve(readZone(ledger), 'A', host);
	const ips = isAddress ? [host] : answers.filter(({type}) => type === 'A').map(({data}) => data);
	const ip = ips.length === 0 ? undefined : chosen(ips, choose);
	if (ip === undefined) {
		return lost([{case: 'unresolved', host, rcode}], 'failed', {case: 'unknown-name', host});
	}

	const hops: readonly Hop[] = [isAddress ? {case: 'address', ip} : {case: 'name', host, ip}];
	const own = isServiceAddress(ip) ? undefined : nodeWith(ledger, ip);
	const at = own ?? node;
	const rules = readRules(ledger, at);
	const services = Object.values(rules?.services ?? {}).filter(({protocol}) => protocol === 'tcp');
	const addressed = services.filter((one) => addressesOf(one).includes(ip));
	const service = own ? services.find(({nodePort}) => nodePort === port) : addressed.find((one) => one.port === port);
	if (rules && service) {
		return throughService(ledger, hops, {service, ip, at, mode: rules.mode, client}, choose);
	}

	// The chain cluster-ips-check of nftables answers where iptables lets the packet go on to nobody.
	if (rules?.mode === 'nftables' && addressed.some(({clusterIP}) => clusterIP === ip)) {
		return lost([...hops, {case: 'checked', node: at}], 'refused', {case: 'unknown-port', ip, port});
	}

	const direct = ledger.read<PodAddress>(`/network/addresses/${ip}`);
	if (own && !direct) {
		const loss: Loss = {case: 'closed-node-port', node: at, port};
		return lost([...hops, {case: 'no-rule', node: at, ip: undefined}], 'refused', loss);
	}

	return direct || !isServiceAddress(ip)
		? toProcess(ledger, [...hops, {case: 'no-rule', node: at, ip}], ip, port, {case: 'client'})
		: lost(hops, 'timedOut', {case: 'late-rules', node: at, ip, port});
};

/** The node that has this address: its rules accept node ports from any sender. */
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

/** The last endpoint of a client of a Service with affinity, and until when it counts. */
export interface Remembered {
	readonly endpoint: string;
	readonly untilMs: number;
}

/** A request that meets the rules of a Service. */
interface Meeting {
	readonly service: ServicePort;
	readonly ip: string;
	/** The node whose rules it meets. */
	readonly at: string;
	readonly mode: ProxyMode;
	readonly client: Requester;
}

/** What the rules of a Service do with a request from a Pod. */
const throughService = (
	ledger: Ledger,
	hops: readonly Hop[],
	{service, ip, at, mode, client}: Meeting,
	choose: Choose,
): Way => {
	const {id} = service;
	const verdict = (words: 'drop' | 'reject'): Hop => ({case: 'verdict', service: id, node: at, mode, verdict: words});
	if (!service.hasEndpoints) {
		return lost([...hops, verdict('reject')], 'refused', {case: 'no-endpoints', service: id});
	}

	// Policy Local for external addresses does not apply to Pods: they may use every endpoint.
	const endpoints = service.internalLocal && ip === service.clusterIP ? service.local : service.cluster;
	const seconds = service.affinitySeconds;
	const key = `/nodes/${at}/affinity/${id}/${client.name}`;
	const known = seconds > 0 ? ledger.read<Remembered>(key) : undefined;
	const isKept = known !== undefined && known.untilMs > client.timeMs && endpoints.includes(known.endpoint);
	const endpoint = isKept ? known.endpoint : endpoints.length === 0 ? undefined : chosen(endpoints, choose);
	if (endpoint === undefined) {
		return lost([...hops, verdict('drop')], 'timedOut', {case: 'no-local-endpoints', service: id, node: at});
	}

	const [podIP = '', podPort] = endpoint.split(':');
	const remembers = isKept ? client.name : undefined;
	const way = toProcess(
		ledger,
		[...hops, {case: 'endpoint', service: id, node: at, endpoint, remembers}],
		podIP,
		Number(podPort),
		{case: 'kube-proxy', node: at},
	);
	return seconds > 0 ? {...way, memory: {key, endpoint, seconds}} : way;
};

/** The path of a request from outside through the ingress controller. */
export const routeThroughIngress = (ledger: Ledger, {host, path}: RequestTarget, choose: Choose): Way => {
	const route = findRoute(ledger, host, path);
	const service = route?.service;
	const hops: readonly Hop[] = [{case: 'ingress', host, path, service}];
	if (!route) {
		return lost(hops, 'failed', {case: 'no-ingress', host, path});
	}

	const endpoint = route.upstreams.length === 0 ? undefined : chosen(route.upstreams, choose);
	if (endpoint === undefined) {
		return lost(hops, 'failed', {case: 'no-upstream', service: route.service});
	}

	const [ip = '', port] = endpoint.split(':');
	const sender: Sender = {case: 'ingress-controller'};
	return toProcess(ledger, [...hops, {case: 'upstream', endpoint}], ip, Number(port), sender);
};

// Service addresses of a cluster as it is set up here.
const isServiceAddress = (ip: string): boolean => /^10\.(9[6-9]|10\d|11[01])\./.test(ip);

/** The last part of the path, from where the endpoint was chosen to the process in its Pod. */
const toProcess = (ledger: Ledger, hops: readonly Hop[], ip: string, port: number, sender: Sender): Way => {
	const endpoint = `${ip}:${port}`;
	const address = ledger.read<PodAddress>(`/network/addresses/${ip}`);
	if (!address) {
		return {...lost(hops, 'timedOut', {case: 'gone', sender, ip}), endpoint};
	}

	const {node} = address;
	const pod = `${address.namespace}/${address.pod}`;
	const listener = address.listeners.find((one) => one.port === port);
	if (!listener?.accepts) {
		const loss: Loss = listener ? {case: 'shutting-down', sender, pod} : {case: 'closed-port', pod, port};
		return {...lost([...hops, {case: 'pod', pod, node}], 'refused', loss), endpoint, address};
	}

	return {hops: [...hops, {case: 'container', container: listener.container, pod, node}], endpoint, address};
};
