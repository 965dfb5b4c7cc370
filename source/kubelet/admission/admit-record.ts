import {note, type Routine} from '../../kernel/routine.js';
import {admitPod, isCritical, noNewPrivileges} from './admit.js';
import {podKey, podName, type KubeletContext, type PodRecord} from '../context.js';
import {preempt} from './preemption.js';

/**
Asks the node's admission handlers for a Pod that is new to it. One that is refused has failed, and says why; a critical one may make room for itself first.

@returns whether it is admitted.
@mirrors k8s.io/kubernetes/pkg/kubelet Kubelet.canAdmitPod and rejectPod
*/
export function* admitRecord(context: KubeletContext, record: PodRecord): Routine<boolean> {
	const {kernel, options, recorder, statuses, records} = context;
	const {pod} = record;
	const others = [...records.values()].filter(({stage}) => stage !== 'finished').map((other) => other.pod);
	const verdicts = admitPod(pod, context.node(), others);
	const refused = verdicts.find(({admit}) => !admit);
	if (refused?.reason?.startsWith('OutOf') && isCritical(pod) && (yield* preempt(context, pod))) {
		return true;
	}

	yield* note(
		'kubelet.admit',
		refused
			? `The kubelet of ${options.node.name} refuses ${podName(pod)}: ${refused.message}.`
			: `The kubelet of ${options.node.name} admits ${podName(pod)}: ${verdicts.length} handlers agree.`,
		{verdicts, noNewPrivileges: noNewPrivileges(pod), reason: refused?.reason, message: refused?.message},
		{object: podKey(pod), ...(refused ? {outcome: 'refused' as const} : {})},
	);
	if (!refused) {
		return true;
	}

	yield* recorder.event(pod, 'Warning', refused.reason!, refused.message!);
	record.stage = 'finished';
	yield* statuses.set(record, {
		message: `Pod was rejected: ${refused.message}`,
		...(pod.metadata.generation === undefined ? {} : {observedGeneration: pod.metadata.generation}),
		phase: 'Failed',
		qosClass: pod.status?.qosClass,
		reason: refused.reason,
		startTime: kernel.timestamp(),
	});
	return false;
}
