import type {LedgerView} from '../../kernel/ledger-view.js';
import {addressAt, hasAddress} from '../../objects/address-range.js';
import {familyOf, parseNetwork} from '../../objects/ip.js';
import {isPodAddress} from '../cluster-network.js';

/** The routing table of a node, in the ledger under `/nodes/<node>/routes`; the network plug-in writes it. */
interface NodeRoutes {
	/** Lines as `ip route` prints them. */
	readonly routes: readonly string[];
	readonly forwarding: ReadonlyArray<{readonly node: string; readonly podCIDR: string; readonly via: string}>;
}

/** How a node forwards a packet. */
export type Passage =
	/** To one of the node's own Pods, over the bridge. @see `source` the address that the bridge has. */
	| {
			readonly case: 'bridge';
			readonly routes: readonly string[];
			readonly line: string;
			readonly device: string;
			readonly source: string;
	  }
	/** To a Pod of another node, inside a packet to that node. */
	| {
			readonly case: 'overlay';
			readonly routes: readonly string[];
			readonly line: string;
			readonly device: string;
			readonly source: string;
			readonly peer: {readonly node: string; readonly address: string};
	  }
	/** No route to this Pod exists. */
	| {readonly case: 'none'; readonly routes: readonly string[]}
	/** The default route, for a destination that is not a Pod, or because the routes are unknown. */
	| {readonly case: 'default'; readonly routes: readonly string[]};

const destinationOf = (line: string): string => line.split(' ')[0] ?? '';

const bitsOf = (line: string): number => parseNetwork(destinationOf(line))?.bits ?? 0;

/** The source address of a route; IPv6 routes lack it, because the bridge has the first address of its range. */
const sourceIn = (line: string): string => / src (\S+)/.exec(line)?.[1] ?? addressAt(destinationOf(line), 1);

/** Whether two nodes do not reach each other just now. */
const isCut = (ledger: LedgerView, a: string, b: string): boolean =>
	ledger
		.read<ReadonlyArray<readonly [string, string]>>('/network/partitions')
		?.some((pair) => pair.includes(a) && pair.includes(b)) ?? false;

/**
The route of a packet to an address, by the most specific route of a node.

@param node the node with the routes.
*/
export const passage = (ledger: LedgerView, node: string, ip: string): Passage => {
	const table = ledger.read<NodeRoutes>(`/nodes/${node}/routes`);
	if (!table) {
		return {case: 'default', routes: []};
	}

	const {routes, forwarding} = table;
	const [line] = routes.filter((one) => hasAddress(destinationOf(one), ip)).toSorted((a, b) => bitsOf(b) - bitsOf(a));
	if (line === undefined) {
		return {case: isPodAddress(ledger, ip) ? 'none' : 'default', routes};
	}

	const device = / dev (\S+)/.exec(line)?.[1] ?? '';
	const peer = forwarding.find(({podCIDR}) => podCIDR === destinationOf(line));
	if (peer && isCut(ledger, node, peer.node)) {
		return {case: 'none', routes: routes.filter((one) => one !== line)};
	}

	if (peer) {
		// The device of the overlay has the first address of the node's own range.
		const own = routes.find((one) => / dev cni0 /.test(one) && familyOf(one) === familyOf(ip)) ?? '';
		return {
			case: 'overlay',
			routes,
			line,
			device,
			source: destinationOf(own).replace(/\/.*/, ''),
			peer: {node: peer.node, address: peer.via},
		};
	}

	return {case: 'bridge', routes, line, device, source: sourceIn(line)};
};
