import type {EventRecorder} from '../../client/event-recorder.js';
import {equal} from '../../kernel/equality.js';
import type {Routine} from '../../kernel/routine.js';
import {note} from '../../stages/note.js';
import type {Container, Pod} from '../../objects/kubernetes.generated.js';
import {bytes} from '../../objects/quantity.js';
import {
	cgroupFiles,
	cgroupOf,
	containerResources,
	podResources,
	sharesOfWeight,
	weightOfShares,
} from '../node/cgroup.js';
import type {CPUManager} from '../cpus/cpu-manager.js';
import type {NodePod} from '../node/node-pod.js';
import type {OwnNode} from '../node/own-node.js';
import {podKey} from '../node/pod-names.js';
import type {CRIContainer} from '../../cri/container.js';
import type {LinuxResources} from '../../cri/messages.js';
import type {Sandbox} from '../../cri/pod-sandbox.js';
import type {RuntimeService} from '../../cri/runtime-service.js';
import {
	allocationOf,
	cgroupSteps,
	infeasibleBecause,
	promisedPod,
	resizable,
	resizeOf,
	resizeProblem,
	resizesWhole,
	updatesAfter,
	updatesOf,
	type Allocation,
	type CgroupStep,
	type ContainerUpdate,
	type PendingResize,
	type Promised,
	type Resize,
} from './resize.js';

const asSandbox = ({cpuPeriod, cpuQuota, cpuShares, memoryLimitInBytes}: LinuxResources): LinuxResources => ({
	cpuPeriod,
	...(cpuQuota === undefined ? {} : {cpuQuota}),
	cpuShares,
	...(memoryLimitInBytes === undefined ? {} : {memoryLimitInBytes}),
});

/** CPU shares as the kernel stores them, as coarser weights. */
const keptShares = (shares: string | undefined): number => sharesOfWeight(weightOfShares(Number(shares)));

/** Events do not name the resources of the Pod as a whole. @mirrors events.podResizeMessage */
const summary = (
	{initContainers, containers}: Allocation,
	{metadata}: Pod,
	error: {readonly error?: string} = {},
): string => JSON.stringify({initContainers, containers, generation: metadata.generation, ...error});

/**
The resources that are allocated to the Pods of a node, and changes of an allocation while they run.

@see https://kubernetes.io/docs/tasks/configure-pod-container/resize-container-resources/
@mirrors k8s.io/kubernetes/pkg/kubelet/allocation Manager
*/
export class AllocationManager {
	readonly #memoryCapacity: number;

	/** @param promises the checkpoint, by uid of the Pod. It outlives the kubelet. */
	constructor(
		readonly runtime: RuntimeService,
		readonly recorder: EventRecorder,
		readonly node: OwnNode,
		readonly promises: Map<string, Promised>,
		readonly cpus: CPUManager,
	) {
		this.#memoryCapacity = bytes(node.options.capacity['memory']);
	}

	/** uids of the Pods that have something. */
	get pods(): Iterable<string> {
		return this.promises.keys();
	}

	/** The reason why a Pod must wait for its desired resources. */
	pendingResize(uid: string): PendingResize | undefined {
		return this.promises.get(uid)?.pending;
	}

	/** The CPU of a Pod according to its control group after a resize. */
	cpuRequest(uid: string): string | undefined {
		return this.promises.get(uid)?.cpuRequest;
	}

	isResizing(uid: string): boolean {
		return this.promises.get(uid)?.isResizing ?? false;
	}

	/** The Pod with its allocated resources, if its desired ones must wait. */
	promised({uid, pod}: NodePod): Pod {
		const promise = this.promises.get(uid);
		return promise?.pending === undefined ? pod : promisedPod(pod, promise.allocated);
	}

