import type {NodeCondition} from '../../objects/kubernetes.generated.js';

/** The conditions in the kubelet's order. */
export const nodeConditions = (
	now: string,
	before: readonly NodeCondition[] = [],
	notReady?: string,
): NodeCondition[] => {
	const verdicts = [
		['MemoryPressure', 'False', 'KubeletHasSufficientMemory', 'kubelet has sufficient memory available'],
		['DiskPressure', 'False', 'KubeletHasNoDiskPressure', 'kubelet has no disk pressure'],
		['PIDPressure', 'False', 'KubeletHasSufficientPID', 'kubelet has sufficient PID available'],
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
