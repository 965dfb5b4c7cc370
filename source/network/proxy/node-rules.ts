import type {LedgerView} from '../../kernel/ledger-view.js';
import type {ProxyMode} from '../../objects/simulated-node.js';
import {iptables} from './iptables.js';
import {nftables} from './nftables.js';
import type {ServicePort} from './service-ports.js';

/** What a node's rules are, in the ledger under `/nodes/<node>/<mode>`. */
export interface NodeRules {
	readonly mode: ProxyMode;
	/** The node's own address. */
	readonly nodeIP: string;
	/** As `iptables-save` prints them, or in the words in which kube-proxy passes them to `nft`. */
	readonly text: string;
	/** What they do, by `namespace/name` or `namespace/name:port`. */
	readonly services: Readonly<Record<string, ServicePort>>;
}

/** Ledger key of a node's rules. */
export const rulesKey = (node: string, mode: ProxyMode): string => `/nodes/${node}/${mode}`;

/** The rules of a node, whichever its mode; `undefined` before kube-proxy has written any. */
export const readRules = (ledger: LedgerView, node: string): NodeRules | undefined =>
	ledger.read<NodeRules>(rulesKey(node, 'iptables')) ?? ledger.read<NodeRules>(rulesKey(node, 'nftables'));

/** Rules for what kube-proxy knows. Their text is long and rarely read, so it is generated on demand. */
export const rulesOf = (
	mode: ProxyMode,
	ports: ReadonlyMap<string, readonly ServicePort[]>,
	nodeIP: string,
): NodeRules => {
	const sorted = [...ports.values()]
		.flat()
		.sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : a.protocol < b.protocol ? -1 : 1));
	const services: Record<string, ServicePort> = {};
	for (const port of sorted) {
		services[port.id] = Object.freeze(port);
	}

	return Object.freeze({
		mode,
		nodeIP,
		get text() {
			return mode === 'nftables' ? nftables(sorted, nodeIP) : iptables(sorted, nodeIP);
		},
		services: Object.freeze(services),
	});
};
