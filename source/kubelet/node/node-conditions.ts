import type {PressureCondition} from './thresholds.js';
import type {NodeCondition} from '../../objects/kubernetes.generated.js';

/** What is wrong with a node. */
export interface NodeState {
	/** Why it is not ready. */
	readonly notReady?: string;
	/** What is short. */
	readonly pressures?: readonly PressureCondition[];
}

/** Why the Node is to be reported before its time: what is short has changed, which the next round tells, or the node shuts down, which is told at once. */
export type NodeNews = 'pressure' | 'shutdown';

/** What the kubelet says of each, while there is enough and while there is not; and the reasons of its events. */
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
