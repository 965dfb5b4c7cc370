import type {LedgerView} from '../../kernel/ledger-view.js';
import type {Family} from '../../objects/ip.js';
import type {Kernel} from '../../kernel/kernel.js';
import {hasAddress} from '../../objects/address-range.js';
import {splitHostPort, joinHostPort} from '../../objects/host-port.js';
import {isPodAddress, isServiceAddress, networkIn} from '../cluster-network.js';
import type {Hop, Loss, LossResult} from '../../stages/facts/network/traffic.js';
import {resolve as ask, type Zone} from '../dns/dns-zone.js';
import {isInternetName} from '../dns/internet-names.js';
import {addressesIn, lookUp} from '../dns/look-up.js';
import {podRequester, zoneFor} from './requesters.js';
import {routeToResolver, routeToService} from './route.js';
import type {Choose, Remembered, Requester} from './way.js';

/** A container's Pod. */
interface PodName {
	readonly namespace: string;
	readonly pod: string;
}

/** The answer of the DNS about a name. */
type Lookup =
	/** `name`: without a trailing dot; `alias`: the name of the CNAME record; `isOutside`: outside this cluster, and assumed to exist. */
	| {
			readonly case: 'found';
			readonly name: string;
			readonly alias: string | undefined;
			readonly addresses: readonly string[];
			readonly isOutside: boolean;
	  }
	| {readonly case: 'unknown'}
	/** No answer arrives. */
	| {readonly case: 'silent'; readonly loss: Loss};

/** The outcome of a connection. */
interface Connection {
	readonly node: string;
	readonly hops: readonly Hop[];
	/** `ip:port` of the process. */
	readonly endpoint?: string;
	/** `namespace/name` of the Pod that answers. */
	readonly pod?: string;
	readonly outcome: 'open' | 'outside' | LossResult;
	readonly loss?: Loss;
}

/** The addresses of names outside this cluster. */
const publicAddresses: Readonly<Record<Family, string>> = {IPv4: '93.184.216.34', IPv6: '2606:4700:4700::1111'};

/** The addresses of a cluster's machines: its nodes, and its control plane. */
const machineRanges = ['192.168.0.0/16', '10.0.0.0/24', 'fd00:192:168::/64', 'fd00:10::/64'];

/** Whether only things of this cluster have an address: Pods, Services, machines. */
const isOfCluster = (ledger: LedgerView, ip: string): boolean =>
	isPodAddress(ledger, ip) || isServiceAddress(ledger, ip) || machineRanges.some((range) => hasAddress(range, ip));

/** Whether a name begins as that of a Pod of some StatefulSet: `db-0`. */
const isPodOfSet = (ledger: LedgerView, [first = '']: readonly string[]): boolean => {
	const [, set] = /^(.+)-\d+$/.exec(first) ?? [];
	return set !== undefined && ledger.keys('/registry/statefulsets/').some((key) => key.endsWith(`/${set}`));
};

/** Whether a name has the form of a cluster name: `web.dev` if the namespace `dev` exists, and `db-0.data` if a StatefulSet `db` exists. */
const isMeantInside = (ledger: LedgerView, zone: Zone, name: string): boolean => {
	const labels = name.split('.');
	return labels.length === 2 && (zone.hasNamespace(labels[1] ?? '') || isPodOfSet(ledger, labels));
};

/** Whether a name may be one of the Internet. */
const isPublicName = (ledger: LedgerView, zone: Zone, name: string): boolean =>
	isInternetName(name) && !isMeantInside(ledger, zone, name);

/** Whether a Service of type ExternalName may refer to a name in another network, such as `db.corp`: it has a domain, but not the cluster's. */
const isElsewhere = (ledger: LedgerView, zone: Zone, name: string): boolean =>
	name.includes('.') && !/\.(?:svc|cluster)(?:\.|$)/.test(name) && !isMeantInside(ledger, zone, name);

const withoutDot = (name: string): string => name.replace(/\.$/, '');

