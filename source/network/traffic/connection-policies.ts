import type {PodAddress} from '../addresses.js';
import type {LedgerView} from '../../kernel/ledger-view.js';
import type {Namespace, NetworkPolicy, Pod} from '../../objects/kubernetes.generated.js';
import type {Requester} from './way.js';
import {controlPlane} from '../../objects/control-plane.js';
import {decide, type Direction, type PolicyEnd, type PolicyPort, type PolicyVerdict} from '../policy/decide.js';

const policiesKey = '/registry/networkpolicies/';

/** A Pod as policies see it, by its `namespace/name`. */
const podEnd = (ledger: LedgerView, ip: string, name: string): PolicyEnd => {
	if (name === `kube-system/${controlPlane.dns}`) {
		return dnsEnd(ip);
	}

	const pod = ledger.read<Pod>(`/registry/pods/${name}`);
	const [namespace = ''] = name.split('/');
	const ports = (pod?.spec.containers ?? []).flatMap((container) => container.ports ?? []);
	return {
		ip,
		pod: {
			namespace,
			labels: pod?.metadata.labels,
			namespaceLabels: ledger.read<Namespace>(`/registry/namespaces/${namespace}`)?.metadata.labels,
			ports: Object.fromEntries(ports.flatMap((port) => (port.name ? [[port.name, port.containerPort] as const] : []))),
		},
	};
};

/** The sender: a Pod on its own network, or an address. */
const clientEnd = (ledger: LedgerView, {place, pod, ip}: Requester): PolicyEnd =>
	place === 'pod' && pod !== undefined ? podEnd(ledger, ip, pod) : {ip};

/** CoreDNS, which is not a Pod here but has the labels of one. */
const dnsEnd = (ip: string): PolicyEnd => ({
	ip,
	pod: {
		namespace: 'kube-system',
		labels: {'k8s-app': 'kube-dns'},
		namespaceLabels: {'kubernetes.io/metadata.name': 'kube-system'},
		ports: {dns: 53, 'dns-tcp': 53},
	},
});

/** The policies at one end of a connection, and their verdict. */
export interface PolicyStop extends PolicyVerdict {
	readonly direction: Direction;
	/** `namespace/name` of the Pod that they select. */
	readonly pod: string;
}

const policiesIn = (ledger: LedgerView): readonly NetworkPolicy[] =>
	ledger.entries<NetworkPolicy>(policiesKey).map(([, policy]) => policy);

/** The verdict of a client's own policies on a question to the cluster's DNS. */
export const dnsPolicy = (ledger: LedgerView, client: Requester): PolicyStop | undefined => {
	const policies = client.place === 'pod' ? policiesIn(ledger) : [];
	const end = dnsEnd(client.resolver.nameserver);
	const verdict =
		policies.length === 0
			? undefined
			: decide(policies, 'egress', clientEnd(ledger, client), end, {number: 53, protocol: 'UDP'});
	return verdict && {...verdict, direction: 'egress', pod: client.pod ?? ''};
};

/**
The verdicts of the policies of both ends on a connection to a Pod: those of the client first. Packets from a node to its own Pods always pass.

Simplified: a policy applies as soon as it is stored, and compares a client's own address even if a node masquerades it.
*/
export const connectionPolicies = (
	ledger: LedgerView,
	client: Requester,
	ip: string,
	address: PodAddress | undefined,
	port: PolicyPort,
): readonly PolicyStop[] => {
	const policies = policiesIn(ledger);
	if (policies.length === 0 || (address && client.pod === `${address.namespace}/${address.pod}`)) {
		return [];
	}

	const from = clientEnd(ledger, client);
	const name = address && `${address.namespace}/${address.pod}`;
	const to = name === undefined ? {ip} : podEnd(ledger, ip, name);
	const leaving = decide(policies, 'egress', from, to, port);
	const isOwn = client.place === 'node' && client.node === address?.node;
	const entering = isOwn ? undefined : decide(policies, 'ingress', to, from, port);
	return [
		...(leaving ? [{...leaving, direction: 'egress' as const, pod: client.pod ?? ''}] : []),
		...(entering ? [{...entering, direction: 'ingress' as const, pod: name ?? ''}] : []),
	];
};
