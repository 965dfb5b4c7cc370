import type {Client} from '../client/client.js';
import type {Kernel} from '../kernel/kernel.js';
import type {Mailbox} from '../kernel/mailbox.js';
import {PodNetwork} from './cni/cni.js';
import {Logind} from '../machine/logind.js';
import {CDIRegistry} from './cdi.js';
import {ContainerLife} from '../machine/container-life.js';
import {ContainerService} from './container-service.js';
import type {RuntimeContainer} from '../machine/container.js';
import {Failures} from './failures.js';
import type {FileTree} from '../machine/files/file-tree.js';
import {NodeFiles} from '../machine/files/node-files.js';
import type {ImageCatalogue} from '../machine/images/catalogue.js';
import {ImageService} from './image-service.js';
import type {NetworkSettings} from './cni/network-list.js';
import {Listeners} from '../machine/listeners.js';
import type {ContainerNetwork} from '../machine/processes/network.js';
import {NodeContainers, type RuntimeChange} from './node-containers.js';
import {Troubles} from './troubles.js';
import {SandboxService, type SandboxFailure} from './sandbox-service.js';
import {withoutAddress, type Sandbox} from '../machine/sandbox.js';

interface RuntimeOptions {
	readonly node: string;
	readonly podCIDRs: readonly string[];
	/** What /etc/cni/net.d says otherwise. */
	readonly cni?: NetworkSettings;
	/** The node's own addresses; without them nobody reaches Pods on its network. */
	readonly addresses?: readonly string[];
	readonly catalogue: ImageCatalogue;
	/** Images that are on the node from the start. */
	readonly images: readonly string[];
	/** What it can run Pods in beside `runc`. */
	readonly handlers?: readonly string[];
	readonly sandboxFailure?: SandboxFailure;
	/** How containers reach the apiserver; without it they don't. */
	readonly apiserver?: Client;
	/** What containers reach; without it only their own Pod. */
	readonly network?: ContainerNetwork;
}

/** The data of the persistent volumes of a simulation, which all its nodes see. */
const disks = new WeakMap<Kernel, Map<string, FileTree>>();

const runtimes = new WeakMap<Kernel, Map<string, Runtime>>();

/** The runtime of a node of the simulation. */
export const runtimeOf = (kernel: Kernel, node: string): Runtime | undefined => runtimes.get(kernel)?.get(node);

/**
A simulated container runtime: it answers CRI calls as containerd does, and its containers do what the image catalogue says.

It keeps running when the kubelet crashes. Calls run in the caller's process, in frames of the component containerd.

@see https://kubernetes.io/docs/setup/production-environment/container-runtimes/
*/
export class Runtime {
	/** What the processes of containers do. */
	readonly life: ContainerLife;
	readonly images: ImageService;
	/** The files of the node, and the volumes that its containers mount. */
	readonly files: NodeFiles;
	/** The devices that drivers have described for containers. */
	readonly cdi: CDIRegistry;
	readonly sandboxes: SandboxService;
	readonly containers: ContainerService;
	/** What is wrong with the node. */
	readonly troubles = new Troubles();
	/** What is asked to shut the node down. */
	readonly logind = new Logind();
	/** How often the node has started again. */
	boots = 0;
	readonly #store: NodeContainers;

	constructor(
		readonly kernel: Kernel,
		readonly options: RuntimeOptions,
	) {
		const {node, podCIDRs, catalogue, images, sandboxFailure} = options;
		const known = runtimes.get(kernel) ?? new Map<string, Runtime>();
		runtimes.set(kernel, known.set(node, this));
		const data = disks.get(kernel) ?? new Map<string, FileTree>();
		disks.set(kernel, data);
		this.files = new NodeFiles(node, data, () => kernel.wallClockMs);
		this.cdi = new CDIRegistry(this.files);
		const failures = new Failures();
		const containers = new NodeContainers(kernel, node);
		const listeners = new Listeners(kernel, (uid) => containers.sandboxesOf(uid)[0], options.addresses ?? [''], node);
		this.#store = containers;
		this.life = new ContainerLife(containers, listeners, options);
		this.images = new ImageService(kernel, node, catalogue, images, failures, this.troubles);
		this.sandboxes = new SandboxService({
			containers,
			life: this.life,
			files: this.files,
			network: new PodNetwork(kernel, node, podCIDRs, options.cni),
			failures,
			troubles: this.troubles,
			failure: sandboxFailure,
			handlers: ['', 'runc', ...(options.handlers ?? [])],
			takesMs: catalogue.takes?.sandbox ?? 400,
		});
		this.containers = new ContainerService({
			containers,
			life: this.life,
			images: this.images,
			files: this.files,
			cdi: this.cdi,
			failures,
			catalogue,
			troubles: this.troubles,
		});
	}

	/**
	The node has no power: its processes are gone, and what they had in memory, the Pod network too; disks keep what they have. Report it with the next stop.

	Simplified: mounts are there again when the node is.
	*/
	losePower(): void {
		const {kernel} = this;
		for (const uid of this.pods) {
			for (const container of this.containersOf(uid)) {
				if (container.isRunning) {
					kernel.crash(container.process);
					this.life.exited(container, 255, 'Unknown');
				}
			}

			for (const sandbox of this.sandboxesOf(uid)) {
				if (sandbox.state === 'SANDBOX_READY') {
					this.#store.replaceSandbox({...withoutAddress(sandbox), state: 'SANDBOX_NOTREADY'});
					this.listeners.withdraw(sandbox);
					this.sandboxes.disconnect(sandbox);
				}
			}
		}

		this.boots++;
	}

	get listeners(): Listeners {
		return this.life.listeners;
	}

	/** Is notified of what began and ended. */
	get changes(): Mailbox<RuntimeChange> {
		return this.#store.changes;
	}

	/** uids of the Pods that have a sandbox. */
	get pods(): readonly string[] {
		return this.#store.pods;
	}

	/** Sandboxes of a Pod, newest first. */
	sandboxesOf(uid: string): readonly Sandbox[] {
		return this.#store.sandboxesOf(uid);
	}

	/** Containers of a Pod, newest first. */
	containersOf(uid: string): readonly RuntimeContainer[] {
		return this.#store.containersOf(uid);
	}

	container(id: string): RuntimeContainer | undefined {
		return this.#store.container(id);
	}
}
