import type {Endpoint, Node, Pod, Service, ServicePort} from '../../objects/kubernetes.generated.js';
import {familyOf, type Family} from '../../objects/ip.js';
import {isPodReady, isTerminal, podIPsOf} from '../../objects/pod.js';
import {present} from '../../objects/copy.js';
import {portsInOrder, type ServedPort} from './port-order.js';
import {getOrInsert} from '../../kernel/get-or-insert.js';

/** The address families a Service uses. */
export const familiesOf = ({spec}: Service): readonly Family[] =>
	spec?.ipFamilies?.map((family) => (family === 'IPv6' ? family : 'IPv4')) ?? [
		spec?.clusterIP?.includes(':') ? 'IPv6' : 'IPv4',
	];

/** Whether the Pod can be an endpoint at all: it has an address and has not ended. */
export const canBeEndpoint = (pod: Pod, includeTerminating: boolean): boolean =>
	!isTerminal(pod) &&
	Boolean(pod.status?.podIP ?? pod.status?.podIPs?.length) &&
	(includeTerminating || pod.metadata.deletionTimestamp === undefined);

/** The Pod's addresses of a family. */
export const addressesOf = (pod: Pod, family: Family): string[] =>
	podIPsOf(pod).filter((ip) => familyOf(ip) === family);

/** The number behind a target port; `undefined` when the Pod names no such port. @mirrors podutil.FindPort */
export const targetPort = (pod: Pod, {targetPort: target, port, protocol = 'TCP'}: ServicePort): number | undefined => {
	if (typeof target !== 'string') {
		return target || port;
	}

	const containers = [
		...(pod.spec?.containers ?? []),
		...(pod.spec?.initContainers ?? []).filter(({restartPolicy}) => restartPolicy === 'Always'),
	];
	for (const container of containers) {
		const found = container.ports?.find(({name, protocol: spoken = 'TCP'}) => name === target && spoken === protocol);
		if (found) {
			return found.containerPort;
		}
	}

	return undefined;
};

/** Service → text of a list of ports → the list. */
const shared = new WeakMap<Service, Map<string, readonly ServedPort[]>>();
const numbered = new WeakMap<Service, readonly ServedPort[]>();

/**
The ports of the Service that the Pod serves, without named ones that it does not have.

@returns frozen; one list for all Pods that serve the same ports.
*/
export const servedPorts = (service: Service, pod: Pod): readonly ServedPort[] => {
	const known = numbered.get(service);
	if (known) {
		return known;
	}

	const served = findPorts(service, pod);
	const lists = getOrInsert(shared, service, () => new Map());
	const list = getOrInsert(lists, JSON.stringify(served), () =>
		Object.freeze(served.map((port) => Object.freeze(port))),
	);
	if (service.spec?.ports?.every(({targetPort: target}) => typeof target !== 'string')) {
		numbered.set(service, list);
	}

	return list;
};

const findPorts = (service: Service, pod: Pod): ServedPort[] => {
	const served: ServedPort[] = [];
	for (const item of service.spec?.ports ?? []) {
		const port = targetPort(pod, item);
		if (port !== undefined) {
			const {name = '', protocol = 'TCP', appProtocol} = item;
			served.push({name, port, protocol, ...(appProtocol ? {appProtocol} : {})});
		}
	}

	return portsInOrder(served);
};

/** The Pod's host name, if the Service gives it its own DNS name. */
export const hostnameOf = (pod: Pod, service: Service): string | undefined =>
	pod.spec?.hostname && pod.spec.subdomain === service.metadata.name ? pod.spec.hostname : undefined;

type Conditions = NonNullable<Endpoint['conditions']>;

/** The shared conditions: few combinations exist, and thousands of endpoints have them. */
const known: readonly Conditions[] = [false, true].flatMap((ready) =>
	[false, true].flatMap((serving) => [false, true].map((terminating) => Object.freeze({ready, serving, terminating}))),
);

const conditionsOf = (ready: boolean, serving: boolean, terminating: boolean): Conditions =>
	known[(ready ? 4 : 0) + (serving ? 2 : 0) + (terminating ? 1 : 0)] ?? {ready, serving, terminating};

/** An endpoint's reference to its Pod. Frozen. */
export const referenceTo = ({metadata: {namespace, name, uid}}: Pod): NonNullable<Endpoint['targetRef']> =>
	Object.freeze({kind: 'Pod', namespace, name, uid});

/**
A Pod as an endpoint of a Service. Ready endpoints receive traffic. A terminating Pod can still be serving, but is no longer ready.

@returns frozen at every depth: all versions of a slice share it.
@mirrors k8s.io/endpointslice podToEndpoint
*/
export const endpointOf = (pod: Pod, node: Node | undefined, service: Service, family: Family): Endpoint => {
	const serving = isPodReady(pod);
	const terminating = pod.metadata.deletionTimestamp !== undefined;
	const ready = (service.spec?.publishNotReadyAddresses ?? false) || (serving && !terminating);
	return Object.freeze(
		present({
			addresses: Object.freeze(addressesOf(pod, family)),
			conditions: conditionsOf(ready, serving, terminating),
			hostname: hostnameOf(pod, service),
			targetRef: referenceTo(pod),
			nodeName: pod.spec?.nodeName || undefined,
			zone: node?.metadata.labels?.['topology.kubernetes.io/zone'] || undefined,
		}),
	);
};

const ipsOf = ({status}: Pod): string => (status?.podIPs ?? []).map(({ip}) => ip).join();

/** Whether a change of a Pod can change an endpoint. @mirrors endpointutil.podEndpointsChanged */
export const endpointChanged = (old: Pod, pod: Pod): boolean =>
	old.metadata.deletionTimestamp !== pod.metadata.deletionTimestamp ||
	isPodReady(old) !== isPodReady(pod) ||
	old.status?.podIP !== pod.status?.podIP ||
	ipsOf(old) !== ipsOf(pod) ||
	old.spec?.nodeName !== pod.spec?.nodeName ||
	old.spec?.hostname !== pod.spec?.hostname ||
	old.spec?.subdomain !== pod.spec?.subdomain;