const answerFor = (
	ledger: LedgerView,
	zone: Zone,
	host: string,
	resolver: Requester['resolver'],
	families: readonly Family[],
): Lookup => {
	const questions = lookUp(zone, host, resolver, families);
	const addresses = addressesIn(questions);
	const cname = questions.flatMap(({records}) => records).find(({type}) => type === 'CNAME');
	const alias = cname && withoutDot(cname.name);
	const meant = withoutDot(cname?.data ?? (addresses.length > 0 ? (questions.at(-1)?.name ?? host) : host));
	if (addresses.length > 0) {
		return {case: 'found', name: meant, alias, addresses, isOutside: Object.hasOwn(zone.outside, meant)};
	}

	return isPublicName(ledger, zone, meant) || (alias !== undefined && isElsewhere(ledger, zone, meant))
		? {case: 'found', name: meant, alias, addresses: families.map((family) => publicAddresses[family]), isOutside: true}
		: {case: 'unknown'};
};

/**
The reach of the containers of Pods: the DNS server of their resolv.conf, and every server through kube-proxy's rules, routes and
NetworkPolicies. Runtimes of nodes use it, so a container's request takes the same path as any other.

Simplified: names and addresses outside the cluster are assumed to answer.
*/
export const containerNetwork = (
	kernel: Kernel,
	{ignoresPolicies = false}: {readonly ignoresPolicies?: boolean} = {},
) => {
	const {ledger} = kernel;
	const choose: Choose = (items) =>
		items.length < 2 ? items[0] : items[kernel.random('network/connections').below(items.length)];
	const requester = ({namespace, pod}: PodName): Requester | undefined => {
		const found = podRequester(ledger, namespace, pod, kernel.now);
		return found && {...found, ignoresPolicies};
	};

	return {
		/** Queries the addresses of a host; a trailing dot skips the domains of `search`. */
		lookUp(from: PodName, host: string): Lookup {
			const client = requester(from);
			const way = client && routeToResolver(ledger, client, choose);
			if (!client || !way) {
				return {case: 'unknown'};
			}

			if (way.lost) {
				return {case: 'silent', loss: way.lost.loss};
			}

			return answerFor(ledger, zoneFor(ledger, client), host, client.resolver, networkIn(ledger).families);
		},

		/** The name that the DNS has for an address, without a dot at its end; of a Pod in several Services, the first. */
		nameOf(from: PodName, ip: string): string | undefined {
			const client = requester(from);
			const way = client && routeToResolver(ledger, client, choose);
			const [record] = client && way && !way.lost ? ask(zoneFor(ledger, client), 'PTR', ip).answers : [];
			return record && withoutDot(record.data);
		},

		/** Opens a TCP connection to an address. */
		connect(from: PodName, ip: string, port: number): Connection {
			const client = requester(from);
			if (!client) {
				const loss: Loss = {case: 'no-client', pod: `${from.namespace}/${from.pod}`};
				return {node: '', hops: [], outcome: 'failed', loss};
			}

			const {node} = client;
			const way = routeToService(ledger, client, {host: ip, port, path: '/'}, choose);
			const {hops, endpoint, address, lost, memory} = way;
			if (memory) {
				const untilMs = kernel.now + memory.seconds * 1000;
				ledger.write(memory.key, {endpoint: memory.endpoint, untilMs} satisfies Remembered);
			}

			const target = endpoint === undefined ? ip : splitHostPort(endpoint).ip;
			const isCluster = endpoint === joinHostPort(ip, port) && isOfCluster(ledger, target);
			return lost?.loss.case === 'gone' && !isCluster && !isPodAddress(ledger, target)
				? {node, hops, endpoint, outcome: 'outside'}
				: {
						node,
						hops,
						endpoint,
						pod: address && `${address.namespace}/${address.pod}`,
						outcome: lost?.result ?? 'open',
						loss: lost?.loss,
					};
		},
	};
};
