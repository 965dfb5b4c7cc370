import {joinHostPort, splitHostPort} from '../../objects/host-port.js';
import type {Circumstances, Packet, RuleTrace, TracedRule} from './rule-trace.js';

/** A packet in the rules of a node, of any program: its present state, and the rules it met. */
export class PacketOnItsWay {
	readonly rules: TracedRule[] = [];
	destination: string;
	port: number;
	marked = false;
	masquerades = false;
	/** Whether its destination was rewritten. */
	isRewritten = false;

	constructor(
		readonly packet: Packet,
		readonly circumstances: Circumstances,
	) {
		this.destination = packet.destination;
		this.port = packet.port;
	}

	/** Whether its target is the node itself. */
	get isForNode(): boolean {
		return (
			this.circumstances.own.includes(this.destination) ||
			this.destination.startsWith('127.') ||
			this.destination === '::1'
		);
	}

	/** DNAT. @param endpoint `ip:port`. */
	rewrite(endpoint: string): void {
		const {ip, port} = splitHostPort(endpoint);
		this.destination = ip;
		this.port = port;
		this.isRewritten = true;
	}

	/** All that is known of its way, once it has ended. */
	trace(verdict: RuleTrace['verdict']): RuleTrace {
		return {
			rules: this.rules,
			destination: joinHostPort(this.destination, this.port),
			masquerades: this.masquerades,
			verdict,
		};
	}
}
