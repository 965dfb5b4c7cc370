import {equal} from '../../kernel/equality.js';
import type {Kernel} from '../../kernel/kernel.js';
import {Mailbox} from '../../kernel/mailbox.js';
import {active, take, type Routine} from '../../kernel/routine.js';
import {parseDuration} from '../../go/duration.js';
import type {KubeletConfiguration} from '../../objects/kubelet-configuration.js';
import type {Pod} from '../../objects/kubernetes.generated.js';
import type {SimulatedNode} from '../../objects/simulated-node.js';
import {cpuMillis} from '../../objects/quantity.js';
import {note} from '../../stages/note.js';
import type {Admission} from '../node/admission.js';
import type {NodeDisk} from '../node-disk.js';
import type {ContainerCPUs} from '../node/cgroup.js';
import type {NodePod} from '../node/node-pod.js';
import {podKey} from '../node/pod-names.js';
import {reservedMillis} from '../node/reservation.js';
import type {CRIContainer} from '../../cri/container.js';
import type {RuntimeService} from '../../cri/runtime-service.js';
import {firstCPUs, formatCPUs, parseCPUs, type CPUSet} from '../../objects/cpu-set.js';
import {cpusOf, grantCPUs, releaseCPUs, type CPUState} from './static-policy.js';

/** The parts of the node and of the kubelet that the CPU manager uses. */
export interface CPUManagerParts {
	readonly kernel: Kernel;
	/** Name of the node. */
	readonly node: string;
	/** The capacity of the node. */
	readonly capacity: SimulatedNode['capacity'];
	readonly configuration: KubeletConfiguration;
	readonly disk: NodeDisk;
	readonly runtime: RuntimeService;
	/** Pods on the node that have not ended. */
	readonly pods: () => readonly NodePod[];
	/** Whether the kubelet knows all its Pods: only then can it detect deleted ones. */
	readonly isReady: () => boolean;
}

/** The file of the kubelet's state, as the ledger shows it. Simplified: without its checksum. */
const checkpoint = ({shared, exclusive}: CPUState) => ({
	policyName: 'static',
	defaultCpuSet: formatCPUs(shared),
	entries: Object.fromEntries(
		Object.entries(exclusive).map(([uid, containers]) => [
			uid,
			Object.fromEntries(Object.entries(containers).map(([name, cpus]) => [name, formatCPUs(cpus)])),
		]),
	),
});

/**
Assigns exclusive CPUs to containers, and keeps other containers off these CPUs. With the policy `none`, it has no effect.

@see https://kubernetes.io/docs/tasks/administer-cluster/cpu-management-policies/
@mirrors k8s.io/kubernetes/pkg/kubelet/cm/cpumanager manager
*/
export class CPUManager {
	readonly isStatic: boolean;
	readonly #all: CPUSet;
	readonly #reserved: CPUSet;
	readonly #periodMs: number;
	/** Woken where a container may have to move. */
	readonly #mailbox: Mailbox<'look'>;
	/** Id of a container → the CPUs that this kubelet last gave the runtime. */
	readonly #told = new Map<string, CPUSet>();
	/** uid of the Pod that is being admitted. */
	#admitting: string | undefined;

	constructor(readonly parts: CPUManagerParts) {
		const {configuration, capacity, node} = parts;
		this.isStatic = configuration.cpuManagerPolicy === 'static';
		this.#periodMs = parseDuration(configuration.cpuManagerReconcilePeriod ?? '10s') ?? 10_000;
		this.#mailbox = new Mailbox(`kubelet/${node}/cpu-manager`);
		this.#all = this.isStatic ? firstCPUs(Math.floor(cpuMillis(capacity['cpu']) / 1000)) : [];
		this.#reserved =
			configuration.reservedSystemCPUs === undefined
				? this.#all.slice(0, Math.ceil(reservedMillis(configuration) / 1000))
				: parseCPUs(configuration.reservedSystemCPUs);
	}

	get #state(): CPUState {
		return this.parts.disk.cpus ?? {shared: this.#all, exclusive: {}};
	}

