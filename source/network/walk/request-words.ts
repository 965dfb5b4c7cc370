import type {PodAddress} from '../addresses.js';
import type {LedgerView} from '../../kernel/ledger-view.js';
import type {TrafficClient} from '../../objects/traffic-client.js';
import {isIPv6} from '../../objects/ip.js';
import {joinHostPort} from '../../objects/host-port.js';
import {networkIn} from '../cluster-network.js';
import {findRoute} from '../ingress.js';
import {readRules} from '../proxy/node-rules.js';
import {addressOfPod, nodeRequester, outsideRequester, podRequester} from '../traffic/requesters.js';
import {parseTarget, type Requester} from '../traffic/way.js';
import type {Request} from './walk-hop.js';

/** The context of words: the cluster at a step, and the clients that send requests. */
export interface Surroundings {
	readonly ledger: LedgerView;
	readonly clients: readonly TrafficClient[];
	readonly timeMs: number;
}

const nodesIn = (ledger: LedgerView): readonly string[] => [
	...new Set(ledger.keys('/nodes/').flatMap((key) => /^\/nodes\/([^/]+)\//.exec(key)?.[1] ?? [])),
];

const podsIn = (ledger: LedgerView): readonly string[] => [
	...new Set(ledger.entries<PodAddress>('/network/addresses/').map(([, {namespace, pod}]) => `${namespace}/${pod}`)),
];

/** `namespace/name` of the Pod that words mean; a Deployment's name means the first of its Pods. */
const podOf = (ledger: LedgerView, words: string): string | undefined => {
	const plain = words.replace(/^(?:pods?|po|deploy(?:ment)?s?|statefulset|sts|daemonset|ds)\//, '');
	const full = plain.includes('/') ? plain : `default/${plain}`;
	const pods = podsIn(ledger);
	return pods.includes(full) ? full : pods.find((pod) => pod.startsWith(`${full}-`));
};

/** The possible senders and destinations of a packet. */
export const packetPlaces = ({ledger, clients}: Surroundings): readonly string[] => [
	...clients.map(({name}) => name),
	...nodesIn(ledger),
	...podsIn(ledger).map((pod) => pod.replace(/^default\//, '')),
	'outside',
];

const senderOf = ({ledger, clients, timeMs}: Surroundings, words: string): Requester => {
	const client = clients.find(({name}) => name === words);
	if (words === 'outside' || client?.outside || client?.viaIngress) {
		return outsideRequester(client ? words : 'a client', timeMs);
	}

	const node = client ? (client.node ?? nodesIn(ledger)[0] ?? '') : words.replace(/^(?:nodes?|no)\//, '');
	if (nodesIn(ledger).includes(node) && client?.pod === undefined) {
		return nodeRequester(ledger, node, words.replace(/^(?:nodes?|no)\//, ''), timeMs);
	}

	const pod = podOf(ledger, client?.pod ?? words);
	const [namespace = '', name = ''] = pod?.split('/') ?? [];
	const found = podRequester(ledger, namespace, name, timeMs);
	if (!found) {
		throw new RangeError(
			`no running Pod, node or client is called ${words} at this step; a sender is a Pod, a node, a traffic client or outside`,
		);
	}

	return found;
};

/** The Service that words name, from a namespace. */
const serviceOf = (
	ledger: LedgerView,
	host: string,
	namespace: string,
): {readonly port: number; readonly nodePort: number; readonly loadBalancer?: string} | undefined => {
	const [name = '', own = namespace] = host.replace(/\.svc(?:\..*)?$/, '').split('.');
	const found = ledger.read<{
		readonly spec?: {readonly ports?: ReadonlyArray<{readonly port: number; readonly nodePort?: number}>};
		readonly status?: {readonly loadBalancer?: {readonly ingress?: ReadonlyArray<{readonly ip?: string}>}};
	}>(`/registry/services/specs/${own}/${name}`);
	const [port] = found?.spec?.ports ?? [];
	return (
		found && {
			port: port?.port ?? 80,
			nodePort: port?.nodePort ?? 0,
			loadBalancer: found.status?.loadBalancer?.ingress?.[0]?.ip,
		}
	);
};

/** A Pod as a destination: its address, and the port on which it listens. */
const podTarget = (ledger: LedgerView, pod: string, port: string | undefined): string => {
	const [namespace = '', name = ''] = pod.split('/');
	const found = addressOfPod(ledger, namespace, name);
	return joinHostPort(found?.ips[0] ?? '', port ?? found?.address.listeners[0]?.port ?? 80);
};

/** The address of a node of the cluster's first family. */
const nodeIPOf = (ledger: LedgerView, node: string): string =>
	readRules(ledger, node, networkIn(ledger).families[0])?.nodeIP ?? node;

/** The meaning of a destination for a sender, as `host:port/path`. */
const destinationOf = ({ledger}: Surroundings, client: Requester, words: string): string => {
	const [, kind, rest = words] =
		/^(pods?|po|deploy(?:ment)?s?|sts|ds|services?|svc|nodes?|no)\/(.*)$/.exec(words) ?? [];
	if (/^(?:https?:\/\/)?\[/.test(rest) || isIPv6(rest)) {
		return isIPv6(rest) ? joinHostPort(rest, 80) : rest;
	}

	const [, host = rest, port, path = ''] = /^(?:https?:\/\/)?([^:]+?)(?::(\d+))?(\/.*)?$/.exec(rest) ?? [];
	const namespace = client.pod?.split('/')[0] ?? 'default';
	const isService = kind?.startsWith('s') && kind !== 'sts';
	if (kind !== undefined && !isService && !kind.startsWith('no')) {
		const [, podName = rest, podPort] = /^(.*?)(?::(\d+))?$/.exec(rest) ?? [];
		const pod = podOf(ledger, podName);
		if (pod === undefined) {
			throw new RangeError(`no Pod called ${podName} has an address at this step`);
		}

		return podTarget(ledger, pod, podPort);
	}

	if (nodesIn(ledger).includes(host)) {
		return `${joinHostPort(nodeIPOf(ledger, host), port ?? 80)}${path}`;
	}

	const service = serviceOf(ledger, host, namespace);
	if (service && client.place === 'outside' && (isService || !host.includes('.'))) {
		const node = nodesIn(ledger)[0] ?? '';
		return service.loadBalancer === undefined
			? joinHostPort(nodeIPOf(ledger, node), service.nodePort)
			: joinHostPort(service.loadBalancer, port ?? service.port);
	}

	const pod = service || host.includes('.') ? undefined : podOf(ledger, host);
	return pod === undefined ? `${host}:${port ?? service?.port ?? 80}${path}` : podTarget(ledger, pod, port);
};

/**
Reads `A B`: sender and destination.

@throws {RangeError} with the error of the words.
*/
export const readRequest = (surroundings: Surroundings, words: string): Request => {
	const [from = '', to = '', ...more] = words.trim().split(/\s+/);
	if (from === '' || to === '' || more.length > 0) {
		throw new RangeError('packet takes who sends and where to: packet pod/web shop:80');
	}

	const client = senderOf(surroundings, from);
	const target = parseTarget(destinationOf(surroundings, client, to));
	const viaIngress =
		client.place === 'outside' && findRoute(surroundings.ledger, target.host, target.path) !== undefined;
	return {client, target, viaIngress};
};
