import {isWithin} from '../../objects/ip.js';
import type {NetworkPolicy} from '../../objects/kubernetes.generated.js';
import {matchesLabelSelector, type Labels} from '../../objects/labels.js';

/** One end of a connection, from a network plug-in's view. */
export interface PolicyEnd {
	readonly ip: string;
	/** The Pod; other ends have neither namespace nor labels. */
	readonly pod?: {
		readonly namespace: string;
		readonly labels: Labels;
		readonly namespaceLabels: Labels;
		/** Named ports of its containers. */
		readonly ports: Readonly<Record<string, number>>;
	};
}

/** The port of a connection. */
export interface PolicyPort {
	readonly number: number;
	readonly protocol: 'TCP' | 'UDP';
}

export type Direction = 'ingress' | 'egress';

/** The verdict of a Pod's policies on a connection. */
export interface PolicyVerdict {
	readonly allowed: boolean;
	/** `namespace/name` of the deciding policies: those that allow the connection; without one, all that isolate the Pod. */
	readonly policies: readonly string[];
}

type Spec = NonNullable<NetworkPolicy['spec']>;
type Rule = NonNullable<Spec['ingress']>[number] | NonNullable<Spec['egress']>[number];
type Peer = NonNullable<NonNullable<Spec['ingress']>[number]['from']>[number];
type Port = NonNullable<Rule['ports']>[number];

/** Whether a policy applies to a direction: without policyTypes, it applies to ingress, and to egress if it has egress rules. */
const isAbout = ({policyTypes, egress}: Spec, direction: Direction): boolean =>
	policyTypes && policyTypes.length > 0
		? policyTypes.includes(direction === 'ingress' ? 'Ingress' : 'Egress')
		: direction === 'ingress' || (egress ?? []).length > 0;

const matchesPeer = ({ipBlock, podSelector, namespaceSelector}: Peer, own: string, {ip, pod}: PolicyEnd): boolean => {
	if (ipBlock) {
		const address = `${ip}/${ip.includes(':') ? 128 : 32}`;
		return isWithin(address, ipBlock.cidr) && !(ipBlock.except ?? []).some((range) => isWithin(address, range));
	}

	const inNamespace =
		pod !== undefined &&
		(namespaceSelector ? matchesLabelSelector(namespaceSelector, pod.namespaceLabels) : pod.namespace === own);
	return inNamespace && (podSelector === undefined || matchesLabelSelector(podSelector, pod.labels));
};

/** @param target the listening end, which defines named ports. */
const matchesPort = ({port, endPort, protocol = 'TCP'}: Port, to: PolicyPort, target: PolicyEnd): boolean => {
	if (protocol !== to.protocol) {
		return false;
	}

	if (port === undefined) {
		return true;
	}

	const first = typeof port === 'number' ? port : (target.pod?.ports[port] ?? Number(port));
	return to.number >= first && to.number <= (endPort ?? first);
};

const peersOf = (rule: Rule): readonly Peer[] => {
	const {from, to}: {readonly from?: readonly Peer[]; readonly to?: readonly Peer[]} = rule;
	return from ?? to ?? [];
};

const allows = (rule: Rule, own: string, other: PolicyEnd, to: PolicyPort, target: PolicyEnd): boolean => {
	const peers = peersOf(rule);
	const ports = rule.ports ?? [];
	return (
		(peers.length === 0 || peers.some((peer) => matchesPeer(peer, own, other))) &&
		(ports.length === 0 || ports.some((port) => matchesPort(port, to, target)))
	);
};

/**
The verdict of the policies that select a Pod on a new connection to it (ingress) or from it (egress). They add up: a connection passes if any rule of any
of them allows it; a Pod that no policy selects is not isolated.

@returns `undefined` when no policy applies to this direction of the Pod.
@see https://kubernetes.io/docs/concepts/services-networking/network-policies/
*/
export const decide = (
	policies: readonly NetworkPolicy[],
	direction: Direction,
	self: PolicyEnd,
	other: PolicyEnd,
	to: PolicyPort,
): PolicyVerdict | undefined => {
	const {pod} = self;
	const about = policies.filter(
		({metadata, spec}) =>
			pod !== undefined &&
			spec !== undefined &&
			metadata.namespace === pod.namespace &&
			isAbout(spec, direction) &&
			matchesLabelSelector(spec.podSelector ?? {}, pod.labels),
	);
	if (about.length === 0) {
		return undefined;
	}

	const named = (some: readonly NetworkPolicy[]) => some.map(({metadata}) => `${metadata.namespace}/${metadata.name}`);
	const target = direction === 'ingress' ? self : other;
	const passing = about.filter(({metadata, spec}) =>
		(spec?.[direction] ?? []).some((rule) => allows(rule, metadata.namespace ?? '', other, to, target)),
	);
	return {allowed: passing.length > 0, policies: named(passing.length > 0 ? passing : about)};
};
