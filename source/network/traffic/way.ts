import type {Hop, Loss, LossResult} from '../../stages/facts/network/traffic.js';
import {ofFamily} from '../../objects/address-range.js';
import {familyOf} from '../../objects/ip.js';
import type {PodAddress} from '../addresses.js';
import type {ResolverConfig} from '../dns/look-up.js';

/** A request's path through the network, up to its end. */
export interface Way {
	readonly hops: readonly Hop[];
	/** `ip:port` of the Pod it reaches. */
	readonly endpoint?: string;
	readonly address?: PodAddress;
	/** The node's memory of the client, in the ledger, if the Service has session affinity. */
	readonly memory?: {readonly key: string; readonly endpoint: string; readonly seconds: number};
	/** The reason why it stops. */
	readonly lost?: {readonly result: LossResult; readonly loss: Loss};
}

/** The target of a request. */
export interface RequestTarget {
	readonly host: string;
	readonly port: number;
	readonly path: string;
	/** TCP if absent. */
	readonly protocol?: 'TCP' | 'UDP';
}

/** `shop.default.svc.cluster.local:80`, `shop.example.com/cart`, `[fd00::9]:80`, with or without `http://`. */
export const parseTarget = (text: string): RequestTarget => {
	const [, six, four = text, port, path] =
		/^(?:https?:\/\/)?(?:\[([^\]]+)\]|([^:/]+))(?::(\d+))?(\/.*)?$/.exec(text) ?? [];
	return {host: six ?? four, port: Number(port ?? 80), path: path ?? '/'};
};

/** Draws one of some texts; `undefined` for an empty list. */
export type Choose = (items: readonly string[]) => string | undefined;

/** The sender of a request, its place, and the time. */
export interface Requester {
	/** The address by which a node with session affinity remembers the client. */
	readonly name: string;
	/** A container, a process in the network of a node itself, or a machine outside the cluster. */
	readonly place: 'pod' | 'node' | 'outside';
	/** Its node; empty outside the cluster. */
	readonly node: string;
	/** The address of its packets' source, for targets of the same family. */
	readonly ip: string;
	/** Its addresses of the other family. */
	readonly otherIPs?: readonly string[];
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

/** A sender for a target address: it sends from its own address of the same family, if it has one. */
export const sendingTo = (client: Requester, ip: string): Requester => {
	const own = ofFamily([client.ip, ...(client.otherIPs ?? [])], familyOf(ip));
	return own === undefined || own === client.ip ? client : {...client, ip: own};
};

/** The source address of clients outside the cluster. */
export const outsideAddresses = ['203.0.113.50', '2001:db8:113::50'] as const;
