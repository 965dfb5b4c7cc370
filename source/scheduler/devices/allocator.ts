import {deviceMatches, deviceSelector} from '../../cel/kubernetes/device-environment.js';
import {CelError} from '../../cel/value.js';
import {getOrInsert} from '../../kernel/get-or-insert.js';
import type {
	AllocationResult,
	DeviceClass,
	DeviceSelector,
	ResourceSlice,
	ResourceV1ResourceClaim,
} from '../../objects/kubernetes.generated.js';
import {allocationResult, type PickedDevice} from './allocation-result.js';
import {countersSuffice} from './device-counters.js';
import {satisfies} from './device-constraints.js';
import {devicePools, type DevicePool, type PooledDevice, type Reaching} from './device-pools.js';
import {toleratesTaints} from './device-taints.js';
import {alternatives, type WantedDevices} from './requests.js';

/** The devices that exist, and those that are allocated. */
export interface DeviceSupply {
	readonly slices: readonly ResourceSlice[];
	readonly deviceClass: (name: string) => DeviceClass | undefined;
	/** `driver/pool/device` of devices allocated to claims, or about to be. */
	readonly taken: ReadonlySet<string>;
}

/** The result of a search for devices of a node. */
export type Allocation =
	| {readonly kind: 'allocated'; readonly results: readonly AllocationResult[]}
	/** The node cannot serve the claims, with the scheduler's reason. */
	| {readonly kind: 'refused'; readonly reason: string}
	/** The claim or its class is wrong: no node is checked. */
	| {readonly kind: 'failed'; readonly message: string};

/** The most devices of one claim. @mirrors k8s.io/api/resource/v1 AllocationResultsMaxSize */
const mostDevices = 32;

/** The most devices that a search tries, in place of upstream's limit of ten seconds. */
const mostTries = 20_000;

/** Thrown to end a search because the claim or its class is wrong. */
class Wrong extends Error {}

/** Thrown to end a search that takes too long. */
class TooLong extends Error {}

/**
Finds devices of a node for each request of the claims: the first complete solution is used.

Simplified: a device serves one claim at a time, its capacity is not shared, and binding conditions are not supported.

@see https://kubernetes.io/docs/concepts/scheduling-eviction/dynamic-resource-allocation/
@mirrors k8s.io/dynamic-resource-allocation/structured Allocator.Allocate
*/
export const allocateDevices = (
	claims: readonly ResourceV1ResourceClaim[],
	node: Reaching,
	supply: DeviceSupply,
): Allocation => {
	const pools = devicePools(supply.slices, node);
	try {
		const picked = new Search(claims, pools, supply).run();
		if (picked) {
			const {deviceClass} = supply;
			return {
				kind: 'allocated',
				results: claims.map((claim, index) => allocationResult(claim, picked[index] ?? [], deviceClass)),
			};
		}
	} catch (error) {
		if (error instanceof Wrong) {
			return {kind: 'failed', message: error.message};
		}

		if (error instanceof TooLong) {
			return {kind: 'refused', reason: 'timed out trying to allocate devices'};
		}

		throw error;
	}

	return {
		kind: 'refused',
		reason: pools.some(({isInvalid}) => isInvalid)
			? 'invalid resource pools were encountered'
			: 'cannot allocate all claims',
	};
};

const keyOf = ({metadata: {namespace, name}}: ResourceV1ResourceClaim): string => `${namespace}/${name}`;

/** One search through all devices in all orders, request after request. */
class Search {
	/** The devices chosen so far, by claim. */
	readonly #picked: PickedDevice[][];
	readonly #matches = new Map<WantedDevices, Map<PooledDevice, boolean>>();
	readonly #requests: ReadonlyArray<ReadonlyArray<readonly WantedDevices[]>>;
	#tries = 0;

	constructor(
		readonly claims: readonly ResourceV1ResourceClaim[],
		readonly pools: readonly DevicePool[],
		readonly supply: DeviceSupply,
	) {
		this.#picked = claims.map(() => []);
		this.#requests = claims.map(({spec}) => (spec.devices?.requests ?? []).map((request) => alternatives(request)));
	}

	/** @returns the allocation of each claim; `undefined` without a solution. @throws {Wrong | TooLong} */
	run(): ReadonlyArray<readonly PickedDevice[]> | undefined {
		this.#checkSizes();
		return this.#fromRequest(0, 0) ? this.#picked : undefined;
	}

