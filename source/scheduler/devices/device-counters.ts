import type {Device} from '../../objects/kubernetes.generated.js';
import {parseQuantity} from '../../objects/quantity.js';
import type {DevicePool} from './device-pools.js';

/** Amounts that devices draw from the counters of their pool, by counter set and counter, in thousandths. */
const consumption = (devices: readonly Device[]): ReadonlyMap<string, bigint> => {
	const consumed = new Map<string, bigint>();
	for (const {consumesCounters = []} of devices) {
		for (const {counterSet, counters = {}} of consumesCounters) {
			for (const [name, {value}] of Object.entries(counters)) {
				const key = `${counterSet}/${name}`;
				consumed.set(key, (consumed.get(key) ?? 0n) + parseQuantity(value));
			}
		}
	}

	return consumed;
};

/**
Whether the counters that the partitions of a device share are enough for one more.

@param isUsed whether a device of the pool, by its id, is in use.
@see https://kubernetes.io/docs/concepts/scheduling-eviction/dynamic-resource-allocation/#partitionable-devices
@mirrors structured checkAvailableCounters
*/
export const countersSuffice = (
	{counterSets, all}: Pick<DevicePool, 'counterSets' | 'all'>,
	device: Device,
	isUsed: (id: string) => boolean,
): boolean => {
	if (!device.consumesCounters?.length) {
		return true;
	}

	const consumed = consumption([...all.filter(({id}) => isUsed(id)).map((own) => own.device), device]);
	const available = new Map<string, bigint>(
		counterSets.flatMap(({name, counters = {}}) =>
			Object.entries(counters).map(([counter, {value}]) => [`${name}/${counter}`, parseQuantity(value)] as const),
		),
	);
	return [...consumed].every(([key, amount]) => amount <= (available.get(key) ?? 0n));
};
