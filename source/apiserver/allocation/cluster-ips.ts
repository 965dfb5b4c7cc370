import type {Etcd, KeyValue} from '../../etcd/etcd.js';
import {parseTimestamp} from '../../kernel/clock.js';
import type {Kernel} from '../../kernel/kernel.js';
import type {Routine} from '../../kernel/routine.js';
import {frame} from '../../stages/note.js';
import {addressAt, addressCount, addressIndex, hasAddress} from '../../objects/address-range.js';
import {canonicalIP, familyOf, isAddress, maskedNetwork} from '../../objects/ip.js';
import type {IPAddress, Service, ServiceCIDR} from '../../objects/kubernetes.generated.js';
import {asKind, asObject, type KubernetesObject} from '../../objects/kubernetes-object.js';
import {apiVersionOf, registryKey, registryPrefix, resourceNamed} from '../../objects/resources.js';
import {updateFields} from '../managed-fields/update.js';
import {RequestFailure} from '../request/failure.js';
import type {StoredObject} from '../storage/dumped-objects.js';
import type {Storage} from '../storage/storage.js';

/** The Service that an address is for. */
export interface Owner {
	readonly name: string;
	readonly namespace?: string;
}

/** An address that no other Service has, or why it cannot be taken. */
export type Taken = {readonly address: string} | {readonly problem: string};

const ipAddresses = resourceNamed('ipaddresses.networking.k8s.io');
const serviceCIDRs = resourceNamed('servicecidrs.networking.k8s.io');

/** A range that is being deleted, or that a condition says is not ready, gives no addresses. @mirrors ipallocator isReady */
const isReady = ({metadata, status}: ServiceCIDR): boolean =>
	metadata.deletionTimestamp === undefined &&
	(status?.conditions ?? []).every(({type, status: ready}) => type !== 'Ready' || ready === 'True');

/** The number of addresses used in a longer range: no cluster has so many Services. */
const mostChosenFrom = 2 ** 24;

const familyLabel = 'ipaddress.kubernetes.io/ip-family';
const managerLabel = 'ipaddress.kubernetes.io/managed-by';
const manager = 'ipallocator.k8s.io';

/** How long an address may exist without its Service, which may still be in creation. */
const graceMs = 60_000;

const keyOf = (address: string): string => registryKey(ipAddresses, undefined, address);

/** All cluster IPs of a Service, in the form of the names of IPAddresses. */
export const clusterIPsOf = ({spec}: Service): string[] => {
	const texts = spec?.clusterIPs ?? (spec?.clusterIP ? [spec.clusterIP] : []);
	return texts.filter((text) => isAddress(text)).map((text) => canonicalIP(text));
};

/** Whether a Service may have an address of a range. The first address is that of the network, and the last one of IPv4 is the broadcast address. */
const isAssignable = (range: string, address: string): boolean => {
	const first = maskedNetwork(range);
	const isLast = familyOf(range) === 'IPv4' && addressIndex(first, address) === addressCount(range) - 1;
	return hasAddress(range, address) && addressIndex(first, address) > 0 && !isLast;
};

/**
The addresses of a range in the order in which they are tried: from a random place in the upper part, then the lower part, which is
preferred for addresses that users choose.

@param below returns a random number below a bound.
@mirrors k8s.io/kubernetes/pkg/registry/core/service/ipallocator calculateRangeOffset and ipIterator
*/
export function* candidates(range: string, below: (bound: number) => number): Generator<string, void> {
	const first = maskedNetwork(range);
	const size = Math.min(addressCount(range), mostChosenFrom);
	const reserved = Math.min(Math.max(16, Math.floor(size / 16)), 256);
	const low = size > 2 * reserved ? reserved : 1;
	const span = size - 1 - low;
	const start = below(span);
	for (let index = 0; index < size - 2; index++) {
		yield addressAt(first, index < span ? low + ((start + index) % span) : index - span + 1);
	}
}

const parentOf = ({namespace = '', name}: Owner): NonNullable<IPAddress['spec']>['parentRef'] => ({
	resource: 'services',
	namespace,
	name,
});

const parentKey = (parent: NonNullable<IPAddress['spec']>['parentRef'] | undefined): string =>
	`${parent?.group ?? ''}/${parent?.resource}/${parent?.namespace}/${parent?.name}`;

/** Whether an IPAddress is that of a Service. */
const isOf = ({spec}: IPAddress, service: Owner): boolean =>
	parentKey(spec?.parentRef) === parentKey(parentOf(service));

/**
Reserves each cluster IP for one Service by an IPAddress of that name. The Service whose IPAddress is created first gets the address.

Simplified: a real apiserver sends itself a request; here, the write bypasses the request chain.

@see https://kubernetes.io/docs/reference/networking/virtual-ips/#ip-address-objects
@mirrors k8s.io/kubernetes/pkg/registry/core/service/ipallocator Allocator
*/
export class ClusterIPs {
	constructor(
		readonly kernel: Kernel,
		readonly etcd: Etcd<KubernetesObject>,
		readonly storage: Storage,
	) {}