	#checkSizes(): void {
		for (const [index, requests] of this.#requests.entries()) {
			const claim = this.claims[index];
			let least = 0;
			for (const choices of requests) {
				least += Math.min(
					...choices.map((request) =>
						request.count === 'all' && claim ? this.#allDevices(claim, request).length : Number(request.count),
					),
				);
			}

			if (claim && least > mostDevices) {
				throw new Wrong(
					`claim ${keyOf(claim)}: number of requested devices ${least} exceeds the claim limit of ${mostDevices}`,
				);
			}
		}
	}

	#fromRequest(claimIndex: number, requestIndex: number): boolean {
		const requests = this.#requests[claimIndex];
		const claim = this.claims[claimIndex];
		if (!requests || !claim) {
			return true;
		}

		const choices = requests[requestIndex];
		if (!choices) {
			return this.#fromRequest(claimIndex + 1, 0);
		}

		const next = () => this.#fromRequest(claimIndex, requestIndex + 1);
		return choices.some((request) => {
			const all = request.count === 'all' ? this.#allDevices(claim, request) : undefined;
			const count = all?.length ?? Number(request.count);
			const picked = this.#picked[claimIndex]?.length ?? 0;
			if (all?.length === 0 || picked + count > mostDevices) {
				return false;
			}

			return all ? this.#takeAll(claimIndex, request, all, next) : this.#takeSome(claimIndex, request, count, next);
		});
	}

	/** Takes these devices and continues; releases them if that fails. */
	#takeAll(claimIndex: number, request: WantedDevices, all: readonly PooledDevice[], next: () => boolean): boolean {
		let taken = 0;
		for (const device of all) {
			if (!this.#take(claimIndex, request, device, true)) {
				break;
			}

			taken++;
		}

		if (taken === all.length && next()) {
			return true;
		}

		this.#giveBack(claimIndex, taken);
		return false;
	}

	#takeSome(claimIndex: number, request: WantedDevices, left: number, next: () => boolean): boolean {
		if (left === 0) {
			return next();
		}

		for (const pool of this.pools) {
			if (pool.isIncomplete || pool.isInvalid) {
				continue;
			}

			for (const device of pool.devices) {
				if (!this.#take(claimIndex, request, device)) {
					continue;
				}

				if (this.#takeSome(claimIndex, request, left - 1, next)) {
					return true;
				}

				this.#giveBack(claimIndex, 1);
			}
		}

		return false;
	}

	#giveBack(claimIndex: number, count: number): void {
		this.#picked[claimIndex]?.splice(-count, count);
	}

	/** Takes a device for a request if all conditions hold. @param must whether all devices are required, so that a constraint that prevents this is a mistake. */
	#take(claimIndex: number, request: WantedDevices, device: PooledDevice, must = false): boolean {
		if (++this.#tries > mostTries) {
			throw new TooLong();
		}

		const claim = this.claims[claimIndex];
		const picked = this.#picked[claimIndex];
		if (
			!claim ||
			!picked ||
			!this.#isFree(picked, request, device) ||
			!this.#isMatch(claim, request, device) ||
			!toleratesTaints(device.device, request.tolerations) ||
			!this.#countersSuffice(device)
		) {
			return false;
		}

		const candidate = {...device, request, driver: device.slice.spec.driver};
		const satisfied = (claim.spec.devices?.constraints ?? []).every((constraint) =>
			satisfies(constraint, [...picked, candidate]),
		);
		if (!satisfied && must) {
			throw new Wrong(
				`claim ${keyOf(claim)}, request ${request.name}: cannot add device ${device.id} because a claim constraint would not be satisfied`,
			);
		}

		if (satisfied) {
			picked.push(candidate);
		}

		return satisfied;
	}

	/** Admin access shares a device with all claims but its own. */
	#isFree(picked: readonly PickedDevice[], {adminAccess}: WantedDevices, {id}: PooledDevice): boolean {
		return adminAccess
			? !picked.some((own) => own.id === id)
			: !this.supply.taken.has(id) && !this.#picked.some((own) => own.some((other) => other.id === id));
	}

	#countersSuffice({id, device, pool}: PooledDevice): boolean {
		return countersSuffice(pool, device, (other) =>
			other === id
				? false
				: this.supply.taken.has(other) || this.#picked.some((own) => own.some((one) => one.id === other)),
		);
	}

	/** Every device that matches a request. @throws {Wrong} while a pool is not complete. */
	#allDevices(claim: ResourceV1ResourceClaim, request: WantedDevices): readonly PooledDevice[] {
		for (const {id, isIncomplete, isInvalid} of this.pools) {
			if (isIncomplete || isInvalid) {
				throw new Wrong(
					`claim ${keyOf(claim)}, request ${request.name}: asks for all devices, but resource pool ${id} is currently ${isIncomplete ? 'being updated' : 'invalid'}`,
				);
			}
		}

		return this.pools.flatMap(({devices}) => devices.filter((device) => this.#isMatch(claim, request, device)));
	}

	#isMatch(claim: ResourceV1ResourceClaim, request: WantedDevices, device: PooledDevice): boolean {
		const known = getOrInsert(this.#matches, request, () => new Map<PooledDevice, boolean>());
		return getOrInsert(known, device, () => {
			const deviceClass = this.supply.deviceClass(request.className);
			if (!deviceClass) {
				throw new Wrong(
					`claim ${keyOf(claim)}, request ${request.name}: could not retrieve device class ${request.className}: deviceclass.resource.k8s.io "${request.className}" not found`,
				);
			}

			const {slice} = device;
			const described = {...device.device, driver: slice.spec.driver};
			return (
				(device.device.bindingConditions?.length ?? 0) === 0 &&
				selected(`class ${deviceClass.metadata.name}`, deviceClass.spec.selectors ?? [], described) &&
				selected(`claim ${keyOf(claim)}`, request.selectors, described)
			);
		});
	}
}

/** Whether all selectors match the device. @throws {Wrong} if one cannot be evaluated. @mirrors structured selectorsMatch */
const selected = (
	whose: string,
	selectors: readonly DeviceSelector[],
	device: Parameters<typeof deviceMatches>[1],
): boolean =>
	selectors.every(({cel}, index) => {
		const compiled = deviceSelector(cel?.expression ?? '');
		if ('error' in compiled) {
			throw new Wrong(`${whose}: selector #${index}: CEL compile error: ${compiled.error}`);
		}

		try {
			return deviceMatches(compiled.program, device);
		} catch (error) {
			if (!(error instanceof CelError)) {
				throw error;
			}

			throw new Wrong(`${whose}: selector #${index}: CEL runtime error: ${error.message}`);
		}
	});
