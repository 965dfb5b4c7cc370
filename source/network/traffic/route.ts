import {addressAt, type PodAddress} from '../addresses.js';
import type {LedgerView} from '../../kernel/ledger-view.js';
import {hasAddress} from '../../objects/address-range.js';
import {controlPlaneAddress} from '../../objects/cluster-network.js';
import {controlPlane} from '../../objects/control-plane.js';
import {joinHostPort, splitHostPort} from '../../objects/host-port.js';
import {familyOf, isIP} from '../../objects/ip.js';
import type {Service} from '../../objects/kubernetes.generated.js';
import {isServiceAddress, networkIn} from '../cluster-network.js';
import type {Hop, Loss, LossResult, Sender} from '../../stages/facts/network/traffic.js';
import {addressesIn, lookUp} from '../dns/look-up.js';
import {findRoute} from '../ingress.js';
import {sidecarOf} from '../mesh.js';
import {familyOfRules, isRulesKey, readRules, type NodeRules} from '../proxy/node-rules.js';
import {connectionPolicies, dnsPolicy, type PolicyStop} from './connection-policies.js';
import type {ServicePort} from '../proxy/service-ports.js';
import {passage} from './passage.js';
import {zoneFor} from './requesters.js';
import {sendingTo, type Choose, type Remembered, type Requester, type RequestTarget, type Way} from './way.js';

const lost = (hops: readonly Hop[], result: LossResult, loss: Loss): Way => ({hops, lost: {result, loss}});

/** A request in progress: its identity, and the source of chance. */
interface Journey {
	readonly ledger: LedgerView;
	readonly client: Requester;
	readonly choose: Choose;
	readonly protocol: 'TCP' | 'UDP';
}

/**
The path of a request to a name or an address: the name, the rules of a node, an endpoint, the node's routes, the process there. Rules of the
client's own node apply; a node port or a load balancer's address is handled by the node that the packet reaches.
*/
export const routeToService = (
	ledger: LedgerView,
	client: Requester,
	{host, port, protocol = 'TCP'}: RequestTarget,
	choose: Choose,
): Way => {
	const isAddress = isIP(host) !== 0;
	const question = isAddress ? {hops: []} : routeToResolver(ledger, client, choose);
	if (question.lost) {
		const silence: Hop = {case: 'unanswered', host, server: client.resolver.nameserver};
		const isBarred = question.lost.loss.case === 'policy';
		return lost(isBarred ? question.hops : [...question.hops, silence], 'failed', question.lost.loss);
	}

	const asked = question.hops;
	const questions = isAddress ? [] : lookUp(zoneFor(ledger, client), host, client.resolver, networkIn(ledger).families);
	const ip = isAddress ? host : choose(ofFirstFamily(addressesIn(questions)));
	if (ip === undefined) {
		const rcode = questions.at(-1)?.rcode ?? '';
		return lost([...asked, {case: 'unresolved', host, rcode}], 'failed', {case: 'unknown-name', host});
	}

	const hops: readonly Hop[] = [...asked, isAddress ? {case: 'address', ip} : {case: 'name', host, ip}];
	const journey: Journey = {ledger, client: sendingTo(client, ip), choose, protocol};
	const meshed = throughSidecar(journey, hops, ip, port);
	if (meshed) {
		return meshed;
	}

	const entry = entryOf(journey, hops, ip);
	return 'node' in entry ? atNode(journey, entry, ip, port) : entry;
};

/**
The path of a client's query to the DNS server of its resolv.conf: its own policies, then the rules of its node.

Simplified: only the rules that drop the query are reported.
*/
export const routeToResolver = (ledger: LedgerView, client: Requester, choose: Choose): Way => {
	const {nameserver} = client.resolver;
	const asking = dnsPolicy(ledger, client);
	const hops = asking ? [policyHop(asking, client, `the DNS at ${nameserver}`)] : [];
	const kept = hops.find((hop) => isKept(hop));
	if (kept) {
		return lost(hops, 'failed', policyLoss(kept));
	}

	if (client.place === 'outside' || !isServiceAddress(ledger, nameserver)) {
		return {hops};
	}

	const rules = readRules(ledger, client.node, familyOf(nameserver));
	const service = Object.values(rules?.services ?? {}).find(
		(one) => one.clusterIP === nameserver && one.port === 53 && one.protocol === 'udp',
	);
	const journey: Journey = {ledger, client: {...client, ignoresPolicies: true}, choose, protocol: 'UDP'};
	if (rules && service) {
		const way = throughService(journey, [], {service, ip: nameserver, at: client.node, rules});
		return way.lost ? lost(hops, 'failed', way.lost.loss) : {hops};
	}

	// Without a Service for it, CoreDNS is asked directly.
	const server = addressAt(ledger, controlPlaneAddress(networkIn(ledger)), 53);
	const isDown = server?.pod === controlPlane.dns && server.listeners.every(({accepts}) => !accepts);
	return isDown ? lost(hops, 'failed', closedPort(server, 53)) : {hops};
};

