import {hashes} from '../../kernel/hash.js';
import {present} from '../../objects/copy.js';
import type {EndpointAddress, EndpointSubset, Pod, Service} from '../../objects/kubernetes.generated.js';
import {isPodReady} from '../../objects/pod.js';
import {addressesOf, canBeEndpoint, familiesOf, hostnameOf, referenceTo, servedPorts} from './endpoint.js';
import type {ServedPort} from './port-order.js';
import {getOrInsert} from '../../kernel/get-or-insert.js';

/** Most addresses of an Endpoints object. */
export const maxCapacity = 1000;

/** A Pod as one of the addresses of a Service. */
export interface PodAddress {
	readonly address: EndpointAddress;
	/** The ports; empty for a headless Service without ports. */
	readonly ports: readonly ServedPort[];
	readonly isReady: boolean;
}

/** The Pod's entry in the Endpoints of the Service; `undefined` if it is not listed. The address is frozen: all versions share it. */
export const addressOf = (service: Service, pod: Pod): PodAddress | undefined => {
	const {spec} = service;
	const publishesAll = spec?.publishNotReadyAddresses ?? false;
	if (!canBeEndpoint(pod, publishesAll)) {
		return undefined;
	}

	const [ip] = addressesOf(pod, familiesOf(service)[0] ?? 'IPv4');
	const ports = servedPorts(service, pod);
	const isPortless = spec?.clusterIP === 'None' && !spec.ports?.length;
	if (ip === undefined || (ports.length === 0 && !isPortless)) {
		return undefined;
	}

	const address = present({
		ip,
		nodeName: pod.spec?.nodeName || undefined,
		hostname: hostnameOf(pod, service),
		targetRef: referenceTo(pod),
	});
	return {address: Object.freeze(address), ports, isReady: publishesAll || isPodReady(pod)};
};

/** A text for ordering addresses: as texts, so 10.0.0.10 is before 10.0.0.9. @mirrors k8s.io/kubernetes/pkg/api/v1/endpoints LessEndpointAddress */
export const orderOf = ({ip, targetRef}: EndpointAddress): string => `${ip} ${targetRef?.uid ?? ''}`;

const byIP = (addresses: ReadonlyMap<string, EndpointAddress>): EndpointAddress[] =>
	[...addresses.values()]
		.map((address) => ({address, key: orderOf(address)}))
		.sort((a, b) => {
			if (a.key < b.key) {
				return -1;
			}

			if (a.key > b.key) {
				return 1;
			}

			return 0;
		})
		.map(({address}) => address);

/** Upstream orders ports by a hash of how Go prints them. @mirrors endpoints.portsByHash */
const portHash = ({name, port, protocol, appProtocol = '<nil>'}: ServedPort): string =>
	hashes.md5(
		`(v1.EndpointPort){Name:(string)${name} Port:(int32)${port} Protocol:(v1.Protocol)${protocol} AppProtocol:(*string)${appProtocol}}`,
	);

const withoutEmptyName = ({name, ...port}: ServedPort) => (name ? {name, ...port} : port);

/** A subset; empty lists are left out. */
export const subsetOf = (
	ready: readonly EndpointAddress[],
	notReady: readonly EndpointAddress[],
	served: readonly ServedPort[],
): EndpointSubset => {
	const ports = [...served]
		.sort((a, b) => (portHash(a) < portHash(b) ? -1 : 1))
		.map((port) => Object.freeze(withoutEmptyName(port)));
	return present({
		addresses: ready.length > 0 ? ready : undefined,
		notReadyAddresses: notReady.length > 0 ? notReady : undefined,
		ports: ports.length > 0 ? Object.freeze(ports) : undefined,
	});
};

/**
The subsets of an Endpoints object: addresses that serve the same ports are listed together.

@mirrors endpoints.RepackSubsets
*/
export const planSubsets = (service: Service, pods: readonly Pod[]): EndpointSubset[] => {
	const byPort = new Map<
		string,
		{port: ServedPort | undefined; ready: Map<string, EndpointAddress>; not: Map<string, EndpointAddress>}
	>();
	const keys = new Map<ServedPort | undefined, string>();
	for (const pod of pods) {
		const listed = addressOf(service, pod);
		if (!listed) {
			continue;
		}

		const ports: ReadonlyArray<ServedPort | undefined> = listed.ports.length === 0 ? [undefined] : listed.ports;
		for (const port of ports) {
			const key = getOrInsert(keys, port, () => JSON.stringify(port) ?? '');
			const entry = getOrInsert(byPort, key, () => ({port, ready: new Map(), not: new Map()}));
			(listed.isReady ? entry.ready : entry.not).set(pod.metadata.uid, listed.address);
		}
	}

	const groups = new Map<string, typeof byPort extends Map<string, infer E> ? E[] : never>();
	for (const entry of byPort.values()) {
		const key = `${[...entry.ready.keys()].sort().join()}|${[...entry.not.keys()].sort().join()}`;
		getOrInsert(groups, key, () => []).push(entry);
	}

	return [...groups.values()].flatMap((entries) => {
		const [first] = entries;
		return first
			? [
					subsetOf(
						byIP(first.ready),
						byIP(first.not),
						entries.flatMap(({port}) => port ?? []),
					),
				]
			: [];
	});
};

/**
The subsets, reduced to 1,000 addresses in total: each keeps its share, and ready addresses are first.

@returns `undefined` if they have no more than that.
@mirrors k8s.io/kubernetes/pkg/controller/endpoint truncateEndpoints
*/
export const truncated = (subsets: readonly EndpointSubset[], capacity = maxCapacity): EndpointSubset[] | undefined => {
	const count = (kind: 'addresses' | 'notReadyAddresses') =>
		subsets.reduce((sum, subset) => sum + (subset[kind]?.length ?? 0), 0);
	const ready = count('addresses');
	const notReady = count('notReadyAddresses');
	if (ready + notReady <= capacity) {
		return undefined;
	}

	const cutsReady = ready > capacity;
	const [room, total] = cutsReady ? [capacity, ready] : [capacity - ready, notReady];
	const cut = cutsReady ? 'addresses' : 'notReadyAddresses';
	let left = room;
	return subsets.map((subset) => {
		const list = subset[cut] ?? [];
		// Rounded up: the last subset can have fewer than its share.
		const part = Math.min(left, Math.ceil((list.length / total) * room));
		const kept = list.slice(0, part);
		left -= kept.length;
		return present({
			addresses: cutsReady ? nonEmpty(kept) : subset.addresses,
			notReadyAddresses: cutsReady ? undefined : nonEmpty(kept),
			ports: subset.ports,
		});
	});
};

const nonEmpty = <T>(list: readonly T[]): readonly T[] | undefined => (list.length > 0 ? list : undefined);
