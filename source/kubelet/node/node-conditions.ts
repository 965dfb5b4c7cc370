import type {PressureCondition} from './thresholds.js';
import type {NodeCondition} from '../../objects/kubernetes.generated.js';

/** The problems of a node. */
export interface NodeState {
	/** The reason why it is not ready. */
	readonly notReady?: string;
	/** The resources that are short. */
	readonly pressures?: readonly PressureCondition[];
}

/** The reason for an early report of the Node: the beginning or end of a shortage, reported in the next round, or a shutdown, reported at once. */
export type NodeNews = 'pressure' | 'shutdown';

/** The messages of each condition, with and without a shortage, and the reasons of its events. */
export const pressureWords = {
	MemoryPressure: {
		False: ['KubeletHasSufficientMemory', 'kubelet has sufficient memory available', 'NodeHasSufficientMemory'],
		True: ['KubeletHasInsufficientMemory', 'kubelet has insufficient memory available', 'NodeHasInsufficientMemory'],
	},
	DiskPressure: {
		False: ['KubeletHasNoDiskPressure', 'kubelet has no disk pressure', 'NodeHasNoDiskPressure'],
		True: ['KubeletHasDiskPressure', 'kubelet has disk pressure', 'NodeHasDiskPressure'],
	},
	PIDPressure: {
		False: ['KubeletHasSufficientPID', 'kubelet has sufficient PID available', 'NodeHasSufficientPID'],
		True: ['KubeletHasInsufficientPID', 'kubelet has insufficient PID available', 'NodeHasInsufficientPID'],
	},
} as const satisfies Readonly<
	Record<
		PressureCondition,
		Readonly<Record<'True' | 'False', readonly [reason: string, message: string, event: string]>>
	>
>;

/** The conditions in the kubelet's order. */
export const nodeConditions = (
	now: string,
	before: readonly NodeCondition[] = [],
	{notReady, pressures = []}: NodeState = {},
): NodeCondition[] => {
	const pressure = (type: PressureCondition) => {
		const status = pressures.includes(type) ? 'True' : 'False';
		const [reason, message] = pressureWords[type][status];
		return [type, status, reason, message] as const;
	};
	const verdicts = [
		pressure('MemoryPressure'),
		pressure('DiskPressure'),
		pressure('PIDPressure'),
		notReady === undefined
			? ['Ready', 'True', 'KubeletReady', 'kubelet is posting ready status']
			: ['Ready', 'False', 'KubeletNotReady', notReady],
	] as const;
	return verdicts.map(([type, status, reason, message]) => ({
		lastHeartbeatTime: now,
		lastTransitionTime:
			before.find((condition) => condition.type === type && condition.status === status)?.lastTransitionTime ?? now,
		message,
		reason,
		status,
		type,
	}));
};
