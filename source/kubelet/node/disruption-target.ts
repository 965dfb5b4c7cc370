import type {Pod, PodCondition} from '../../objects/kubernetes.generated.js';
import {unsetTime} from '../../objects/unset-time.js';

/** The condition of a Pod that its kubelet ends for the node's sake: its creator is not at fault. @mirrors v1.DisruptionTarget, v1.PodReasonTerminationByKubelet */
export const disruptionTarget = ({metadata: {generation}}: Pod, now: string, message: string): PodCondition => ({
	lastProbeTime: unsetTime,
	lastTransitionTime: now,
	...(generation === undefined ? {} : {observedGeneration: generation}),
	message,
	reason: 'TerminationByKubelet',
	status: 'True',
	type: 'DisruptionTarget',
});
