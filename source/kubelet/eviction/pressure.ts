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
	/** The time of each condition's last observation. */
	readonly observedMs: ReadonlyMap<PressureCondition, number>;
	/** The conditions of the Node: each stays for some time after its last observation. */
	readonly conditions: readonly PressureCondition[];
}

/** The state without a shortage. */
export const noPressure: Pressure = {crossed: [], due: [], observedMs: new Map(), conditions: []};

const order: readonly PressureCondition[] = ['MemoryPressure', 'DiskPressure', 'PIDPressure'];

const isMemory = ({signal}: Threshold): boolean => resourceOf[signal] === 'memory';

/**
Computes one round: the crossed thresholds, those that require evictions, and the conditions of the Node.

@param transitionMs how long a condition stays after its last observation.
@returns the new state; `due` has memory first.
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
