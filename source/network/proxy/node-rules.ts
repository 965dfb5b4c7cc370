import type {LedgerView} from '../../kernel/ledger-view.js';
import type {ProxyMode} from '../../objects/simulated-node.js';
import {iptables} from './iptables.js';
import {nftables} from './nftables.js';
import type {Family} from '../../objects/ip.js';
import {proxyIPv4} from './service-routing.js';
import type {ServicePort} from './service-ports.js';

/** The rules of a node, in the ledger under `/nodes/<node>/<mode>`. */
export interface NodeRules {
	readonly mode: ProxyMode;
	/** The node's own address of the family. */
	readonly nodeIP: string;
	/** The rules as `iptables-save` prints them, or as kube-proxy writes them for `nft`. */
	readonly text: string;
	/** The effect of the rules, by `namespace/name` or `namespace/name:port`. */
	readonly services: Readonly<Record<string, ServicePort>>;
}

/** Ledger key of a node's rules. */
export const rulesKey = (node: string, mode: ProxyMode, family: Family = 'IPv4'): string =>
	`/nodes/${node}/${family === 'IPv6' ? sixth[mode] : mode}`;

/** The place of the rules for IPv6. */
const sixth: Readonly<Record<ProxyMode, string>> = {iptables: 'ip6tables', nftables: 'nftables-ip6'};

/** Whether a key is that of rules, of whichever family and mode. */
export const isRulesKey = (key: string): boolean => /^\/nodes\/[^/]+\/(?:ip6?tables|nftables(?:-ip6)?)$/.test(key);

/** The owner of the rules under a key. */
export const familyOfRules = (key: string): Family => (/\/(?:ip6tables|nftables-ip6)$/.test(key) ? 'IPv6' : 'IPv4');

/** The rules of a node for a family, whichever its mode; `undefined` before kube-proxy has written any. */
export const readRules = (ledger: LedgerView, node: string, family: Family = 'IPv4'): NodeRules | undefined =>
	ledger.read<NodeRules>(rulesKey(node, 'iptables', family)) ??
	ledger.read<NodeRules>(rulesKey(node, 'nftables', family));

/** The rules for kube-proxy's endpoints. Their text is long and rarely read, so it is generated on demand. */
export const rulesOf = (
	mode: ProxyMode,
	ports: ReadonlyMap<string, readonly ServicePort[]>,
	nodeIP: string,
	served = proxyIPv4,
): NodeRules => {
	const sorted = [...ports.values()].flat().sort((a, b) => {
		if (a.id < b.id) {
			return -1;
		}

		if (a.id > b.id) {
			return 1;
		}

		if (a.protocol < b.protocol) {
			return -1;
		}

		return 1;
	});
	const services: Record<string, ServicePort> = {};
	for (const port of sorted) {
		services[port.id] = Object.freeze(port);
	}

	return Object.freeze({
		mode,
		nodeIP,
		get text() {
			return mode === 'nftables' ? nftables(sorted, nodeIP, served) : iptables(sorted, nodeIP, served);
		},
		services: Object.freeze(services),
	});
};
