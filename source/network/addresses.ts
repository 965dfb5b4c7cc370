import type {LedgerView} from '../kernel/ledger-view.js';
import {controlPlaneAddress} from '../objects/cluster-network.js';
import {networkIn} from './cluster-network.js';
import {controlPlane} from '../objects/control-plane.js';

/** A process that answers at an address, in the ledger under `/network/addresses/<ip>`; the node's runtime writes it. */
export interface PodAddress {
	readonly node: string;
	readonly namespace: string;
	readonly pod: string;
	readonly uid: string;
	readonly listeners: ReadonlyArray<{
		readonly port: number;
		readonly container: string;
		/** Whether it accepts new connections. */
		readonly accepts: boolean;
	}>;
}

/** The address of the kube-apiserver, which always exists. */
const apiserver: PodAddress = {
	node: controlPlane.name,
	namespace: 'kube-system',
	pod: controlPlane.apiserver,
	uid: '',
	listeners: [{port: controlPlane.apiserverPort, container: 'kube-apiserver', accepts: true}],
};

/** The registry of a process's listeners in the network of a machine. */
export const hostProcessKey = (ip: string, namespace: string, pod: string): string =>
	`/network/hosts/${ip}/${namespace}/${pod}`;

/** The processes in the network of a machine itself: Pods on their node's network, and the control plane. */
const hostProcesses = (ledger: LedgerView, ip: string): readonly PodAddress[] => [
	...ledger.entries<PodAddress>(`/network/hosts/${ip}/`).map(([, process]) => process),
	...(ip === controlPlaneAddress(networkIn(ledger)) ? [apiserver] : []),
];

/** The process that answers at an address: a Pod, or a process in a machine's own network: the one with the port, otherwise any. */
export const addressAt = (ledger: LedgerView, ip: string, port: number): PodAddress | undefined => {
	const pod = ledger.read<PodAddress>(`/network/addresses/${ip}`);
	const processes = pod ? [] : hostProcesses(ledger, ip);
	return pod ?? processes.find(({listeners}) => listeners.some((one) => one.port === port)) ?? processes[0];
};
