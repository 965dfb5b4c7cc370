import type {Delivered} from '../../client/informer.js';
import {equal} from '../../kernel/equality.js';
import type {Kernel} from '../../kernel/kernel.js';
import type {Routine} from '../../kernel/routine.js';
import type {WakeReason} from '../../stages/facts/kubelet/pods.js';
import {frame} from '../../stages/note.js';
import type {Pod} from '../../objects/kubernetes.generated.js';
import {isTerminal} from '../../objects/pod.js';
import type {PodAdmission} from '../admission/pod-admission.js';
import type {AllocationManager} from '../allocation/allocation-manager.js';
import type {ContainerGarbage} from '../containers/container-garbage.js';
import {NodePod} from '../node/node-pod.js';
import {podKey, podName} from '../node/pod-names.js';
import type {RuntimeService} from '../../cri/runtime-service.js';
import type {MirrorPods} from '../static-pods/mirror-pods.js';
import type {StatusManager} from '../status/status-manager.js';
import type {PodLifecycleEvent} from '../workers/pleg.js';
import type {PodSyncer} from '../workers/pod-work.js';
import type {PodWorkers} from '../workers/pod-workers.js';
import type {OrphanPods} from './orphan-pods.js';
import type {PodStartupLatencyTracker} from './startup-latency.js';

/** The parts of the kubelet that handle added, changed and deleted Pods. */
export interface NodePodsParts {
	readonly admission: PodAdmission;
	readonly allocation: AllocationManager;
	readonly garbage: ContainerGarbage;
	readonly latency: PodStartupLatencyTracker;
	readonly mirrors: MirrorPods;
	readonly orphans: OrphanPods;
	readonly statuses: StatusManager;
	readonly syncer: PodSyncer;
	readonly workers: PodWorkers;
	/** Makes every part forget a completely removed Pod. */
	readonly forget: (uid: string) => void;
}

/** Whether the runtime has a part of the Pod that can run. @mirrors isPodStatusCacheTerminal */
const isRunning = (runtime: RuntimeService, uid: string): boolean =>
	runtime.listContainers(uid).some((container) => container.isRunning) ||
	runtime.listPodSandbox(uid).some(({state}) => state === 'SANDBOX_READY');

/** Whether the change requires action: a change of only the status, usually by the kubelet itself, does not. */
const isUpdate = (old: Pod, pod: Pod): boolean =>
	old.metadata.generation !== pod.metadata.generation ||
	old.metadata.deletionTimestamp !== pod.metadata.deletionTimestamp ||
	old.metadata.deletionGracePeriodSeconds !== pod.metadata.deletionGracePeriodSeconds ||
	!equal(old.metadata.labels, pod.metadata.labels) ||
	!equal(old.metadata.annotations, pod.metadata.annotations);

/** Whether a status change adds a condition for which the Pod's readiness gates may wait. */
const changesGates = (old: Pod, pod: Pod): boolean =>
	pod.spec.readinessGates !== undefined && !equal(old.status?.conditions, pod.status?.conditions);

/** The Pods of one node, and the handling of their changes. @mirrors k8s.io/kubernetes/pkg/kubelet HandlePodAdditions and its like */
export class NodePods {
	readonly #pods = new Map<string, NodePod>();

	/**
	@param node name of the node.
	@param onForgotten called when a Pod is completely removed.
	*/
	constructor(
		readonly kernel: Kernel,
		readonly runtime: RuntimeService,
		readonly parts: NodePodsParts,
		readonly node: string,
		readonly onForgotten: () => void,
	) {}

	get size(): number {
		return this.#pods.size;
	}

	has(uid: string): boolean {
		return this.#pods.has(uid);
	}

	/** All of them, in the order of arrival. */
	all(): Iterable<NodePod> {
		return this.#pods.values();
	}

	/** Ends and removes all parts of unknown Pods on the node. @mirrors Kubelet.HandlePodCleanups */
	*cleanUp(): Routine {
		yield* this.parts.orphans.clean(this.orphans(), this.onForgotten);
	}

	/** uids of Pods that only the node knows. */
	orphans(): readonly string[] {
		return this.parts.orphans.find((uid) => this.has(uid));
	}

