import type {LedgerView} from '../../kernel/ledger-view.js';
import {passage} from '../traffic/passage.js';
import type {Way} from '../traffic/way.js';
import {sourceAfter} from './rule-hops.js';
import type {Request, WalkHop} from './walk-hop.js';

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

/** Where a request begins: who sends it, and how it leaves. */
export const clientHop = (ledger: LedgerView, {client, target, viaIngress}: Request): WalkHop => {
	const {name, place, node, ip} = client;
	const to = `${target.host}${viaIngress ? target.path : `:${target.port}`}`;
	switch (place) {
		case 'outside': {
			return {what: 'client', where: '', says: `${name}, outside of the cluster, ${ip} → ${to}`, lines: []};
		}

		case 'node': {
			const who = name === node ? `a process on ${node}` : `${name}, in the network of ${node}`;
			return {what: 'client', where: node, says: `${who}, ${ip} → ${to}`, lines: []};
		}

		case 'pod': {
			const own = namespaceWith(ledger, node, ip);
			const peer = own?.interfaces?.eth0?.peer;
			return {
				what: 'client',
				where: node,
				says: `Pod ${name}, ${ip} → ${to}; out by eth0${peer === undefined ? '' : `, ${peer}`}, cni0`,
				lines: (own?.routes ?? []).map((text) => ({text, chosen: text.startsWith('default')})),
			};
		}
	}
};

/** From the node whose rules chose the endpoint to the network namespace of its Pod. */
export const arrivalHops = (ledger: LedgerView, request: Request, way: Way): readonly WalkHop[] => {
	const {endpoint, hops} = way;
	const {client} = request;
	if (way.lost?.loss.case === 'policy' && way.lost.loss.direction === 'egress') {
		return [];
	}

	const [ip = ''] = (endpoint ?? '').split(':');
	const decided = hops.findLast((hop) => hop.case === 'endpoint' || hop.case === 'no-rule');
	if (ip === '' || (!decided && hops.every(({case: kind}) => kind !== 'upstream'))) {
		return [];
	}

	const from = decided?.case === 'endpoint' || decided?.case === 'no-rule' ? decided.node : client.node;
	const found: WalkHop[] = [];
	let at = from;
	if (from !== '') {
		const route = passage(ledger, from, ip);
		const lines = route.routes.map((text) => ({text, chosen: 'line' in route && text === route.line}));
		const says = {
			bridge: `${ip} is in the range of this node: to cni0`,
			overlay: `${ip} is in the range of another node: into ${'device' in route ? route.device : ''}`,
			none: `no route to ${ip}: flannel has not learned of its node, or has lost it`,
			default: `${ip} is not in the range of any node: out by the default route`,
		}[route.case];
		found.push({what: 'route', where: from, says, lines});
		if (route.case === 'none') {
			return found;
		}

		if (route.case === 'overlay') {
			at = route.peer.node;
			found.push(overlayHop(ledger, from, route.peer, `${sourceAfter(ledger, request, way)} → ${endpoint}`));
		}
	}

	const address = way.address;
	const node = address?.node ?? at;
	const peer = namespaceWith(ledger, node, ip)?.interfaces?.eth0?.peer;
	const gone = way.lost?.loss.case === 'gone';
	found.push({
		what: 'veth',
		where: node,
		says: gone
			? `cni0 asks who has ${ip}, and nobody answers: no Pod has the address any more`
			: peer === undefined
				? `to ${address?.namespace}/${address?.pod}`
				: `cni0 → ${peer} → eth0 of ${address?.namespace}/${address?.pod}`,
		lines: [],
	});
	return way.lost && !gone && way.lost.loss.case !== 'policy' && address ? [...found, refusalHop(way)] : found;
};

/** The packet inside of another, from node to node. */
const overlayHop = (
	ledger: LedgerView,
	from: string,
	peer: {readonly node: string; readonly address: string},
	inner: string,
): WalkHop => {
	const own = ownAddress(ledger, from, peer.node);
	return {
		what: 'overlay',
		where: peer.node,
		says: `VXLAN 1 from ${from} to ${peer.node}, which takes the inner packet out and hands it to its cni0`,
		lines: [
			{text: `outer: ${own === undefined ? from : own} → ${peer.address} UDP 8472`, chosen: true},
			{text: `inner: ${inner} TCP`, chosen: false},
		],
	};
};

/** The address of a node, as another one has it. */
const ownAddress = (ledger: LedgerView, node: string, other: string): string | undefined =>
	ledger
		.read<{readonly forwarding: ReadonlyArray<{readonly node: string; readonly via: string}>}>(`/nodes/${other}/routes`)
		?.forwarding.find((one) => one.node === node)?.via;

/** Nobody takes the connection. */
const refusalHop = (way: Way): WalkHop => {
	const {address, endpoint} = way;
	const port = Number(endpoint?.split(':')[1]);
	const listener = address?.listeners.find((one) => one.port === port);
	return {
		what: 'container',
		where: address?.node ?? '',
		says: listener
			? `${listener.container} has stopped accepting on port ${port}: connection refused`
			: `no process listens on port ${port}: connection refused`,
		lines: (address?.listeners ?? []).map((one) => ({
			text: `LISTEN ${one.port} ${one.container}${one.accepts ? '' : ' (closing)'}`,
			chosen: one.port === port,
		})),
	};
};

/** The process that takes the connection. */
export const containerHop = (pod: string, node: string, container: string, {address, endpoint}: Way): WalkHop => {
	const port = Number(endpoint?.split(':')[1]);
	return {
		what: 'container',
		where: node,
		says: `${container} of ${pod} listens on port ${port} and accepts`,
		lines: (address?.listeners ?? []).map((one) => ({
			text: `LISTEN ${one.port} ${one.container}`,
			chosen: one.port === port,
		})),
	};
};

/** The way back: what was rewritten is put back by the node that remembers it. */
export const answerHop = ({target}: Request, {hops, endpoint}: Way): WalkHop => {
	const rules = hops.find((hop) => hop.case === 'endpoint');
	const address = hops.find((hop) => hop.case === 'name' || hop.case === 'address');
	return {
		what: 'answer',
		where: rules?.node ?? '',
		says: rules
			? `the same way back: conntrack on ${rules.node} makes ${endpoint} look like ${address?.ip}:${target.port} again`
			: 'the same way back; no address was rewritten',
		lines: [],
	};
};
