import {parseDuration} from '../../go/duration.js';
import {
	defaultEvictionHard,
	evictionSignals,
	type BySignal,
	type EvictionSignal,
	type KubeletConfiguration,
} from '../../objects/kubelet-configuration.js';
import {bytes, canonicalQuantity, quantityOf} from '../../objects/quantity.js';

/** The signals that a kubelet watches: those that users can set, and the rest of the memory that all Pods together may use. */
export type Signal = EvictionSignal | 'allocatableMemory.available';

/** A value below which a signal causes evictions. */
export interface Threshold {
	readonly signal: Signal;
	/** A quantity, or a share of the capacity: `10%`. */
	readonly value: string;
	/** The grace period before evictions; 0 for a hard threshold. */
	readonly graceMs: number;
	/** The additional amount to free once it is crossed. */
	readonly minReclaim?: string;
}

/** The observation of a signal: bytes, or processes. */
export interface Observation {
	readonly available: number;
	readonly capacity: number;
}

/** The observations of all signals. */
export type Observations = ReadonlyMap<Signal, Observation>;

/** A starved resource, by the name that messages have for it. */
export type StarvedResource = 'memory' | 'ephemeral-storage' | 'pids';

/** A condition of the Node that a crossed threshold brings. */
export type PressureCondition = 'MemoryPressure' | 'DiskPressure' | 'PIDPressure';

/** The resource that is short when a signal is low. */
export const resourceOf: Readonly<Record<Signal, StarvedResource>> = {
	'memory.available': 'memory',
	'allocatableMemory.available': 'memory',
	'nodefs.available': 'ephemeral-storage',
	'imagefs.available': 'ephemeral-storage',
	'pid.available': 'pids',
};

/** The condition of the Node that reports it. */
export const conditionOf: Readonly<Record<StarvedResource, PressureCondition>> = {
	memory: 'MemoryPressure',
	'ephemeral-storage': 'DiskPressure',
	pids: 'PIDPressure',
};

/** Entries of a table by signal. */
const entriesOf = (table: BySignal = {}): ReadonlyArray<readonly [EvictionSignal, string]> =>
	evictionSignals.flatMap((signal) => (table[signal] === undefined ? [] : [[signal, table[signal]] as const]));

/**
The thresholds of a configuration, hard ones first.

@mirrors k8s.io/kubernetes/pkg/kubelet/eviction ParseThresholdConfig
*/
export const thresholdsOf = (configuration: KubeletConfiguration): readonly Threshold[] => {
	const {
		evictionHard = defaultEvictionHard,
		evictionSoft,
		evictionSoftGracePeriod = {},
		evictionMinimumReclaim = {},
	} = configuration;
	const made = (signal: EvictionSignal, value: string, graceMs: number): Threshold => {
		const minReclaim = evictionMinimumReclaim[signal];
		return {signal, value, graceMs, ...(minReclaim === undefined ? {} : {minReclaim})};
	};

	const hard = entriesOf(evictionHard).map(([signal, value]) => made(signal, value, 0));
	const soft = entriesOf(evictionSoft).map(([signal, value]) =>
		made(signal, value, parseDuration(evictionSoftGracePeriod[signal] ?? '') ?? 0),
	);
	return [
		...hard,
		...soft,
		...hard
			.filter(({signal}) => signal === 'memory.available')
			.map((threshold): Threshold => ({...threshold, signal: 'allocatableMemory.available'})),
	];
};

/** A threshold's value: its amount, and its text in messages. A share is a 32-bit number upstream, so that 10 % is a little more. */
export const thresholdAmount = (value: string, capacity: number): {readonly amount: number; readonly text: string} => {
	if (!value.endsWith('%')) {
		return {amount: bytes(value), text: canonicalQuantity(value)};
	}

	const share = Math.fround(Math.fround(Number(value.slice(0, -1))) / 100);
	const amount = Math.trunc(capacity * share);
	return {amount, text: bytesText(amount)};
};

/** Bytes as a quantity. */
export const bytesText = (amount: number): string => quantityOf(BigInt(Math.trunc(amount)) * 1000n, 'BinarySI');

/** Whether a signal is below a threshold. @param withReclaim whether the minimum reclaim is added. */
export const isCrossed = (
	{signal, value, minReclaim}: Threshold,
	observations: Observations,
	withReclaim: boolean,
): boolean => {
	const observed = observations.get(signal);
	if (!observed) {
		return false;
	}

	const {amount} = thresholdAmount(value, observed.capacity);
	const more = withReclaim && minReclaim !== undefined ? thresholdAmount(minReclaim, observed.capacity).amount : 0;
	return observed.available < amount + more;
};