const closedPort = ({namespace, pod}: PodAddress, port: number): Loss => ({
	case: 'closed-port',
	pod: `${namespace}/${pod}`,
	port,
});

/**
The order in which a program tries the addresses of a name: one family after the other.

Simplified: the cluster's first family is first; on real machines, this depends on the C library.
*/
const ofFirstFamily = (ips: readonly string[]): readonly string[] => {
	const [first = ''] = ips;
	return ips.filter((ip) => familyOf(ip) === familyOf(first));
};

/**
The path of a request through the sidecar of the sender's Pod, which has the Service's endpoints; `undefined` without a sidecar, or if the
address is not a Service's.
*/
const throughSidecar = (journey: Journey, hops: readonly Hop[], ip: string, port: number): Way | undefined => {
	const {ledger, client, choose, protocol} = journey;
	const {pod} = client;
	const sidecar =
		pod === undefined || client.place !== 'pod' || protocol !== 'TCP' ? undefined : sidecarOf(ledger, pod);
	const service = sidecar?.listeners?.[joinHostPort(ip, port)];
	if (pod === undefined || service === undefined) {
		return undefined;
	}

	const endpoint = choose(sidecar?.endpoints[service] ?? []);
	const met: readonly Hop[] = [...hops, {case: 'sidecar-out', pod, service, endpoint}];
	if (endpoint === undefined) {
		return lost(met, 'failed', {case: 'no-healthy-upstream', service, pod});
	}

	const leg = splitHostPort(endpoint);
	return toProcess(journey, met, {ip: leg.ip, port: leg.port, at: client.node, sender: {case: 'sidecar', pod}});
};

/** The node whose rules a packet meets. */
interface Entry {
	readonly hops: readonly Hop[];
	readonly node: string;
	/** Whether the packet is for an address of the node itself. */
	readonly isOwn: boolean;
}

const entryOf = ({ledger, client, choose}: Journey, hops: readonly Hop[], ip: string): Entry | Way => {
	const own = isServiceAddress(ledger, ip) ? undefined : nodeWith(ledger, ip);
	if (own !== undefined || client.place !== 'outside') {
		return {hops, node: own ?? client.node, isOwn: own !== undefined};
	}

	// Only load balancers and external addresses are reachable from outside; addresses of Pods and Services are not.
	const nodes = nodesBehind(ledger, ip);
	const node = choose(nodes);
	return node === undefined
		? lost(hops, 'timedOut', {case: 'no-route', node: undefined, ip})
		: {hops: [...hops, {case: 'balancer', ip, node}], node, isOwn: false};
};

/** The rules of all nodes for the family of an address. */
const nodesWithRules = (ledger: LedgerView, ip: string): ReadonlyArray<readonly [node: string, rules: NodeRules]> => {
	const family = familyOf(ip);
	return ledger.keys('/nodes/').flatMap((key) => {
		const node = isRulesKey(key) && familyOfRules(key) === family ? key.split('/')[2] : undefined;
		const rules = node === undefined ? undefined : readRules(ledger, node, family);
		return node !== undefined && rules ? [[node, rules] as const] : [];
	});
};

/** The node that has this address: its rules accept node ports from any sender. */
const nodeWith = (ledger: LedgerView, ip: string): string | undefined =>
	nodesWithRules(ledger, ip).find(([, {nodeIP}]) => nodeIP === ip)?.[0];

/** The target nodes of a load balancer: all, or, with a health check, those with a local endpoint. */
const nodesBehind = (ledger: LedgerView, ip: string): readonly string[] =>
	nodesWithRules(ledger, ip).flatMap(([node, {services}]) =>
		Object.values(services).some(
			({externalIPs, loadBalancerIPs, healthCheckNodePort, local}) =>
				externalIPs.includes(ip) || (loadBalancerIPs.includes(ip) && (healthCheckNodePort === 0 || local.length > 0)),
		)
			? [node]
			: [],
	);

