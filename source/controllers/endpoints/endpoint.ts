import type {Endpoint, Node, Pod, Service, ServicePort} from '../../objects/kubernetes.generated.js';
import {isPodReady, isTerminal} from '../../objects/pod.js';
import {portsInOrder} from './port-order.js';

/** A port of a Service as one Pod serves it. */
export interface ServedPort {
	readonly name: string;
	readonly port: number;
	readonly protocol: 'SCTP' | 'TCP' | 'UDP';
	readonly appProtocol?: string;
}

export type Family = 'IPv4' | 'IPv6';

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
export const addressesOf = (pod: Pod, family: Family): string[] => {
	const all = pod.status?.podIPs?.map(({ip}) => ip) ?? (pod.status?.podIP ? [pod.status.podIP] : []);
	return all.filter((ip) => ip.includes(':') === (family === 'IPv6'));
};

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

const numbered = new WeakMap<Service, readonly ServedPort[]>();

/** Which ports of the Service the Pod serves; a named one that it does not have is left out. Without named ports the list is the same for every Pod. */
export const servedPorts = (service: Service, pod: Pod): readonly ServedPort[] => {
	const known = numbered.get(service);
	if (known) {
		return known;
	}

	const served = findPorts(service, pod);
	if (service.spec?.ports?.every(({targetPort: target}) => typeof target !== 'string')) {
		numbered.set(service, served);
	}

	return served;
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

/** The Pod's host name, where the Service gives it a DNS name of its own. */
export const hostnameOf = (pod: Pod, service: Service): string | undefined =>
	pod.spec?.hostname && pod.spec.subdomain === service.metadata.name ? pod.spec.hostname : undefined;

/**
A Pod as an endpoint of a Service. Ready means: send traffic. A terminating Pod can still be serving; it is not ready any more.

@mirrors k8s.io/endpointslice podToEndpoint
*/
export const endpointOf = (pod: Pod, node: Node | undefined, service: Service, family: Family): Endpoint => {
	const serving = isPodReady(pod);
	const terminating = pod.metadata.deletionTimestamp !== undefined;
	const hostname = hostnameOf(pod, service);
	const zone = node?.metadata.labels?.['topology.kubernetes.io/zone'];
	return {
		addresses: addressesOf(pod, family),
		conditions: {
			ready: (service.spec?.publishNotReadyAddresses ?? false) || (serving && !terminating),
			serving,
			terminating,
		},
		...(hostname ? {hostname} : {}),
		targetRef: {kind: 'Pod', namespace: pod.metadata.namespace, name: pod.metadata.name, uid: pod.metadata.uid},
		...(pod.spec?.nodeName ? {nodeName: pod.spec.nodeName} : {}),
		...(zone ? {zone} : {}),
	};
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
