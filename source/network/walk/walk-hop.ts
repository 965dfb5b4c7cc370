import type {TrafficClient} from '../../objects/traffic-client.js';
import type {Requester, RequestTarget} from '../traffic/way.js';
import type {TracedRule} from './rule-trace.js';
import type {LanguageName} from '../../stages/language-names.js';

/** One hop of a packet: its place, its fate there, and the cause. */
export interface WalkHop {
	readonly what:
		| 'client'
		| 'DNS'
		| 'balancer'
		| 'ingress'
		| 'rules'
		| 'NAT'
		| 'route'
		| 'overlay'
		| 'veth'
		| 'policy'
		| 'sidecar'
		| 'container'
		| 'answer';
	/** Its node; empty outside the cluster. */
	readonly where: string;
	readonly says: string;
	/** The deciding lines, as the node prints them, with the other branches. */
	readonly lines: readonly TracedRule[];
}

/** A request that is to be walked. */
export interface Request extends Pick<TrafficClient, 'viaIngress'> {
	readonly client: Requester;
	readonly target: RequestTarget;
	/** `ip:port` of the endpoint that was chosen; without it, the first is used. */
	readonly endpoint?: string;
	/** The language of the walk; without it English. */
	readonly language?: LanguageName;
}
