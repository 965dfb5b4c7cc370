import type {Device, DeviceTaint, DeviceToleration} from '../../objects/kubernetes.generated.js';

/** @mirrors k8s.io/dynamic-resource-allocation/resourceclaim ToleratesTaint */
const tolerates = ({key, operator = 'Equal', value = '', effect}: DeviceToleration, taint: DeviceTaint): boolean =>
	(!effect || effect === taint.effect) &&
	(key ? key === taint.key : operator === 'Exists') &&
	(operator === 'Exists' || value === (taint.value ?? ''));

/** Whether a request accepts a device despite its taints. @see https://kubernetes.io/docs/concepts/scheduling-eviction/dynamic-resource-allocation/#device-taints-and-tolerations */
export const toleratesTaints = ({taints = []}: Device, tolerations: readonly DeviceToleration[] = []): boolean =>
	taints.every(
		(taint) =>
			(taint.effect !== 'NoSchedule' && taint.effect !== 'NoExecute') ||
			tolerations.some((toleration) => tolerates(toleration, taint)),
	);
