import {nextUsageMs, usedBy} from '../machine/images/usage.js';
import type {CRIContainer} from '../cri/container.js';
import type {
	ContainerStats,
	ContainerUse,
	CreateContainerRequest,
	ExecSyncRequest,
	ExecSyncResponse,
	RunPodSandboxRequest,
	RuntimeChange,
	RuntimeService,
} from '../cri/runtime-service.js';
import type {LinuxResources} from '../cri/messages.js';
import type {Sandbox} from '../cri/pod-sandbox.js';
import type {Kernel} from '../kernel/kernel.js';
import type {Mailbox} from '../kernel/mailbox.js';
import type {Routine} from '../kernel/routine.js';
import type {ImageCatalogue} from '../machine/images/catalogue.js';
import type {Machine} from '../machine/machine.js';
import {withoutAddress} from '../machine/sandbox.js';
import {PodNetwork} from './cni/cni.js';
import type {NetworkSettings} from './cni/network-list.js';
import {ContainerService} from './container-service.js';
import {Failures} from './failures.js';
import {NodeImages} from './image-service.js';
import type {NodeContainers} from './node-containers.js';
import {SandboxService, type SandboxFailure} from './sandbox-service.js';

export interface RuntimeOptions {
	readonly podCIDRs: readonly string[];
	/** Settings of /etc/cni/net.d that differ from the defaults. */
	readonly cni?: NetworkSettings;
	readonly catalogue: ImageCatalogue;
	/** Images that are on the node from the start. */
	readonly images: readonly string[];
	/** The handlers for Pods beside `runc`. */
	readonly handlers?: readonly string[];
	readonly sandboxFailure?: SandboxFailure;
}

/**
A simulated container runtime: it answers CRI calls as containerd does, and its containers behave as the image catalogue describes.

It keeps running when the kubelet crashes. Calls run in the caller's process, in frames of the component containerd.

@see https://kubernetes.io/docs/setup/production-environment/container-runtimes/
*/
export class Runtime implements RuntimeService {
	readonly images: NodeImages;
	readonly sandboxes: SandboxService;
	readonly containers: ContainerService;
	readonly kernel: Kernel;

	/** @param store the containers of the node. */
	constructor(
		readonly machine: Machine,
		readonly store: NodeContainers,
		{podCIDRs, cni, catalogue, images, handlers = [], sandboxFailure}: RuntimeOptions,
	) {
		const {kernel, name, life, files, devices, troubles} = machine;
		this.kernel = kernel;
		const failures = new Failures();
		const common = {containers: store, life, files, failures, troubles};
		this.images = new NodeImages(kernel, name, catalogue, images, failures, troubles);
		this.sandboxes = new SandboxService({
			...common,
			network: new PodNetwork(kernel, name, podCIDRs, cni),
			failure: sandboxFailure,
			handlers: ['', 'runc', ...handlers],
			takesMs: catalogue.takes?.sandbox ?? 400,
		});
		this.containers = new ContainerService({...common, images: this.images, cdi: devices, catalogue});
	}

	/**
	Simulates a power failure of the node: its processes, their memory and the Pod network are lost; disks keep their data. Report it with the next stop.

	Simplified: mounts are restored together with the node.
	*/
	losePower(): void {
		const {kernel, machine, store} = this;
		for (const uid of store.pods) {
			for (const container of store.containersOf(uid)) {
				if (container.isRunning) {
					kernel.processes.crash(container.process);
					machine.life.exited(container, 255, 'Unknown');
				}
			}

			for (const sandbox of store.sandboxesOf(uid)) {
				if (sandbox.state === 'SANDBOX_READY') {
					store.replaceSandbox({...withoutAddress(sandbox), state: 'SANDBOX_NOTREADY'});
					machine.life.listeners.withdraw(sandbox);
					this.sandboxes.disconnect(sandbox);
				}
			}
		}

		machine.boots++;
	}

	get events(): Mailbox<RuntimeChange> {
		return this.store.changes;
	}

	podUIDs(): readonly string[] {
		return this.store.pods;
	}

	listPodSandbox(uid: string): readonly Sandbox[] {
		return this.store.sandboxesOf(uid);
	}

	listContainers(uid: string): readonly CRIContainer[] {
		return this.store.containersOf(uid).map((container) => container.listed);
	}

	containerStatus(containerId: string): CRIContainer | undefined {
		return this.store.container(containerId)?.listed;
	}

	containerStats(containerId: string): ContainerStats | undefined {
		const container = this.store.container(containerId);
		const isKnown = container?.image.usage !== undefined || (container?.load.memory ?? 0) > 0;
		return container && {...usedBy(container, this.kernel.now), isKnown};
	}

	nextStatsMs(): number | undefined {
		const {store, kernel} = this;
		const times = store.pods.flatMap((uid) =>
			store.containersOf(uid).flatMap((container) => nextUsageMs(container, kernel.now) ?? []),
		);
		return times.length > 0 ? Math.min(...times) : undefined;
	}

	runPodSandbox(request: RunPodSandboxRequest): Routine<{readonly podSandboxId: string}> {
		return this.sandboxes.runPodSandbox(request);
	}

	stopPodSandbox({podSandboxId}: {readonly podSandboxId: string}): Routine {
		return this.sandboxes.stopPodSandbox(podSandboxId);
	}

	removePodSandbox({podSandboxId}: {readonly podSandboxId: string}): Routine {
		return this.sandboxes.removePodSandbox(podSandboxId);
	}

	updatePodSandboxResources(request: {readonly podSandboxId: string; readonly resources: LinuxResources}): Routine {
		return this.sandboxes.updatePodSandboxResources(request.podSandboxId, request.resources);
	}

	createContainer(request: CreateContainerRequest, use: ContainerUse): Routine<{readonly containerId: string}> {
		return this.containers.createContainer(request, use);
	}

	startContainer({containerId}: {readonly containerId: string}): Routine {
		return this.containers.startContainer(containerId);
	}

	stopContainer({containerId, timeout}: {readonly containerId: string; readonly timeout: number}): Routine {
		return this.containers.stopContainer(containerId, timeout);
	}

	removeContainer({containerId}: {readonly containerId: string}): Routine {
		return this.containers.removeContainer(containerId);
	}

	updateContainerResources(request: {readonly containerId: string; readonly linux: LinuxResources}): Routine {
		return this.containers.updateContainerResources(request.containerId, request.linux);
	}

	execSync(request: ExecSyncRequest): Routine<ExecSyncResponse> {
		return this.containers.execSync(request);
	}
}