const addressesOf = ({clusterIP, externalIPs, loadBalancerIPs}: ServicePort): readonly string[] => [
	clusterIP,
	...externalIPs,
	...loadBalancerIPs,
];

const atNode = (journey: Journey, {hops, node: at, isOwn}: Entry, ip: string, port: number): Way => {
	const {ledger} = journey;
	const rules = readRules(ledger, at, familyOf(ip));
	const services = Object.values(rules?.services ?? {}).filter(
		(one) => one.protocol === journey.protocol.toLowerCase(),
	);
	const addressed = services.filter((one) => addressesOf(one).includes(ip));
	const service = isOwn ? services.find(({nodePort}) => nodePort === port) : addressed.find((one) => one.port === port);
	if (rules && service) {
		return throughService(journey, hops, {service, ip, at, rules});
	}

	// The chain cluster-ips-check of nftables answers where iptables passes the packet on without a receiver.
	if (rules?.mode === 'nftables' && addressed.some(({clusterIP}) => clusterIP === ip)) {
		return lost([...hops, {case: 'checked', node: at}], 'refused', {case: 'unknown-port', ip, port});
	}

	// If the rules know the address only with other ports, iptables passes the packet on, and no host has the address.
	if (rules && addressed.some(({clusterIP}) => clusterIP === ip) && !hasPort(ledger, ip, port)) {
		return lost(hops, 'timedOut', {case: 'unknown-port', ip, port});
	}

	const direct = addressAt(ledger, ip, port);
	if (isOwn && !direct) {
		const loss: Loss = {case: 'closed-node-port', node: at, port};
		return lost([...hops, {case: 'no-rule', node: at, ip: undefined}], 'refused', loss);
	}

	return direct || !isServiceAddress(ledger, ip)
		? toProcess(journey, [...hops, {case: 'no-rule', node: at, ip}], {ip, port, at, sender: {case: 'client'}})
		: lost(hops, 'timedOut', {case: 'late-rules', node: at, ip, port});
};

/** Whether the Service of an address now has a port, which a node's rules may not include yet. */
const hasPort = (ledger: LedgerView, ip: string, port: number): boolean =>
	ledger.keys('/registry/services/specs/').some((key) => {
		const {spec} = ledger.read<Service>(key) ?? {};
		return spec?.clusterIPs?.includes(ip) === true && (spec.ports ?? []).some((one) => one.port === port);
	});

/** A request that meets the rules of a Service. */
interface Meeting {
	readonly service: ServicePort;
	readonly ip: string;
	/** The node whose rules it meets. */
	readonly at: string;
	readonly rules: NodeRules;
}

/** Whether the rules treat the client as one inside: traffic from another node's own network has that node's address. */
const isInside = ({place, node}: Requester, at: string): boolean => place !== 'outside' && node === at;

/** Whether the source ranges of a load balancer exclude a client. */
const isFencedOff = ({service, ip, rules}: Meeting, client: Requester): boolean =>
	service.sourceRanges.length > 0 &&
	service.loadBalancerIPs.includes(ip) &&
	!service.sourceRanges.some((range) =>
		hasAddress(range, client.place === 'node' ? rules.nodeIP || client.ip : client.ip),
	);

/** The effect of a Service's rules on a request. */
const throughService = (journey: Journey, hops: readonly Hop[], meeting: Meeting): Way => {
	const {ledger, client, choose} = journey;
	const {service, ip, at, rules} = meeting;
	const {id} = service;
	const verdict = (words: 'drop' | 'reject'): Hop => ({
		case: 'verdict',
		service: id,
		node: at,
		mode: rules.mode,
		verdict: words,
	});
	if (!service.hasEndpoints) {
		return lost([...hops, verdict('reject')], 'refused', {case: 'no-endpoints', service: id});
	}

	if (isFencedOff(meeting, client)) {
		return lost([...hops, verdict('drop')], 'timedOut', {case: 'source-ranges', service: id, ip: client.ip});
	}

	// Policy Local for external addresses does not apply to clients on the node itself: they may use every endpoint.
	const isLocal = ip === service.clusterIP ? service.internalLocal : service.externalLocal && !isInside(client, at);
	const endpoints = isLocal ? service.local : service.cluster;
	const seconds = service.affinitySeconds;
	const key = `/nodes/${at}/affinity/${id}/${client.name}`;
	const known = seconds > 0 ? ledger.read<Remembered>(key) : undefined;
	const isKnown = known !== undefined && known.untilMs > client.timeMs && endpoints.includes(known.endpoint);
	const endpoint = isKnown ? known.endpoint : choose(endpoints);
	if (endpoint === undefined) {
		return lost([...hops, verdict('drop')], 'timedOut', {case: 'no-local-endpoints', service: id, node: at});
	}

	const {ip: podIP, port: podPort} = splitHostPort(endpoint);
	const remembers = isKnown ? client.name : undefined;
	const way = toProcess(journey, [...hops, {case: 'endpoint', service: id, node: at, endpoint, remembers}], {
		ip: podIP,
		port: podPort,
		at,
		sender: {case: 'kube-proxy', node: at},
	});
	return seconds > 0 ? {...way, memory: {key, endpoint, seconds}} : way;
};

