import type {
	CounterSet,
	Device,
	NodeSelector,
	ResourceSlice,
	ResourceSliceSpec,
} from '../../objects/kubernetes.generated.js';
import {matchesNodeSelector} from '../../objects/node-selector.js';
import {deviceId} from '../../objects/resource-claims.js';

/** The part of a Node that decides which devices it can reach. */
export interface Reaching {
	readonly metadata: {readonly name: string; readonly labels?: Readonly<Record<string, string>>};
}

/** A device that a node can reach. */
export interface PooledDevice {
	/** `driver/pool/device`. */
	readonly id: string;
	readonly device: Device;
	readonly slice: ResourceSlice;
	readonly pool: DevicePool;
}

/** The devices that a driver publishes together, under different names. */
export interface DevicePool {
	/** `driver/pool`. */
	readonly id: string;
	/** Whether its driver is replacing its slices: then no device of it is allocated. */
	readonly isIncomplete: boolean;
	/** Two of its devices have one name. */
	readonly isInvalid: boolean;
	readonly counterSets: readonly CounterSet[];
	/** All of its devices. */
	readonly all: ReadonlyArray<{readonly id: string; readonly device: Device}>;
	/** The devices that the node can reach. */
	readonly devices: readonly PooledDevice[];
}

const reaches = (
	node: Reaching,
	{
		nodeName,
		allNodes,
		nodeSelector,
	}: {readonly nodeName?: string; readonly allNodes?: boolean; readonly nodeSelector?: NodeSelector},
): boolean =>
	nodeName
		? node.metadata.name === nodeName
		: allNodes === true || (nodeSelector !== undefined && matchesNodeSelector(nodeSelector, node));

/** The devices of a slice that a node can reach. */
const reachable = (node: Reaching, spec: ResourceSliceSpec): readonly Device[] => {
	if (spec.perDeviceNodeSelection) {
		return (spec.devices ?? []).filter((device) => reaches(node, device));
	}

	if (reaches(node, spec)) {
		return spec.devices ?? [];
	}

	return [];
};

/** The slices of each pool, by its id: those of its newest generation. */
const newestSlices = (slices: readonly ResourceSlice[]): ReadonlyMap<string, readonly ResourceSlice[]> => {
	const pools = new Map<string, ResourceSlice[]>();
	for (const slice of slices) {
		const {driver, pool} = slice.spec;
		const id = `${driver}/${pool.name}`;
		const known = pools.get(id);
		const generation = known?.[0]?.spec.pool.generation ?? -1;
		if (!known || pool.generation > generation) {
			pools.set(id, [slice]);
		} else if (pool.generation === generation) {
			known.push(slice);
		}
	}

	return pools;
};

const poolOf = (id: string, slices: readonly ResourceSlice[], node: Reaching): DevicePool => {
	const all = slices.flatMap(({spec: {driver, pool, devices = []}}) =>
		devices.map((device) => ({id: deviceId({driver, pool: pool.name, device: device.name}), device})),
	);
	const devices: PooledDevice[] = [];
	const pool: DevicePool = {
		id,
		isIncomplete: slices.length !== slices[0]?.spec.pool.resourceSliceCount,
		isInvalid: new Set(all.map((own) => own.id)).size < all.length,
		counterSets: slices.flatMap(({spec}) => spec.sharedCounters ?? []),
		all,
		devices,
	};
	for (const slice of slices) {
		const {driver} = slice.spec;
		for (const device of reachable(node, slice.spec)) {
			devices.push({id: deviceId({driver, pool: slice.spec.pool.name, device: device.name}), device, slice, pool});
		}
	}

	return pool;
};

/**
The pools with devices that a node can reach, by their ids.

@mirrors k8s.io/dynamic-resource-allocation/structured GatherPools; upstream takes them in any order.
*/
export const devicePools = (slices: readonly ResourceSlice[], node: Reaching): readonly DevicePool[] =>
	[...newestSlices(slices)]
		.map(([id, own]) => poolOf(id, own, node))
		.filter(({devices}) => devices.length > 0)
		.sort((a, b) => (a.id < b.id ? -1 : 1));
