import type {EventRecorder} from '../../client/event-recorder.js';
import {Mailbox} from '../../kernel/mailbox.js';
import {take, type Routine} from '../../kernel/routine.js';
import {note} from '../../stages/note.js';
import type {Pod} from '../../objects/kubernetes.generated.js';
import {podRequests, resourceAmounts} from '../../objects/pod-resources.js';
import {qosClass} from '../../objects/pod.js';
import {disruptionTarget} from '../node/disruption-target.js';
import type {NodePod} from '../node/node-pod.js';
import type {OwnNode} from '../node/own-node.js';
import {podKey, podName} from '../node/pod-names.js';
import {isCritical, isStaticPod} from '../node/pod-source.js';
import type {PodWorkers} from '../workers/pod-workers.js';
import {admitPod} from './admission-handlers.js';

const ranks = {BestEffort: 0, Burstable: 1, Guaranteed: 2};
const pauseMs = 100;

/** The Pods to end so that a critical Pod fits: as few as possible, the least important first. @mirrors preemption.getPodsToPreempt */
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

const preemptedMessage = 'Pod was preempted by Kubelet to accommodate a critical pod.';

/** Makes room on the node for critical Pods. @mirrors k8s.io/kubernetes/pkg/kubelet/preemption CriticalPodAdmissionHandler */
export class Preemption {
	constructor(
		readonly workers: PodWorkers,
		readonly recorder: EventRecorder,
		readonly node: OwnNode,
	) {}

	/**
	Ends other Pods so that a critical Pod fits.

	@param others Pods on the node that have not ended.
	@returns whether it fits now.
	*/
	*makeRoom(pod: Pod, others: readonly NodePod[]): Routine<boolean> {
		const node = this.node.current();
		const pods = others.map((other) => other.pod);
		const fits = (without: ReadonlySet<Pod>) =>
			!admitPod(
				pod,
				node,
				pods.filter((other) => !without.has(other)),
			).some(({admit}) => !admit);
		const chosen = victims(pod, pods, fits);
		yield* note(
			'kubelet.admit',
			{
				case: 'preempt',
				victims: chosen?.map((victim) => podName(victim)),
				allocatable: resourceAmounts(node.status.allocatable),
			},
			{object: podKey(pod), outcome: chosen ? 'warning' : 'refused'},
		);
		const uids = (chosen ?? []).map(({metadata}) => metadata.uid);
		for (const victim of chosen ?? []) {
			yield* this.#end(victim, pod);
		}

		// There is room once the victims have ended.
		const pause = new Mailbox<never>('preemption');
		while (uids.some((uid) => this.workers.couldRun(uid))) {
			yield* take(pause, {timeoutMs: pauseMs});
		}

		return chosen !== undefined;
	}

	*#end(victim: Pod, critical: Pod): Routine {
		const {kernel} = this.workers;
		yield* this.recorder.event(victim, 'Warning', 'Preempting', 'Preempted in order to admit critical pod');
		const work = this.workers.of(victim.metadata.uid);
		work?.end({condition: disruptionTarget(victim, kernel.timestamp(), preemptedMessage)}, {anew: true});
		work?.wake({case: 'preempted', by: podName(critical)});
	}
}
