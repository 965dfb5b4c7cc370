import type {LedgerView} from '../../kernel/ledger-view.js';
import {passage} from '../traffic/passage.js';
import {joinHostPort, splitHostPort} from '../../objects/host-port.js';
import {familyOf} from '../../objects/ip.js';
import {sendingTo, type Requester, type Way} from '../traffic/way.js';
import {sourceAfter} from './rule-hops.js';
import type {Request, WalkHop} from './walk-hop.js';
import {walkWords, type WalkWords} from './words/words.js';
import type {Hop} from '../../stages/facts/network/traffic.js';

/** A network namespace, as the network plug-in leaves it under `/nodes/<node>/netns/<sandbox>`. */
interface NetworkNamespace {
	readonly pod?: string;
	readonly interfaces?: {readonly eth0?: {readonly addresses: readonly string[]; readonly peer?: string}};
	readonly routes?: readonly string[];
}

/** The network namespace that has an address on a node. */
const namespaceWith = (ledger: LedgerView, node: string, ip: string): NetworkNamespace | undefined =>
	ledger
		.entries<NetworkNamespace>(`/nodes/${node}/netns/`)
		.map(([, value]) => value)
		.find(({interfaces}) => interfaces?.eth0?.addresses.some((address) => address.startsWith(`${ip}/`)) ?? false);

/** The address that a client sends from on this way. */
const addressTo = (client: Requester, {hops, endpoint = ''}: Way): string => {
	const named = hops.find((hop) => hop.case === 'name' || hop.case === 'address');
	return sendingTo(client, named?.ip ?? splitHostPort(endpoint).ip).ip;
};

/** The first hop of a request: its sender and its route. */
export const clientHop = (ledger: LedgerView, {client, target, viaIngress, language}: Request, way: Way): WalkHop => {
	const words = walkWords(language);
	const {name, place, node} = client;
	const ip = addressTo(client, way);
	const to = viaIngress ? `${target.host}${target.path}` : joinHostPort(target.host, target.port);
	switch (place) {
		case 'outside': {
			return {what: 'client', where: '', says: words.outside(name, ip, to), lines: []};
		}

		case 'node': {
			const says = name === node ? words.onNode(node, ip, to) : words.ofNode(name, node, ip, to);
			return {what: 'client', where: node, says, lines: []};
		}

		case 'pod': {
			const own = namespaceWith(ledger, node, ip);
			const peer = own?.interfaces?.eth0?.peer;
			return {
				what: 'client',
				where: node,
				says: words.inPod(name, ip, to, `eth0${peer === undefined ? '' : `, ${peer}`}, cni0`),
				lines: (own?.routes ?? []).map((text) => ({
					text,
					chosen: text.startsWith('default') && (text.includes(':') ? 'IPv6' : 'IPv4') === familyOf(ip),
				})),
			};
		}
	}
};

/** The hops from the node whose rules chose the endpoint to the network namespace of its Pod. */
export const arrivalHops = (ledger: LedgerView, request: Request, way: Way): readonly WalkHop[] => {
	const {endpoint, hops} = way;
	const {client} = request;
	const words = walkWords(request.language);
	if (way.lost?.loss.case === 'policy' && way.lost.loss.direction === 'egress') {
		return [];
	}

	const {ip} = splitHostPort(endpoint ?? '');
	const decided = hops.findLast((hop) => hop.case === 'endpoint' || hop.case === 'no-rule');
	if (ip === '' || (!decided && hops.every(({case: kind}) => kind !== 'upstream' && kind !== 'sidecar-out'))) {
		return [];
	}

	const from = decided?.case === 'endpoint' || decided?.case === 'no-rule' ? decided.node : client.node;
	const found: WalkHop[] = [];
	let at = from;
	if (from !== '') {
		const route = passage(ledger, from, ip);
		const lines = route.routes.map((text) => ({text, chosen: 'line' in route && text === route.line}));
		const says = words.route[route.case](ip, 'device' in route ? route.device : '');
		found.push({what: 'route', where: from, says, lines});
		if (route.case === 'none') {
			return found;
		}

		if (route.case === 'overlay') {
			at = route.peer.node;
			found.push(overlayHop(ledger, words, from, route.peer, `${sourceAfter(ledger, request, way)} → ${endpoint}`));
		}
	}

	const address = way.address;
	const node = address?.node ?? at;
	const peer = namespaceWith(ledger, node, ip)?.interfaces?.eth0?.peer;
	const gone = way.lost?.loss.case === 'gone';
	const pod = `${address?.namespace}/${address?.pod}`;
	const arrives = peer === undefined ? words.to(pod) : words.eth0(peer, pod);
	found.push({what: 'veth', where: node, says: gone ? words.noNeighbour(ip) : arrives, lines: []});
	return way.lost && !gone && way.lost.loss.case !== 'policy' && address ? [...found, refusalHop(way, words)] : found;
};

/** The packet inside another, from node to node. */
const overlayHop = (
	ledger: LedgerView,
	words: WalkWords,
	from: string,
	peer: {readonly node: string; readonly address: string},
	inner: string,
): WalkHop => {
	const own = ownAddress(ledger, from, peer);
	return {
		what: 'overlay',
		where: peer.node,
		says: words.overlay(from, peer.node),
		lines: [
			{text: `outer: ${own === undefined ? from : own} → ${peer.address} UDP 8472`, chosen: true},
			{text: `inner: ${inner} TCP`, chosen: false},
		],
	};
};

/** The address of a node, from another one's view, in that one's family. */
const ownAddress = (
	ledger: LedgerView,
	node: string,
	peer: {readonly node: string; readonly address: string},
): string | undefined =>
	ledger
		.read<{readonly forwarding: ReadonlyArray<{readonly node: string; readonly via: string}>}>(
			`/nodes/${peer.node}/routes`,
		)
		?.forwarding.find((one) => one.node === node && familyOf(one.via) === familyOf(peer.address))?.via;

/** The connection is refused. */
const refusalHop = (way: Way, words: WalkWords): WalkHop => {
	const {address, endpoint} = way;
	const {port} = splitHostPort(endpoint ?? '');
	const listener = address?.listeners.find((one) => one.port === port);
	return {
		what: 'container',
		where: address?.node ?? '',
		says: listener ? words.closing(listener.container, port) : words.nobodyListens(port),
		lines: (address?.listeners ?? []).map((one) => ({
			text: `LISTEN ${one.port} ${one.container}${one.accepts ? '' : ' (closing)'}`,
			chosen: one.port === port,
		})),
	};
};

/** The process that accepts the connection. */
export const containerHop = (
	{language}: Request,
	{pod, node, container}: Extract<Hop, {readonly case: 'container'}>,
	{address, endpoint}: Way,
): WalkHop => {
	const {port} = splitHostPort(endpoint ?? '');
	return {
		what: 'container',
		where: node,
		says: walkWords(language).accepts(container, pod, port),
		lines: (address?.listeners ?? []).map((one) => ({
			text: `LISTEN ${one.port} ${one.container}`,
			chosen: one.port === port,
		})),
	};
};

/** The hop of the answer: the node that rewrote the destination reverses this. */
export const answerHop = ({target, language}: Request, {hops, endpoint = ''}: Way): WalkHop => {
	const words = walkWords(language);
	const rules = hops.find((hop) => hop.case === 'endpoint');
	const address = hops.find((hop) => hop.case === 'name' || hop.case === 'address');
	return {
		what: 'answer',
		where: rules?.node ?? '',
		says: rules ? words.backRewritten(rules.node, endpoint, joinHostPort(address?.ip ?? '', target.port)) : words.back,
		lines: [],
	};
};
