import type {Informer} from '../../client/informer.js';
import type {AllocationResult, ResourceV1ResourceClaim} from '../../objects/kubernetes.generated.js';
import {deviceId} from '../../objects/resource-claims.js';

/** The devices that an allocation has for itself: devices with admin access are not among them. */
const exclusiveDevices = ({devices}: AllocationResult): readonly string[] =>
	(devices?.results ?? []).filter(({adminAccess}) => !adminAccess).map((result) => deviceId(result));

/**
Claims from the scheduler's view: its cache, its later writes, and pending allocations of Pods on their way to a
node.

@mirrors k8s.io/kubernetes/pkg/scheduler/framework/plugins/dynamicresources claimTracker
*/
export class ClaimTracker {
	/** uid of a claim → its pending allocation. */
	readonly #pending = new Map<string, AllocationResult>();
	/** The written claims, by uid, until the cache has caught up. */
	readonly #written = new Map<string, ResourceV1ResourceClaim>();

	constructor(private readonly informer: Informer<'resourceclaims.resource.k8s.io'>) {}

	get(namespace: string, name: string): ResourceV1ResourceClaim | undefined {
		const cached = this.informer.get(namespace, name);
		return cached && this.#newest(cached);
	}

	/** A Pod on its way to a node will need these devices. */
	reserve(uid: string, allocation: AllocationResult): void {
		this.#pending.set(uid, allocation);
	}

	isPending(uid: string): boolean {
		return this.#pending.has(uid);
	}

	/** Records that the devices of a claim are allocated, or will not be. */
	settle(uid: string): void {
		this.#pending.delete(uid);
	}

	/** The claim as the apiserver has it now. */
	wrote(claim: ResourceV1ResourceClaim): void {
		this.#written.set(claim.metadata.uid, claim);
	}

	/** `driver/pool/device` of all that is given, or about to be. */
	taken(): ReadonlySet<string> {
		const allocations = [...this.#pending.values()];
		for (const cached of this.informer.list()) {
			const {allocation} = this.#newest(cached).status ?? {};
			if (allocation) {
				allocations.push(allocation);
			}
		}

		return new Set(allocations.flatMap((allocation) => exclusiveDevices(allocation)));
	}

	#newest(cached: ResourceV1ResourceClaim): ResourceV1ResourceClaim {
		const {uid, resourceVersion} = cached.metadata;
		const written = this.#written.get(uid);
		if (written && Number(written.metadata.resourceVersion) > Number(resourceVersion)) {
			return written;
		}

		this.#written.delete(uid);
		return cached;
	}
}
