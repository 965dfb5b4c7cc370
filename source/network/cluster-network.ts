import type {LedgerView} from '../kernel/ledger-view.js';
import {hasAddress} from '../objects/address-range.js';
import {clusterNetworkKey, defaultNetwork, type ClusterNetwork} from '../objects/cluster-network.js';

/** The addresses of a cluster. */
export const networkIn = (ledger: LedgerView): ClusterNetwork =>
	ledger.read<ClusterNetwork>(clusterNetworkKey) ?? defaultNetwork;

/** Whether an address is one that Services of this cluster have. */
export const isServiceAddress = (ledger: LedgerView, ip: string): boolean => {
	const network = networkIn(ledger);
	return network === defaultNetwork
		? /^10\.(9[6-9]|10\d|11[01])\./.test(ip)
		: network.serviceCIDR.some((range) => hasAddress(range, ip));
};

/** Whether an address is one that Pods of this cluster have. Nodes beyond 255 have ranges after the one of all Pods. */
export const isPodAddress = (ledger: LedgerView, ip: string): boolean => {
	const network = networkIn(ledger);
	return network === defaultNetwork
		? hasAddress('10.244.0.0/15', ip)
		: network.clusterCIDR.some((range) => hasAddress(range, ip));
};
