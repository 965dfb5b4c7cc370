import {hasAddress} from '../../objects/address-range.js';

/** A new connection's first packet, as it reaches the rules of a node. */
export interface Packet {
	readonly source: string;
	readonly destination: string;
	readonly port: number;
	readonly protocol: 'tcp' | 'udp';
	/** Whether it is from a process in the node's own network; otherwise, it arrives over a device. */
	readonly isFromNode: boolean;
}

/** The circumstances of the packet that the rules do not mention. */
export interface Circumstances {
	/** Addresses of the node itself. */
	readonly own: readonly string[];
	/** `ip:port` of the endpoint that chance chooses, or that the node remembers. */
	readonly endpoint?: string;
	readonly remembers: boolean;
}

/** A rule that the packet meets. */
export interface TracedRule {
	/** The rule, as the node prints it. */
	readonly text: string;
	/** Whether the packet takes this branch; the other branches of its chain were possible. */
	readonly chosen: boolean;
}

/** The path of a packet through the rules of a node. */
export interface RuleTrace {
	readonly rules: readonly TracedRule[];
	/** `ip:port` it has then. */
	readonly destination: string;
	/** Whether it leaves under an address of the node. */
	readonly masquerades: boolean;
	readonly verdict: 'accept' | 'drop' | 'reject';
}

/** Whether an address is in a range, or is the one that is given. */
export const isIn = (ip: string, range: string): boolean =>
	range.includes('/') ? hasAddress(range, ip) : ip === range;