	/** The effect of the Pod's requested resources on a running container. */
	resizeOf(pod: Pod, container: Container, running: CRIContainer): Resize {
		return resizeOf(pod, container, running, this.#memoryCapacity, this.cpus.of(pod.metadata.uid, container.name));
	}

	/** Whether a running Pod's own control group must change, regardless of its containers. */
	resizesWhole(pod: Pod): boolean {
		const {uid} = pod.metadata;
		const promise = this.promises.get(uid);
		return (
			promise?.isResizing === true && resizesWhole(pod, promise.cgroup, podResources(pod, this.cpus.isExclusive(uid)))
		);
	}

	forget(uid: string): void {
		this.promises.delete(uid);
	}

	/**
	Allocates the desired resources to a Pod, if the node has them; an event reports a change.

	@param others looks up the other Pods, with their allocated resources.
	*/
	*allocate({uid, pod}: NodePod, others: () => readonly Pod[]): Routine {
		const wish = allocationOf(pod);
		const promise = this.promises.get(uid);
		if (!promise || this.runtime.listContainers(uid).length === 0) {
			this.promises.set(uid, {
				allocated: wish,
				cgroup: podResources(pod, this.cpus.isExclusive(uid)),
				pending: promise?.pending,
				isResizing: promise?.isResizing ?? false,
				cpuRequest: promise?.cpuRequest,
			});
			return;
		}

		if (equal(wish, promise.allocated)) {
			promise.pending = undefined;
			return;
		}

		const never = infeasibleBecause(pod, promise.allocated, this.cpus.isStatic);
		const notNow = never === undefined ? resizeProblem(pod, this.node.current(), others()) : undefined;
		if (never !== undefined) {
			yield* this.#defer(pod, promise, wish, {reason: 'Infeasible', message: never});
			return;
		}

		if (notNow !== undefined) {
			yield* this.#defer(pod, promise, wish, {reason: 'Deferred', message: notNow});
			return;
		}

		promise.pending = undefined;
		promise.allocated = wish;
		promise.isResizing = true;
		yield* this.recorder.event(pod, 'Normal', 'ResizeStarted', `Pod resize started: ${summary(wish, pod)}`);
		yield* note('kubelet.resize', {case: 'start', allocated: wish}, {object: podKey(pod)});
	}

	*#defer(pod: Pod, promise: Promised, wish: Allocation, pending: PendingResize): Routine {
		const {reason, message} = pending;
		const isNews = promise.pending?.message !== message;
		promise.pending = pending;
		if (isNews) {
			const text = summary(wish, pod, {error: message});
			yield* this.recorder.event(pod, 'Warning', `Resize${reason}`, `Pod resize ${reason}: ${text}`);
		}

		yield* note('kubelet.resize', {case: 'defer', reason, message}, {object: podKey(pod), outcome: 'refused'});
	}

	/**
	Changes the control groups of a Pod and of its containers that keep running, first for memory, then for CPU.

	@param all includes changes that no running container needs, because a container restarts with other limits.
	@mirrors kuberuntime doPodResizeAction
	*/
	*resize(local: NodePod, updates: readonly CRIContainer[], all: boolean): Routine {
		const {runtime, node} = this;
		const pod = this.promised(local);
		const promise = this.promises.get(local.uid);
		const sandbox = runtime.listPodSandbox(local.uid)[0];
		if (!sandbox || !promise) {
			return;
		}

		const wanted = podResources(pod, this.cpus.isExclusive(local.uid));
		let left = this.#updatesOf(pod, updates);
		let shown: LinuxResources = {...promise.cgroup, cpuShares: String(keptShares(promise.cgroup.cpuShares))};
		for (const resource of resizable) {
			const own = updatesOf(left, resource);
			left = updatesAfter(left, resource);
			if (own.length === 0 && !all) {
				continue;
			}

			const {grow, shrink} = cgroupSteps(resource, shown, wanted);
			shown = yield* this.#change(sandbox, promise, shown, grow);
			for (const update of own) {
				yield* runtime.updateContainerResources(update);
			}

			shown = yield* this.#change(sandbox, promise, shown, shrink);
		}

		promise.cpuRequest = `${Math.ceil((keptShares(promise.cgroup.cpuShares) * 1000) / 1024)}m`;
		const cgroup = cgroupOf(pod, node.options.kubelet);
		if (cgroup === '/') {
			return;
		}

		const files = cgroupFiles(promise.cgroup);
		this.recorder.kernel.ledger.write(`/nodes/${node.options.name}/cgroups${cgroup}`, files);
		yield* note('kubelet.cgroup', {case: 'resize', cgroup, files}, {object: podKey(pod)});
	}

	/** Running containers, with their present and their wanted resources. */
	#updatesOf(pod: Pod, updates: readonly CRIContainer[]): readonly ContainerUpdate[] {
		const containers = [...pod.spec.containers, ...(pod.spec.initContainers ?? [])];
		return updates.flatMap(({id, name, resources}) => {
			const container = containers.find((one) => one.name === name);
			const cpus = this.cpus.of(pod.metadata.uid, name);
			return container
				? [{containerId: id, before: resources, after: containerResources(pod, container, this.#memoryCapacity, cpus)}]
				: [];
		});
	}

	/** Changes the control group of a Pod step by step. @param shown the runtime's state of it. @returns the state known then. */
	*#change(
		{id}: Sandbox,
		promise: Promised,
		shown: LinuxResources,
		steps: readonly CgroupStep[],
	): Routine<LinuxResources> {
		let after = shown;
		for (const step of steps) {
			promise.cgroup = {...promise.cgroup, ...step};
			after = {...after, ...step};
			yield* this.runtime.updatePodSandboxResources({podSandboxId: id, resources: asSandbox(after)});
		}

		return after;
	}

	/** Reports that a resize is complete, once every running container has its allocation. */
	*finish({uid, pod}: NodePod): Routine {
		const promise = this.promises.get(uid);
		if (promise?.isResizing) {
			promise.isResizing = false;
			const message = `Pod resize completed: ${summary(promise.allocated, pod)}`;
			yield* this.recorder.event(pod, 'Normal', 'ResizeCompleted', message);
		}
	}
}
