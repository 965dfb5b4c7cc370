import type {EventRecorder} from '../../client/event-recorder.js';
import type {Routine} from '../../kernel/routine.js';
import {note} from '../../stages/note.js';
import type {Pod} from '../../objects/kubernetes.generated.js';
import type {NodePod} from '../node/node-pod.js';
import type {OwnNode} from '../node/own-node.js';
import {podKey} from '../node/pod-names.js';
import type {StatusManager} from '../status/status-manager.js';
import type {PodWork} from '../workers/pod-work.js';
import {admitPod, isCritical, noNewPrivileges, type Admission} from './admission-handlers.js';
import type {Preemption} from './preemption.js';

/** Admits new Pods to the node, or refuses them. @mirrors k8s.io/kubernetes/pkg/kubelet Kubelet.canAdmitPod and rejectPod */
export class PodAdmission {
	constructor(
		readonly node: OwnNode,
		readonly preemption: Preemption,
		readonly statuses: StatusManager,
		readonly recorder: EventRecorder,
	) {}

	/**
	Asks the node's admission handlers about a Pod that is new to it. A refused Pod has failed, and says why; a critical Pod may make room for itself first.

	@param others Pods on the node that have not ended.
	@returns true if it is admitted.
	*/
	*admit(work: PodWork, others: readonly NodePod[]): Routine<boolean> {
		const {pod} = work.local;
		const verdicts = admitPod(
			pod,
			this.node.current(),
			others.map((other) => other.pod),
		);
		const refused = verdicts.find(({admit}) => !admit);
		if (refused?.reason?.startsWith('OutOf') && isCritical(pod) && (yield* this.preemption.makeRoom(pod, others))) {
			return true;
		}

		yield* note(
			'kubelet.admit',
			{
				case: 'verdict',
				node: this.node.options.name,
				verdicts,
				noNewPrivileges: noNewPrivileges(pod),
				reason: refused?.reason,
				message: refused?.message,
			},
			{object: podKey(pod), ...(refused ? {outcome: 'refused' as const} : {})},
		);
		if (refused) {
			yield* this.#reject(work, pod, refused);
		}

		return refused === undefined;
	}

	*#reject(work: PodWork, pod: Pod, {reason = '', message = ''}: Admission): Routine {
		yield* this.recorder.event(pod, 'Warning', reason, message);
		work.finish();
		yield* this.statuses.set(work.local, {
			message: `Pod was rejected: ${message}`,
			...(pod.metadata.generation === undefined ? {} : {observedGeneration: pod.metadata.generation}),
			phase: 'Failed',
			qosClass: pod.status?.qosClass,
			reason,
			startTime: work.kernel.timestamp(),
		});
	}
}
