import type {Client} from '../client/client.js';
import type {Host, HostNetwork, LogFile} from '../host/host.js';
import type {Kernel} from '../kernel/kernel.js';
import {CDIRegistry} from './cdi.js';
import {ContainerLife, type ContainerStore} from './container-life.js';
import type {FileTree} from './files/file-tree.js';
import {NodeFiles} from './files/node-files.js';
import {hostNetwork} from './host-network.js';
import {Listeners} from './listeners.js';
import {Logind} from './logind.js';
import {Troubles} from './troubles.js';
import type {ContainerNetwork, RunKubectl} from './outside.js';

/** The machines of a cluster: the part of each that the others see. */
export interface Machines {
	/** The data of persistent volumes, which all nodes see, by their names in their storage. */
	readonly disks: Map<string, FileTree>;
	/** The listeners of each node, by its name. */
	readonly listeners: Map<string, Listeners>;
}

interface MachineOptions {
	/** Name of the node. */
	readonly name: string;
	/** The node's own addresses; without them, Pods on its network are unreachable. */
	readonly addresses?: readonly string[];
	/** The connection of containers to the apiserver; without it, they cannot reach it. */
	readonly apiserver?: Client;
	/** The network that containers reach; without it only their own Pod. */
	readonly network?: ContainerNetwork;
	/** The kubectl of containers; without it, kubectl is assumed to work. */
	readonly runKubectl?: RunKubectl;
}

/** The machine of a node: its files, its ports, its power, and the processes of its containers. It keeps running when the kubelet crashes. */
export class Machine implements Host {
	readonly name: string;
	readonly files: NodeFiles;
	readonly devices: CDIRegistry;
	readonly shutdowns = new Logind();
	/** The present troubles of the node. */
	readonly troubles = new Troubles();
	/** The processes of containers. */
	readonly life: ContainerLife;
	readonly network: HostNetwork;
	boots = 0;

	/** @param containers the containers of the node's runtime. */
	constructor(
		readonly kernel: Kernel,
		machines: Machines,
		readonly containers: ContainerStore,
		{name, addresses = [''], ...reach}: MachineOptions,
	) {
		this.name = name;
		this.files = new NodeFiles(name, machines.disks, () => kernel.wallClockMs);
		this.devices = new CDIRegistry(this.files);
		const newest = (uid: string) => containers.sandboxesOf(uid)[0];
		const listeners = new Listeners(kernel, newest, addresses, machines.listeners);
		machines.listeners.set(name, listeners);
		this.life = new ContainerLife(containers, listeners, reach);
		this.network = hostNetwork(this.life);
	}

	logFile(containerId: string): LogFile | undefined {
		const container = this.containers.container(containerId);
		return (
			container && {
				lines: container.log,
				follow: container.state === 'EXITED' ? undefined : (reader) => container.follow(reader),
			}
		);
	}

	free(of: 'disk' | 'memory'): number {
		return this.troubles.free(of);
	}

	failsCSI(): boolean {
		return this.troubles.happens('csi');
	}

	onShortage(observer: () => void): () => void {
		return this.troubles.observe(observer);
	}

	onWritten(observer: (uid: string) => void): () => void {
		return this.life.onWritten(observer);
	}
}
