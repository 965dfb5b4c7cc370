import {isRecord} from '../../kernel/record.js';
import type {NetworkPolicy, Pod} from '../../objects/kubernetes.generated.js';
import type {Known} from '../known.js';
import type {Rule} from '../rule.js';
import {selects} from '../second-reading.js';

type Spec = NonNullable<NetworkPolicy['spec']>;
type IngressRule = NonNullable<Spec['ingress']>[number];
type Peer = NonNullable<IngressRule['from']>[number];
type Port = NonNullable<IngressRule['ports']>[number];

const labelsOfNamespace = (known: Known, name: string): Readonly<Record<string, string>> =>
	known.all('namespaces').get(`/registry/namespaces/${name}`)?.metadata.labels ?? {};

/** Blocks of addresses are beyond this plain reading: `undefined`. */
const isPeer = (
	known: Known,
	{ipBlock, podSelector, namespaceSelector}: Peer,
	own: string,
	other: Pod,
): boolean | undefined => {
	if (ipBlock) {
		return undefined;
	}

	const {namespace, labels} = other.metadata;
	const isThere = namespaceSelector
		? selects(namespaceSelector, labelsOfNamespace(known, namespace))
		: namespace === own;
	return isThere && (podSelector === undefined || selects(podSelector, labels));
};

const isPort = ({port, endPort, protocol = 'TCP'}: Port, number: number, target: Pod): boolean => {
	const named = target.spec.containers.flatMap(({ports = []}) => ports).find(({name}) => name === port)?.containerPort;
	const first = typeof port === 'number' ? port : named;
	return (
		protocol === 'TCP' &&
		(port === undefined || (first !== undefined && number >= first && number <= (endPort ?? first)))
	);
};

/** Whether the policies of one side let a connection pass; `undefined` if a simple evaluation cannot decide. */
const passes = (
	known: Known,
	direction: 'Ingress' | 'Egress',
	self: Pod,
	other: Pod,
	number: number,
): boolean | undefined => {
	const policies = known.kernel.ledger
		.entries<NetworkPolicy>(`/registry/networkpolicies/${self.metadata.namespace}/`)
		.map(([, {spec}]) => spec)
		.filter(
			(spec) =>
				spec !== undefined &&
				selects(spec.podSelector ?? {}, self.metadata.labels) &&
				(spec.policyTypes ?? ['Ingress', ...(spec.egress ? ['Egress'] : [])]).includes(direction),
		);
	const target = direction === 'Ingress' ? self : other;
	let isClear = true;
	const isOpen = policies.some((spec) =>
		(direction === 'Ingress'
			? (spec?.ingress ?? []).map(({from = [], ports = []}) => ({peers: from, ports}))
			: (spec?.egress ?? []).map(({to = [], ports = []}) => ({peers: to, ports}))
		).some(({peers, ports}) => {
			const found = peers.map((peer) => isPeer(known, peer, self.metadata.namespace, other));
			isClear &&= !found.includes(undefined);
			return (
				(peers.length === 0 || found.includes(true)) &&
				(ports.length === 0 || ports.some((port) => isPort(port, number, target)))
			);
		}),
	);
	if (policies.length === 0 || isOpen) {
		return true;
	}

	if (isClear) {
		return false;
	}

	return undefined;
};

/** The Pod with an address on the network of Pods. */
const podAt = (known: Known, ip: string): Pod | undefined =>
	[...known.all('pods').values()].find(({status, spec}) => status?.podIP === ip && !spec.hostNetwork);

const verdicts: Rule = {
	name: 'a connection between Pods passes when the NetworkPolicies of both allow it, and only then',
	source: 'https://kubernetes.io/docs/concepts/services-networking/network-policies/',
	watch: (known) => ({
		stops: {
			'container.connect'({facts, object}, broken) {
				const hops = Array.isArray(facts?.['hops']) ? facts['hops'] : [];
				const isEnforced = hops.every((hop) => !isRecord(hop) || hop['isEnforced'] !== false);
				const [ip = '', port = ''] = String(facts?.['endpoint'] ?? '').split(':');
				const [from, to] = [object === undefined ? undefined : known.all('pods').get(object), podAt(known, ip)];
				if (!from || !to || from === to || !isEnforced || from.spec.hostNetwork) {
					return;
				}

				const sides = [
					passes(known, 'Egress', from, to, Number(port)),
					passes(known, 'Ingress', to, from, Number(port)),
				];
				const loss = facts?.['loss'];
				const isStopped = isRecord(loss) && loss['case'] === 'policy';
				if (isStopped && sides.every((side) => side === true)) {
					broken(object ?? '', `it is kept from ${to.metadata.name}, and its policies allow it`);
				} else if (!isStopped && sides.includes(false)) {
					broken(object ?? '', `it reaches ${to.metadata.name}, and a policy forbids it`);
				}
			},
		},
	}),
};

/** Rules about NetworkPolicies. */
export const policyRules: readonly Rule[] = [verdicts];
