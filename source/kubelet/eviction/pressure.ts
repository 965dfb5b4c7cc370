import {
	conditionOf,
	isCrossed,
	resourceOf,
	type Observations,
	type PressureCondition,
	type Threshold,
} from '../node/thresholds.js';

/** The state that the eviction manager keeps between rounds. */
export interface Pressure {
	/** The thresholds that are crossed, and when each was first; in the order of the configuration. */
	readonly crossed: ReadonlyArray<{readonly threshold: Threshold; readonly sinceMs: number}>;
	/** The crossed thresholds whose grace period is over. */
	readonly due: readonly Threshold[];
	/** When each condition was last observed. */
	readonly observedMs: ReadonlyMap<PressureCondition, number>;
	/** The conditions that the Node has: each stays for a while after it was last observed. */
	readonly conditions: readonly PressureCondition[];
}

/** Nothing is short. */
export const noPressure: Pressure = {crossed: [], due: [], observedMs: new Map(), conditions: []};

const order: readonly PressureCondition[] = ['MemoryPressure', 'DiskPressure', 'PIDPressure'];

const isMemory = ({signal}: Threshold): boolean => resourceOf[signal] === 'memory';

/**
One round: which thresholds are crossed, which call for evictions, and which conditions the Node has.

@param transitionMs how long a condition stays after it was last observed.
@returns what to remember; `due` has memory first.
@mirrors k8s.io/kubernetes/pkg/kubelet/eviction managerImpl.synchronize
*/
export const nextPressure = (
	before: Pressure,
	{
		thresholds,
		observations,
		nowMs,
		transitionMs,
	}: {
		readonly thresholds: readonly Threshold[];
		readonly observations: Observations;
		readonly nowMs: number;
		readonly transitionMs: number;
	},
): Pressure => {
	const crossed = thresholds
		.filter(
			(threshold) =>
				isCrossed(threshold, observations, false) ||
				(before.due.includes(threshold) && isCrossed(threshold, observations, true)),
		)
		.map((threshold) => ({
			threshold,
			sinceMs: before.crossed.find((one) => one.threshold === threshold)?.sinceMs ?? nowMs,
		}));
	const observedMs = new Map(before.observedMs);
	for (const {threshold} of crossed) {
		observedMs.set(conditionOf[resourceOf[threshold.signal]], nowMs);
	}

	const due = crossed
		.filter(({threshold, sinceMs}) => nowMs - sinceMs >= threshold.graceMs)
		.map(({threshold}) => threshold);
	return {
		crossed,
		due: [...due.filter((one) => isMemory(one)), ...due.filter((one) => !isMemory(one))],
		observedMs,
		conditions: order.filter((condition) => {
			const at = observedMs.get(condition);
			return at !== undefined && nowMs - at < transitionMs;
		}),
	};
};
