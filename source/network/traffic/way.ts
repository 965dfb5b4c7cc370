import type {Hop, Loss, LossResult} from '../../stages/facts/network/traffic.js';
import type {PodAddress} from '../addresses.js';
import type {ResolverConfig} from '../dns/look-up.js';

/** A request's path through the network, as far as it gets. */
export interface Way {
	readonly hops: readonly Hop[];
	/** `ip:port` of the Pod it reaches. */
	readonly endpoint?: string;
	readonly address?: PodAddress;
	/** What a node remembers about the client, in the ledger, if the Service has session affinity. */
	readonly memory?: {readonly key: string; readonly endpoint: string; readonly seconds: number};
	/** Why it gets no further. */
	readonly lost?: {readonly result: LossResult; readonly loss: Loss};
}

/** What a request is sent to. */
export interface RequestTarget {
	readonly host: string;
	readonly port: number;
	readonly path: string;
	/** TCP if absent. */
	readonly protocol?: 'TCP' | 'UDP';
}

/** `shop.default.svc.cluster.local:80`, `shop.example.com/cart`, with or without `http://`. */
export const parseTarget = (text: string): RequestTarget => {
	const [, host = text, port, path] = /^(?:https?:\/\/)?([^:/]+)(?::(\d+))?(\/.*)?$/.exec(text) ?? [];
	return {host, port: Number(port ?? 80), path: path ?? '/'};
};

/** Draws one of some texts; `undefined` if there are none. */
export type Choose = (items: readonly string[]) => string | undefined;

/** Who sends a request, from where, and when. */
export interface Requester {
	/** By which a node with session affinity remembers it. */
	readonly name: string;
	/** A container, a process in the network of a node itself, or a machine outside of the cluster. */
	readonly place: 'pod' | 'node' | 'outside';
	/** The node it is on; empty outside. */
	readonly node: string;
	/** The address that its packets come from. */
	readonly ip: string;
	/** `namespace/name` of its Pod. */
	readonly pod?: string;
	readonly resolver: ResolverConfig;
	/** The network plug-in of the cluster does not enforce NetworkPolicies. */
	readonly ignoresPolicies?: boolean;
	readonly timeMs: number;
}

/** The last endpoint of a client of a Service with affinity, and until when it counts. */
export interface Remembered {
	readonly endpoint: string;
	readonly untilMs: number;
}

/** Where clients outside of the cluster send from. */
export const outsideAddress = '203.0.113.50';

/** Whether an address is one that Services of this cluster have. */
export const isServiceAddress = (ip: string): boolean => /^10\.(9[6-9]|10\d|11[01])\./.test(ip);
