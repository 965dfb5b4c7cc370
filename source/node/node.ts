import type {Client} from '../client/client.js';
import type {NetworkSettings} from '../containerd/cni/network-list.js';
import {NodeContainers} from '../containerd/node-containers.js';
import {Runtime} from '../containerd/runtime.js';
import type {SandboxFailure} from '../containerd/sandbox-service.js';
import {streamingServer} from '../containerd/streaming/streaming-server.js';
import type {Routine} from '../kernel/routine.js';
import {CallerReviews} from '../kubelet/endpoints/caller-reviews.js';
import type {KubeletServer} from '../kubelet/endpoints/endpoints.js';
import {startKubelet} from '../kubelet/kubelet.js';
import {NodeDisk} from '../kubelet/node-disk.js';
import type {FormerNode} from '../kubelet/node/former-node.js';
import type {KubeletOptions} from '../kubelet/node/options.js';
import type {ImageCatalogue} from '../machine/images/catalogue.js';
import {Machine, type Machines} from '../machine/machine.js';
import {LeaseLog} from '../network/flannel/lease-log.js';
import {flannel} from '../network/flannel/routes.js';
import {note} from '../stages/note.js';
import {takeOver} from './take-over.js';
import type {ContainerNetwork, RunKubectl} from '../machine/outside.js';

export interface NodeSetUp extends KubeletOptions {
	readonly images: ImageCatalogue;
	readonly sandboxFailure?: SandboxFailure;
	/** The connection of the overlay network's agent, `flanneld/<node>`, which reads the Nodes. */
	readonly flannel: Client;
	/** The network that its containers reach; without it only their own Pod. */
	readonly network?: ContainerNetwork;
	/** The kubectl of its containers; without it, kubectl is assumed to work. */
	readonly runKubectl?: RunKubectl;
	/** The settings of /etc/cni/net.d of the node that differ from the usual. */
	readonly cni?: NetworkSettings;
	/** The Pods that ran on the node before the simulation. */
	readonly former?: FormerNode;
}

/** A node of the cluster: its machine, its container runtime, and the data of its kubelet's server. */
export interface ClusterNode extends KubeletServer {
	readonly machine: Machine;
	readonly runtime: Runtime;
}

/** The nodes of one cluster. */
export class ClusterNodes {
	readonly #machines: Machines = {disks: new Map(), listeners: new Map()};
	readonly #leases = new LeaseLog();
	readonly #nodes = new Map<string, ClusterNode>();
	readonly #observers = new Set<(node: ClusterNode & {readonly name: string}) => void>();

	/** @returns `undefined` when the cluster simulates no such node. */
	get(name: string): ClusterNode | undefined {
		return this.#nodes.get(name);
	}

	/** Calls the observer for every node that starts from now on. @returns a function that ends this. */
	observe(observer: (node: ClusterNode & {readonly name: string}) => void): () => void {
		this.#observers.add(observer);
		return () => {
			this.#observers.delete(observer);
		};
	}

	/**
	Starts a node: its kubelet (`kubelet/<node>`), its container runtime, which outlives the kubelet's crashes, and its overlay network (`flanneld/<node>`).

	@param client of the kubelet.
	*/
	start(client: Client, options: NodeSetUp): ClusterNode {
		const {kernel} = client;
		const {node, images: catalogue, sandboxFailure, network, runKubectl, cni, former} = options;
		const {name, addresses, podCIDRs, images, runtimeHandlers: handlers} = node;
		const containers = new NodeContainers(kernel, name);
		const machine = new Machine(kernel, this.#machines, containers, {
			name,
			addresses,
			apiserver: client,
			network,
			runKubectl,
		});
		const runtime = new Runtime(machine, containers, {podCIDRs, cni, catalogue, images, handlers, sandboxFailure});
		const disk = new NodeDisk();
		if (former) {
			kernel.spawn(`containerd/${name}`, 'containerd', () => goOn(former), {brief: true});
		}

		function* goOn(before: FormerNode): Routine {
			const pods = takeOver({former: before, runtime, machine, catalogue, disk, options});
			yield* note('kubelet.node', {case: 'former', name, pods});
		}

		startKubelet(client, options, {runtime, runtimeImages: runtime.images, host: machine, disk});
		kernel.spawn(`flanneld/${name}`, 'flannel', () => flannel(options.flannel, name, node, this.#leases));
		const started = {
			machine,
			runtime,
			streaming: streamingServer(machine),
			host: machine,
			reviews: new CallerReviews(client, name),
		};
		this.#nodes.set(name, started);
		for (const observer of this.#observers) {
			observer({name, ...started});
		}

		return started;
	}
}
