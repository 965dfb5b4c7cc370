import {note, take, type Routine} from '../../kernel/routine.js';
import {podRequests, resourceAmounts} from '../../objects/pod-resources.js';
import {qosClass} from '../../objects/pod.js';
import type {Pod} from '../../objects/kubernetes.generated.js';
import {admitPod, isCritical} from './admit.js';
import {podKey, podName, type KubeletContext, type PodRecord} from '../context.js';
import {Mailbox} from '../../kernel/mailbox.js';
import {isStaticPod} from '../static-pods/static-pods.js';

const ranks = {BestEffort: 0, Burstable: 1, Guaranteed: 2};

/** Whom to end so that a critical Pod fits: as few as possible, the least important first. @mirrors preemption.getPodsToPreempt */
export const victims = (
	pod: Pod,
	candidates: readonly Pod[],
	fits: (without: ReadonlySet<Pod>) => boolean,
): readonly Pod[] | undefined => {
	const sorted = candidates
		.filter(
			(other) => !isCritical(other) && (isStaticPod(pod) || (other.spec.priority ?? 0) < (pod.spec.priority ?? 0)),
		)
		.toSorted(
			(a, b) =>
				ranks[qosClass(a)] - ranks[qosClass(b)] || (podRequests(a)['memory'] ?? 0) - (podRequests(b)['memory'] ?? 0),
		);
	const chosen = new Set<Pod>();
	for (const candidate of sorted) {
		chosen.add(candidate);
		if (fits(chosen)) {
			return [...chosen];
		}
	}

	return undefined;
};

/**
Makes room on the node for a critical Pod.

@returns whether there is room now.
@mirrors k8s.io/kubernetes/pkg/kubelet/preemption CriticalPodAdmissionHandler
*/
export function* preempt(context: KubeletContext, pod: Pod): Routine<boolean> {
	const records = [...context.records.values()].filter(({stage}) => stage !== 'finished');
	const byPod = new Map(records.map((record): [Pod, PodRecord] => [record.pod, record]));
	const node = context.node();
	const chosen = victims(
		pod,
		[...byPod.keys()],
		(without) =>
			!admitPod(
				pod,
				node,
				[...byPod.keys()].filter((other) => !without.has(other)),
			).some(({admit}) => !admit),
	);
	yield* note(
		'kubelet.admit',
		chosen
			? `${podName(pod)} is critical: the kubelet ends ${chosen.map((victim) => podName(victim)).join(', ')} to make room.`
			: `${podName(pod)} is critical, but no Pod may be ended for it.`,
		{victims: chosen?.map((victim) => podName(victim)), allocatable: resourceAmounts(node.status.allocatable)},
		{object: podKey(pod), outcome: chosen ? 'warning' : 'refused'},
	);
	for (const victim of chosen ?? []) {
		const record = byPod.get(victim)!;
		yield* context.recorder.event(victim, 'Warning', 'Preempting', 'Preempted in order to admit critical pod');
		record.ending = {
			condition: {
				lastProbeTime: null as unknown as string,
				lastTransitionTime: context.kernel.timestamp(),
				...(victim.metadata.generation === undefined ? {} : {observedGeneration: victim.metadata.generation}),
				message: 'Pod was preempted by Kubelet to accommodate a critical pod.',
				reason: 'TerminationByKubelet',
				status: 'True',
				type: 'DisruptionTarget',
			},
		};
		context.kernel.send(record.mailbox, {because: `it makes room for the critical ${podName(pod)}`});
	}

	// The room is there when the victims have ended.
	const pause = new Mailbox<never>('preemption');
	while (chosen?.some((victim) => byPod.get(victim)!.stage !== 'finished')) {
		yield* take(pause, {timeoutMs: 100});
	}

	return chosen !== undefined;
}