	/**
	The ranges of Service addresses: that of the cluster, then those of the ServiceCIDRs of its family that are ready.

	@mirrors k8s.io/kubernetes/pkg/registry/core/service/ipallocator MetaAllocator.syncAllocators
	*/
	#ranges(range: string): readonly string[] {
		const added = this.etcd
			.range(`${registryPrefix(serviceCIDRs)}/`)
			.map(({value}) => asKind(value, 'networking.k8s.io/v1 ServiceCIDR'))
			.filter((one) => isReady(one))
			.flatMap(({spec}) => spec?.cidrs ?? []);
		return [...new Set([range, ...added.filter((cidr) => familyOf(cidr) === familyOf(range))])];
	}

	/** The address that a Service asks for. A dry run takes nothing. */
	*take(service: Owner, asked: string, own: string, dryRun: boolean): Routine<Taken> {
		const address = canonicalIP(asked);
		const range = this.#ranges(own).find((one) => isAssignable(one, address)) ?? own;
		if (!isAssignable(range, address)) {
			return {
				problem: dryRun
					? `the provided IP (${asked}) is not in the valid range. The range of valid IPs is ${range}`
					: 'the provided network does not match the current range',
			};
		}

		return dryRun || (yield* this.#create(service, address, range, true))
			? {address}
			: {problem: 'provided IP is already allocated'};
	}

	/** A free address, preferably above the part preferred for chosen addresses. A dry run shows the range's own address. */
	*takeFree(service: Owner, range: string, dryRun: boolean): Routine<Taken> {
		if (dryRun) {
			return {address: addressAt(maskedNetwork(range), 0)};
		}

		const random = this.kernel.random('service-ip');
		for (const one of this.#ranges(range)) {
			for (const address of candidates(one, (bound) => random.below(bound))) {
				if (!this.etcd.get(keyOf(address)) && (yield* this.#create(service, address, one, false))) {
					return {address};
				}
			}
		}

		return {problem: 'range is full'};
	}

	/** False if another Service has it. */
	*#create(service: Owner, address: string, range: string, isAsked: boolean): Routine<boolean> {
		return yield* frame(
			{
				name: 'reserve cluster IP',
				stage: 'apiserver.allocate',
				facts: {service: service.name, range, address, isAsked},
				object: keyOf(address),
			},
			this.#store(service, address),
		);
	}

	*#store(service: Owner, address: string): Routine<boolean> {
		try {
			const object = this.#objectOf(service, address);
			yield* this.storage.create(keyOf(address), ipAddresses, object, {dryRun: false});
			return true;
		} catch (error) {
			if (error instanceof RequestFailure && error.status.reason === 'AlreadyExists') {
				return false;
			}

			throw error;
		}
	}

	/** The IPAddress by which a Service has an address. */
	#objectOf(service: Owner, address: string): KubernetesObject {
		const now = this.kernel.timestamp();
		const apiVersion = apiVersionOf(ipAddresses);
		const object = asObject({
			apiVersion,
			kind: ipAddresses.kind,
			metadata: {
				name: address,
				uid: this.kernel.random('ip-addresses').uid(),
				creationTimestamp: now,
				labels: {[familyLabel]: familyOf(address), [managerLabel]: manager},
			},
			spec: {parentRef: parentOf(service)},
		});
		const writer = {manager: 'kube-apiserver', operation: 'Update' as const, apiVersion, subresource: '', now};
		return updateFields(ipAddresses, undefined, object, writer);
	}

	/** Releases an address, if the Service owns it. */
	*release(service: Owner, address: string): Routine {
		const current = this.etcd.get(keyOf(address));
		if (current && isOf(asKind(current.value, 'networking.k8s.io/v1 IPAddress'), service)) {
			yield* this.#remove(current, service.name, 'released');
		}
	}

	*#remove(current: KeyValue<KubernetesObject>, service: string, because: 'leaked' | 'released'): Routine {
		yield* frame(
			{
				name: 'release cluster IP',
				stage: 'apiserver.allocate',
				facts: {service, address: current.value.metadata.name, because},
				object: current.key,
			},
			this.storage.remove(current.key, current),
		);
	}

	/** The missing IPAddresses: those of cluster IPs that no IPAddress reserves for their Service. */
	missing(): readonly StoredObject[] {
		return this.#missing().map(({service, address}) => ({
			key: keyOf(address),
			object: this.#objectOf(service.metadata, address),
		}));
	}

	#missing(): ReadonlyArray<{readonly service: Service; readonly address: string}> {
		return this.#services().flatMap((service) =>
			clusterIPsOf(service).flatMap((address) => (this.etcd.get(keyOf(address)) ? [] : [{service, address}])),
		);
	}

	#services(): Service[] {
		return this.etcd.range('/registry/services/specs/').map(({value}) => asKind(value, 'v1 Service'));
	}

	/**
	Repairs differences between addresses and Services: a request may have ended between the two writes, or an IPAddress may have been deleted.

	Simplified: it writes no events.

	@mirrors k8s.io/kubernetes/pkg/registry/core/service/ipallocator/controller RepairIPAddress
	*/
	*repair(): Routine {
		for (const {service, address} of this.#missing()) {
			yield* this.#create(service.metadata, address, '', false);
		}

		const owned = new Map(
			this.#services().map((service) => [parentKey(parentOf(service.metadata)), clusterIPsOf(service)]),
		);
		for (const current of this.etcd.range(`${registryPrefix(ipAddresses)}/`)) {
			const {metadata, spec} = asKind(current.value, 'networking.k8s.io/v1 IPAddress');
			const isOurs = metadata.labels?.[managerLabel] === manager;
			const isYoung = this.kernel.wallClockMs - parseTimestamp(metadata.creationTimestamp ?? '') <= graceMs;
			const addresses = owned.get(parentKey(spec?.parentRef));
			if (isOurs && !addresses?.includes(metadata.name) && !(isYoung && addresses === undefined)) {
				yield* this.#remove(current, spec?.parentRef?.name ?? '', 'leaked');
			}
		}
	}
}
