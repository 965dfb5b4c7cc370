import type {EventRecorder} from '../../client/event-recorder.js';
import type {Routine} from '../../kernel/routine.js';
import {note} from '../../stages/note.js';
import type {Pod} from '../../objects/kubernetes.generated.js';
import type {CPUManager} from '../cpus/cpu-manager.js';
import type {EvictionManager} from '../eviction/eviction-manager.js';
import type {Admission} from '../node/admission.js';
import type {NodePod} from '../node/node-pod.js';
import type {OwnNode} from '../node/own-node.js';
import {podKey} from '../node/pod-names.js';
import {isCritical} from '../node/pod-source.js';
import type {NodeShutdownManager} from '../shutdown/node-shutdown-manager.js';
import type {StatusManager} from '../status/status-manager.js';
import type {PodWork} from '../workers/pod-work.js';
import {admitAppArmor, admitPod, noNewPrivileges} from './admission-handlers.js';
import type {Preemption} from './preemption.js';

/** The other parts of the kubelet that admission uses. */
export interface PodAdmissionParts {
	readonly node: OwnNode;
	readonly preemption: Preemption;
	readonly cpus: CPUManager;
	readonly eviction: EvictionManager;
	readonly shutdown: NodeShutdownManager;
	readonly statuses: StatusManager;
	readonly recorder: EventRecorder;
	readonly minor?: number | undefined;
}

/** Admits new Pods to the node, or refuses them. @mirrors k8s.io/kubernetes/pkg/kubelet Kubelet.canAdmitPod and rejectPod */
export class PodAdmission {
	constructor(readonly parts: PodAdmissionParts) {}

	/**
	Asks the node's admission handlers about a new Pod. A refused Pod fails, with the reason in its status; a critical Pod may first make room for itself.

	@param others Pods on the node that have not ended.
	@returns whether it is admitted.
	*/
	*admit(work: PodWork, others: readonly NodePod[]): Routine<boolean> {
		const {node, preemption, cpus} = this.parts;
		const {pod} = work.local;
		const verdicts = yield* this.#verdicts(pod, others);
		const refused = verdicts.find(({admit}) => !admit);
		if (refused?.reason?.startsWith('OutOf') && isCritical(pod) && (yield* preemption.makeRoom(pod, others))) {
			cpus.admitted();
			return true;
		}

		yield* note(
			'kubelet.admit',
			{
				case: 'verdict',
				node: node.options.name,
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

		cpus.admitted();
		return refused === undefined;
	}

	/** The verdicts of all handlers, up to the first refusal: shortages are first; after the check of sysctls, CPUs are assigned before resources are counted; AppArmor and the shutdown of the node are last. */
	*#verdicts(pod: Pod, others: readonly NodePod[]): Routine<readonly Admission[]> {
		const {node, cpus, eviction, shutdown, minor} = this.parts;
		const pressed = eviction.admit(pod);
		if (pressed && !pressed.admit) {
			return [pressed];
		}

		const all = admitPod(
			pod,
			node.current(),
			others.map((other) => other.pod),
			minor,
		);
		const [sysctls, ...rest] = all;
		const given = sysctls?.admit ? yield* cpus.admit(pod) : undefined;
		const own = sysctls && given ? [sysctls, given, ...(given.admit ? rest : [])] : all;
		const verdicts = pressed ? [pressed, ...own] : own;
		if (verdicts.some(({admit}) => !admit)) {
			return verdicts;
		}

		const appArmor = admitAppArmor(pod, node.options);
		const last = appArmor.admit ? shutdown.admit() : undefined;
		return last ? [...verdicts, appArmor, last] : [...verdicts, appArmor];
	}

	*#reject(work: PodWork, pod: Pod, {reason = '', message = ''}: Admission): Routine {
		const {recorder, statuses} = this.parts;
		yield* recorder.event(pod, 'Warning', reason, message);
		work.finish();
		yield* statuses.set(work.local, {
			message: `Pod was rejected: ${message}`,
			...(pod.metadata.generation === undefined ? {} : {observedGeneration: pod.metadata.generation}),
			phase: 'Failed',
			qosClass: pod.status?.qosClass,
			reason,
			startTime: work.kernel.timestamp(),
		});
	}
}
