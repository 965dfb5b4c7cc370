import type {PodAddress} from '../addresses.js';
import type {LedgerView} from '../../kernel/ledger-view.js';
import {readZone} from '../dns/dns.js';
import type {Zone} from '../dns/dns-zone.js';
import {clusterResolver, parseResolver} from '../dns/look-up.js';
import {readRules} from '../proxy/node-rules.js';
import {wellKnownAddress} from '../../objects/cluster-network.js';
import {familyOf} from '../../objects/ip.js';
import {isServiceAddress, networkIn} from '../cluster-network.js';
import {outsideAddresses, type Requester} from './way.js';

/** The runtime's record of a sandbox, under `/nodes/<node>/sandboxes/<id>`. */
interface Sandbox {
	readonly id: string;
	readonly namespace: string;
	readonly pod: string;
	readonly uid: string;
	readonly hostNetwork: boolean;
	readonly state: string;
	/** The content of its /etc/resolv.conf. */
	readonly resolvConf?: string;
}

/** A process in a node's own network that queries the cluster's DNS like a Pod of the namespace default. */
export const nodeRequester = (ledger: LedgerView, node: string, name: string, timeMs: number): Requester => ({
	name,
	place: 'node',
	node,
	...sender(networkIn(ledger).families.map((family) => readRules(ledger, node, family)?.nodeIP ?? '')),
	resolver: clusterResolver('default', wellKnownAddress(networkIn(ledger), 10)),
	timeMs,
});

/** The zone of the DNS server that a client asks: outside the cluster it has no Services. */
export const zoneFor = (ledger: LedgerView, {place, resolver}: Requester): Zone => {
	const zone = readZone(ledger);
	return place === 'outside' || !isServiceAddress(ledger, resolver.nameserver)
		? {...zone, service: () => undefined, hasNamespace: () => false}
		: zone;
};

/** A machine outside the cluster. */
export const outsideRequester = (name: string, timeMs: number): Requester => ({
	name,
	place: 'outside',
	node: '',
	...sender(outsideAddresses),
	resolver: {nameserver: '198.51.100.53', search: [], ndots: 1},
	timeMs,
});

/** The newest sandbox of a Pod that is ready, and its node. */
const sandboxOf = (
	ledger: LedgerView,
	namespace: string,
	pod: string,
): {readonly node: string; readonly sandbox: Sandbox} | undefined => {
	for (const key of ledger.keys('/nodes/').reverse()) {
		const node = /^\/nodes\/([^/]+)\/sandboxes\//.exec(key)?.[1];
		const sandbox = node === undefined ? undefined : ledger.read<Sandbox>(key);
		if (node !== undefined && sandbox?.pod === pod && sandbox.namespace === namespace) {
			if (sandbox.state === 'SANDBOX_READY') {
				return {node, sandbox};
			}
		}
	}

	return undefined;
};

/** The addresses of a Pod, from the network's view; `undefined` while it has none. */
export const addressOfPod = (
	ledger: LedgerView,
	namespace: string,
	pod: string,
): {readonly ips: readonly string[]; readonly address: PodAddress} | undefined => {
	const {families} = networkIn(ledger);
	const ips: string[] = [];
	let found: PodAddress | undefined;
	for (const [key, address] of ledger.entries<PodAddress>('/network/addresses/')) {
		if (address.namespace === namespace && address.pod === pod) {
			ips.push(key.slice('/network/addresses/'.length));
			found ??= address;
			if (ips.length === families.length) {
				break;
			}
		}
	}

	const inOrder = families.flatMap((family) => ips.filter((ip) => familyOf(ip) === family));
	return found && {ips: inOrder.length > 0 ? inOrder : ips, address: found};
};

const sender = ([ip = '', ...otherIPs]: readonly string[]): Pick<Requester, 'ip' | 'otherIPs'> =>
	otherIPs.length > 0 ? {ip, otherIPs} : {ip};

/** A container of a Pod; `undefined` while the Pod has no network. */
export const podRequester = (
	ledger: LedgerView,
	namespace: string,
	pod: string,
	timeMs: number,
): Requester | undefined => {
	const found = sandboxOf(ledger, namespace, pod);
	if (!found) {
		return undefined;
	}

	const {node, sandbox} = found;
	const name = `${namespace}/${pod}`;
	const resolver =
		sandbox.resolvConf === undefined
			? clusterResolver(namespace, wellKnownAddress(networkIn(ledger), 10))
			: parseResolver(sandbox.resolvConf);
	if (sandbox.hostNetwork) {
		return {...nodeRequester(ledger, node, name, timeMs), pod: name, resolver};
	}

	const ips = addressOfPod(ledger, namespace, pod)?.ips;
	return ips && {name, place: 'pod', node, ...sender(ips), pod: name, resolver, timeMs};
};