/** The path of a request from outside through the ingress controller. */
export const routeThroughIngress = (
	ledger: LedgerView,
	client: Requester,
	{host, path}: RequestTarget,
	choose: Choose,
): Way => {
	const route = findRoute(ledger, host, path);
	const service = route?.service;
	const hops: readonly Hop[] = [{case: 'ingress', host, path, service}];
	if (!route) {
		return lost(hops, 'failed', {case: 'no-ingress', host, path});
	}

	const endpoint = choose(route.upstreams);
	if (endpoint === undefined) {
		return lost(hops, 'failed', {case: 'no-upstream', service: route.service});
	}

	const {ip, port} = splitHostPort(endpoint);
	return toProcess(
		{ledger, client: sendingTo(client, ip), choose, protocol: 'TCP'},
		[...hops, {case: 'upstream', endpoint}],
		{
			ip,
			port,
			at: '',
			sender: {case: 'ingress-controller'},
		},
	);
};

type PolicyHop = Extract<Hop, {readonly case: 'policy'}>;

const policyHop = (
	{direction, pod, policies, allowed}: PolicyStop,
	{ignoresPolicies = false}: Requester,
	to: string,
): PolicyHop => ({case: 'policy', direction, pod, to, policies, allowed, isEnforced: !ignoresPolicies});

/** Whether policies block a packet. */
const isKept = ({allowed, isEnforced}: PolicyHop): boolean => !allowed && isEnforced;

const policyLoss = ({direction, pod, to, policies}: PolicyHop): Loss => ({
	case: 'policy',
	direction,
	pod,
	to,
	policies,
});

/** The next target of a packet with an endpoint. */
interface Leg {
	readonly ip: string;
	readonly port: number;
	/** The forwarding node; empty outside the cluster. */
	readonly at: string;
	readonly sender: Sender;
}

/** The last part of the path, from where the endpoint was chosen to the process in its Pod. */
const toProcess = ({ledger, client, protocol}: Journey, met: readonly Hop[], {ip, port, at, sender}: Leg): Way => {
	const endpoint = joinHostPort(ip, port);
	const address = addressAt(ledger, ip, port);
	const stops = connectionPolicies(ledger, client, ip, address, {number: port, protocol}).map((stop) =>
		policyHop(stop, client, endpoint),
	);
	const kept = stops.findIndex((hop) => isKept(hop));
	const barred = stops[kept];
	const hops = [...met, ...(kept === -1 ? stops : stops.slice(0, kept + 1))];
	if (barred?.direction === 'egress') {
		return {...lost(hops, 'timedOut', policyLoss(barred)), endpoint, address};
	}

	if (at !== '' && passage(ledger, at, ip).case === 'none') {
		return {...lost(hops, 'timedOut', {case: 'no-route', node: at, ip}), endpoint};
	}

	if (!address) {
		return {...lost(hops, 'timedOut', {case: 'gone', sender, ip}), endpoint};
	}

	if (barred) {
		return {...lost(hops, 'timedOut', policyLoss(barred)), endpoint, address};
	}

	const {node} = address;
	const pod = `${address.namespace}/${address.pod}`;
	const inbound: readonly Hop[] = sidecarOf(ledger, pod) ? [...hops, {case: 'sidecar-in', pod}] : hops;
	const listener = address.listeners.find((one) => one.port === port);
	if (!listener?.accepts) {
		const loss: Loss = listener ? {case: 'shutting-down', sender, pod} : closedPort(address, port);
		return {...lost([...inbound, {case: 'pod', pod, node}], 'refused', loss), endpoint, address};
	}

	return {hops: [...inbound, {case: 'container', container: listener.container, pod, node}], endpoint, address};
};