	/**
	The Pods whose containers may run. A Pod that the API no longer has is left out, although it may still run: its resources are not
	counted.

	@mirrors Kubelet.GetActivePods, podWorkers.IsPodKnownTerminated
	*/
	active(): readonly NodePod[] {
		return [...this.#pods.values()].filter(({uid, isRemoved}) => !isRemoved && this.parts.workers.couldRun(uid));
	}

	/**
	Adds a Pod that is new to this kubelet: it is admitted and receives a worker, unless it has already ended.

	@param manifest the file of a static Pod.
	*/
	*add(pod: Pod, manifest?: string): Routine {
		const {kernel, runtime} = this;
		const {admission, workers, latency, syncer} = this.parts;
		const {uid} = pod.metadata;
		const local = new NodePod(pod, {timestamp: kernel.microTimestamp(), ms: kernel.now}, manifest);
		const work = workers.add(local);
		const runs = runtime.listPodSandbox(uid).length > 0;
		if (isTerminal(pod) && !isRunning(runtime, uid)) {
			work.terminated();
			this.#pods.set(uid, local);
			workers.start(work, syncer);
			return;
		}

		const isAdmitted =
			runs ||
			pod.metadata.deletionTimestamp !== undefined ||
			(yield* frame({name: `admit ${podName(pod)}`, object: podKey(pod)}, admission.admit(work, this.active())));
		this.#pods.set(uid, local);
		if (isAdmitted && !runs) {
			latency.observe(uid);
		}

		if (isAdmitted) {
			workers.start(work, syncer);
			work.wake(runs ? {case: 'found-running'} : {case: 'new', node: this.node});
		}
	}

	/** The watch reports a Pod of the apiserver. */
	*changed({type, object: pod, old}: Delivered<Pod>): Routine {
		const {uid} = pod.metadata;
		const local = this.#pods.get(uid);
		if (type === 'DELETED') {
			if (local) {
				this.#deleted(local, pod);
			}
		} else if (local) {
			this.#updated(local, pod, old);
		} else {
			yield* this.add(pod);
		}
	}

	#deleted(local: NodePod, pod: Pod): void {
		const {statuses, workers} = this.parts;
		local.remove(pod);
		statuses.forget(local.uid);
		this.#wake(local, {case: 'gone'});
		if (workers.isFinished(local.uid)) {
			this.#forget(local);
		}
	}

	#updated(local: NodePod, pod: Pod, old: Pod | undefined): void {
		const {statuses, workers} = this.parts;
		local.change(pod);
		if (workers.isFinished(local.uid)) {
			statuses.touch(local.uid);
		} else if (!old || isUpdate(old, pod)) {
			this.#wake(
				local,
				pod.metadata.deletionTimestamp && !old?.metadata.deletionTimestamp
					? {case: 'deleted', graceSeconds: pod.metadata.deletionGracePeriodSeconds}
					: {case: 'changed'},
			);
		} else if (changesGates(old, pod)) {
			this.#wake(local, {case: 'condition'});
		}
	}

	/** A mirror Pod has no worker: it reports its changes in the API, and the static Pod's worker repairs it. */
	*mirrorChanged({type, object: mirror, old}: Delivered<Pod>): Routine {
		const {mirrors} = this.parts;
		const local = [...this.#pods.values()].find(
			({manifest, pod}) => manifest !== undefined && podName(pod) === podName(mirror),
		);
		if (!local) {
			if (type !== 'DELETED') {
				yield* mirrors.delete(mirror, 'orphan');
			}

			return;
		}

		const isKnown = local.mirror?.metadata.uid === mirror.metadata.uid;
		if (type === 'DELETED') {
			if (isKnown) {
				local.show(undefined);
				this.#wake(local, {case: 'mirror', mirror: 'gone'});
			}

			return;
		}

		local.show(mirror);
		if (!isKnown) {
			mirrors.showStatusLater(local.uid);
		}

		if (!isKnown || (old && isUpdate(old, mirror))) {
			const isDeleted = mirror.metadata.deletionTimestamp !== undefined;
			const present = isKnown ? 'changed' : 'new';
			this.#wake(local, {case: 'mirror', mirror: isDeleted ? 'deleted' : present});
		}
	}

	/**
	Processes a PLEG event: a part of a Pod has started or ended.

	@mirrors Kubelet.syncLoopIteration, podWorkers.ShouldPodContentBeRemoved
	*/
	lifecycle({uid, isSyncWorthy}: PodLifecycleEvent): void {
		const {workers, garbage} = this.parts;
		const local = this.#pods.get(uid);
		if (local && isSyncWorthy) {
			this.#wake(local, {case: 'pleg'});
		}

		const isDeleted = !local || local.isRemoved || local.pod.metadata.deletionTimestamp !== undefined;
		garbage.collect(uid, isDeleted && !workers.couldRun(uid));
		if (local?.isRemoved && workers.isFinished(uid)) {
			this.#forget(local);
		}
	}

	/** Called when the worker of a Pod has finished. A Pod that was deleted from the API is forgotten now, since no further change can arrive. */
	finished(uid: string): void {
		const local = this.#pods.get(uid);
		if (local?.isRemoved) {
			this.#forget(local);
		}
	}

	#wake({uid}: NodePod, because: WakeReason): void {
		this.parts.workers.of(uid)?.wake(because);
	}

	#forget({uid, pod}: NodePod): void {
		const {allocation} = this.parts;
		this.#pods.delete(uid);
		this.parts.forget(uid);
		for (const other of this.#pods.values()) {
			if (allocation.pendingResize(other.uid)?.reason === 'Deferred') {
				this.#wake(other, {case: 'room', pod: podName(pod)});
			}
		}

		this.onForgotten();
	}
}