	/** Saves a state on the node's disk. */
	#save(state: CPUState): void {
		const {disk, kernel, node} = this.parts;
		disk.cpus = state;
		kernel.ledger.write(`/nodes/${node}/cpu_manager_state`, checkpoint(state));
	}

	/** The CPUs of a container. */
	of(uid: string, container: string): ContainerCPUs {
		return this.isStatic
			? {cpus: formatCPUs(cpusOf(this.#state, uid, container)), isExclusive: this.isExclusive(uid, container)}
			: {isExclusive: false};
	}

	/** Whether a container, or any container of a Pod, has exclusive CPUs: then no quota limits it. @mirrors ContainerHasExclusiveCPUs, PodHasExclusiveCPUs */
	isExclusive(uid: string, container?: string): boolean {
		const own = this.parts.disk.cpus?.exclusive[uid];
		return own !== undefined && (container === undefined || Object.hasOwn(own, container));
	}

	/**
	Assigns CPUs to an arriving Pod.

	@returns the verdict; `undefined` if the policy has none.
	*/
	*admit(pod: Pod): Routine<Admission | undefined> {
		if (!this.isStatic) {
			return undefined;
		}

		const {uid} = pod.metadata;
		this.#admitting = uid;
		yield* this.#removeStale();
		const before = this.#state;
		const {state, given, problem} = grantCPUs(before, pod, this.#reserved);
		if (given.length > 0) {
			this.#save(state);
			yield* note(
				'kubelet.cpus',
				{
					case: 'give',
					node: this.parts.node,
					given: given.map(({container, cpus}) => ({container, cpus: formatCPUs(cpus)})),
					before: formatCPUs(before.shared),
					after: formatCPUs(state.shared),
				},
				{object: podKey(pod)},
			);
		}

		const handler = 'CPUManager';
		return problem === undefined
			? {admit: true, handler}
			: {
					admit: false,
					handler,
					reason: 'UnexpectedAdmissionError',
					message: `Allocate failed due to ${problem}, which is unexpected`,
				};
	}

	/** The Pod that was being admitted is one of the node's, or refused. */
	admitted(): void {
		this.#admitting = undefined;
		this.look();
	}

	/** A container was created with the CPUs that it has now. @mirrors manager.AddContainer */
	created(uid: string, name: string, id: string): void {
		if (this.isExclusive(uid, name)) {
			this.#told.set(id, cpusOf(this.#state, uid, name));
		}
	}

	/** Requests an early round, after a container has started or a Pod has ended. */
	look(): void {
		if (this.isStatic) {
			this.parts.kernel.send(this.#mailbox, 'look');
		}
	}

	/** The reconciling process. Simplified: rounds without a change are skipped. @mirrors manager.Start */
	*run(): Routine {
		const {kernel, node} = this.parts;
		const isNew = this.parts.disk.cpus === undefined;
		const state = this.#state;
		if (isNew) {
			this.#save(state);
		}

		yield* note('kubelet.cpus', {
			case: 'start',
			node,
			policy: 'static',
			all: formatCPUs(this.#all),
			reserved: formatCPUs(this.#reserved),
			shared: formatCPUs(state.shared),
			isNew,
		});
		let tickMs = kernel.now + this.#periodMs;
		for (;;) {
			const word = yield* take(this.#mailbox, {timeoutMs: tickMs - kernel.now, periodic: !this.#isDue()});
			if (word === undefined) {
				tickMs = kernel.now + this.#periodMs;
				if (this.#isDue()) {
					yield* this.#reconcile();
				}
			}
		}
	}

	/** Whether a deleted Pod has CPUs, or a container runs on wrong CPUs. */
	#isDue(): boolean {
		return releaseCPUs(this.#state, this.#isActive).released.length > 0 || this.#misplaced().length > 0;
	}

	readonly #isActive = (uid: string): boolean =>
		!this.parts.isReady() || uid === this.#admitting || this.parts.pods().some((local) => local.uid === uid);

	/** The running containers that still use CPUs other than the assigned ones. */
	#misplaced(): ReadonlyArray<{readonly local: NodePod; readonly container: CRIContainer; readonly cpus: CPUSet}> {
		const {runtime, pods} = this.parts;
		const state = this.#state;
		return pods().flatMap((local) =>
			runtime
				.listContainers(local.uid)
				.filter(({isRunning}) => isRunning)
				.map((container) => ({local, container, cpus: cpusOf(state, local.uid, container.name)}))
				.filter(({container, cpus}) => !equal(this.#told.get(container.id), cpus)),
		);
	}

	/** @mirrors manager.removeStaleState */
	*#removeStale(): Routine {
		const {state, released} = releaseCPUs(this.#state, this.#isActive);
		if (released.length === 0) {
			return;
		}

		this.#save(state);
		yield* note('kubelet.cpus', {
			case: 'release',
			node: this.parts.node,
			released: released.map(({uid, cpus}) => ({uid, cpus: formatCPUs(cpus)})),
			shared: formatCPUs(state.shared),
		});
	}

	/** @mirrors manager.reconcileState */
	*#reconcile(): Routine {
		const {runtime, node} = this.parts;
		yield* active();
		yield* this.#removeStale();
		for (const {local, container, cpus} of this.#misplaced()) {
			const before = this.#told.get(container.id);
			yield* note(
				'kubelet.cpus',
				{
					case: 'reconcile',
					node,
					container: container.name,
					before: before && formatCPUs(before),
					cpus: formatCPUs(cpus),
					isShared: !this.isExclusive(local.uid, container.name),
				},
				{object: podKey(local.pod)},
			);
			if (runtime.containerStatus(container.id)?.isRunning) {
				yield* runtime.updateContainerResources({
					containerId: container.id,
					linux: {cpusetCpus: formatCPUs(cpus)},
				});
			}

			this.#told.set(container.id, cpus);
		}

		for (const id of this.#told.keys()) {
			if (!runtime.containerStatus(id)) {
				this.#told.delete(id);
			}
		}
	}
}
