import {equal} from '../../kernel/equality.js';
import type {Pod} from '../../objects/kubernetes.generated.js';
import {qosClass} from '../../objects/pod.js';
import {tolerated} from '../../objects/taints.js';
import type {Admission} from '../node/admission.js';
import {isCritical} from '../node/pod-source.js';
import type {PressureCondition} from '../node/thresholds.js';

/**
Whether a Pod is admitted during a shortage: critical Pods always; with memory pressure alone, all except those without requests.

@returns `undefined` without a shortage.
@mirrors k8s.io/kubernetes/pkg/kubelet/eviction managerImpl.Admit
*/
export const admissionUnderPressure = (conditions: readonly PressureCondition[], pod: Pod): Admission | undefined => {
	if (conditions.length === 0) {
		return undefined;
	}

	const taint = {key: 'node.kubernetes.io/memory-pressure', effect: 'NoSchedule'} as const;
	const isOnlyMemory = equal(conditions, ['MemoryPressure']);
	const mayCome =
		isCritical(pod) || (isOnlyMemory && (qosClass(pod) !== 'BestEffort' || tolerated(taint, pod.spec.tolerations)));
	const handler = 'Eviction';
	return mayCome
		? {admit: true, handler}
		: {admit: false, handler, reason: 'Evicted', message: `The node had condition: [${conditions.join(' ')}]. `};
};
