import type {SimulatedNode} from '../objects/simulated-node.js';
import type {Client, TypedEvent} from '../client/client.js';
import {Informer, type Delivered} from '../client/informer.js';
import {Mailbox} from '../kernel/mailbox.js';
import {ApiError} from '../client/errors.js';
import {active, receive, take, type Routine} from '../kernel/routine.js';
import {frame, note} from '../stages/note.js';
import type {Node, Pod, Service} from '../objects/kubernetes.generated.js';
import {kubeletParts, type KubeletParts} from './kubelet-parts.js';
import type {KubeletOptions} from './node/options.js';
import type {KnownNode, OwnNode} from './node/own-node.js';
import type {NodeDisk} from './node-disk.js';
import {podKey, podName} from './node/pod-names.js';
import {isMirrorPod} from './node/pod-source.js';
import {NodePods} from './pods/node-pods.js';
import {driversOf, registerDrivers} from './registration/csi-node.js';
import {heartbeat} from './registration/heartbeat.js';
import {knownNode, registerNode} from './registration/register-node.js';
import {initialNode} from './node/initial-node.js';
import type {ImageService} from '../cri/image-service.js';
import type {RuntimeService} from '../cri/runtime-service.js';
import type {Host} from '../host/host.js';
import {manifestPath, readStaticPod} from './static-pods/static-pods.js';
import type {FormerKubelet} from './takeover/former-kubelet.js';
import type {PodLifecycleEvent} from './workers/pleg.js';

export type {KubeletOptions, NodeOptions} from './node/options.js';

/** Notifications to the main loop. */
type Message =
	| {readonly kind: 'pod'; readonly event: TypedEvent<Pod>}
	| {readonly kind: 'service'; readonly event: TypedEvent<Service>}
	| {readonly kind: 'node'; readonly event: TypedEvent<Node>}
	| {readonly kind: 'pleg'; readonly event: PodLifecycleEvent}
	| {readonly kind: 'registered'; readonly node: Node}
	| {readonly kind: 'collect'}
	| {readonly kind: 'housekeeping'};

const resyncMs = 20_000;

/** A node's options in a scenario: several ranges and addresses with commas between them. */
const inScenarioWords = ({podCIDRs, addresses, ...others}: KubeletOptions['node']): SimulatedNode => ({
	...others,
	podCIDR: podCIDRs.join(','),
	address: addresses.join(','),
});

const collectMs = 60_000;
const housekeepingMs = 2000;

/** The interfaces by which a kubelet reaches the rest of its node. */
export interface KubeletDoors {
	readonly runtime: RuntimeService;
	readonly runtimeImages: ImageService;
	readonly host: Host;
	readonly disk: NodeDisk;
}

/**
Starts the kubelet of a node, `kubelet/<node>`.

@see https://kubernetes.io/docs/reference/command-line-tools-reference/kubelet/
*/
export const startKubelet = (client: Client, options: KubeletOptions, doors: KubeletDoors): void => {
	client.kernel.spawn(`kubelet/${options.node.name}`, 'kubelet', () => new Kubelet(client, options, doors).run());
};

/** The sync loop of a kubelet: it receives changes and passes each one to the part that handles it. @mirrors k8s.io/kubernetes/pkg/kubelet Kubelet.syncLoop */
class Kubelet {
	readonly #kernel: Client['kernel'];
	readonly #name: string;
	readonly #client: Client;
	readonly #mailbox: Mailbox<Message>;
	readonly #podInformer: Informer<'pods'>;
	readonly #services: Informer<'services'>;
	readonly #nodes: Informer<'nodes'>;
	readonly #ownNode: OwnNode;
	readonly #parts: KubeletParts;
	readonly #pods: NodePods;
	/** The Node as the kubelet registered it, or will register it. */
	#node: KnownNode;
	#isCollecting = false;
	/** Whether all Pods of the API were delivered once, so that other Pods on the node can be removed. */
	#isReady = false;
	/** The state of this node before the simulation, for its first kubelet. */
	readonly #former: FormerKubelet | undefined;

	/** @param heartbeatClient not rate-limited, so that a busy node does not look dead. */
	constructor(
		readonly heartbeatClient: Client,
		readonly options: KubeletOptions,
		readonly doors: KubeletDoors,
	) {
		const {name, kubelet = {}} = options.node;
		const {kernel} = heartbeatClient;
		const {runtime, disk} = doors;
		this.#former = disk.former;
		disk.former = undefined;
		// Everything but heartbeats is limited.
		const {kubeAPIQPS = 50, kubeAPIBurst = 100, eventRecordQPS = 50, eventBurst = 100} = kubelet;
		const client = heartbeatClient.limited({qps: kubeAPIQPS, burst: kubeAPIBurst});
		this.#client = client;
		const owner = `kubelet/${name}`;
		this.#kernel = kernel;
		this.#name = owner;
		this.#node = initialNode(options.node, [], kernel.timestamp());
		this.#mailbox = new Mailbox(owner);
		this.#podInformer = new Informer(client, 'pods', {
			fieldSelector: `spec.nodeName=${name}`,
			owner,
			removalsFirst: true,
		});
		this.#services = new Informer(client, 'services', {owner});
		this.#nodes = new Informer(client, 'nodes', {fieldSelector: `metadata.name=${name}`, owner});
		const registered = () => this.#nodes.get(undefined, name);
		this.#ownNode = {options: options.node, registered, current: () => registered() ?? this.#node};
		this.#parts = kubeletParts({
			client,
			eventClient: heartbeatClient.limited({qps: eventRecordQPS, burst: eventBurst}),
			...doors,
			former: this.#former,
			options,
			node: this.#ownNode,
			services: () => this.#services.list(),
			pods: () => this.#pods.active(),
			finished: (uid) => this.#pods.finished(uid),
			isReady: () => this.#isReady,
		});
		this.#pods = new NodePods(kernel, runtime, this.#parts, name, () => this.#collectSoon());
	}

	*run(): Routine {
		const {options} = this;
		const {runtimeImages} = this.doors;
		const {staticPods = []} = options.node;
		runtimeImages.show();
		yield* note('kubelet.node', {
			case: 'start',
			options: inScenarioWords(options.node),
			images: runtimeImages.listImages().size,
		});
		if (staticPods.length > 0) {
			// These run before the apiserver knows the node, and when it cannot be reached at all.
			this.#startParts();
			yield* this.#readStaticPods(staticPods);
			this.#child('registration', () => this.#register());
		} else {
			const node = yield* this.#registration();
			this.#node = node;
			this.#startParts(node);
			yield* this.#follow();
		}

		yield* this.#loop();
	}

	*#loop(): Routine {
		const kernel = this.#kernel;
		let resyncAtMs = kernel.now + resyncMs;
		for (;;) {
			const message = this.options.resyncs
				? yield* take(this.#mailbox, {timeoutMs: Math.max(0, resyncAtMs - kernel.now), periodic: true})
				: yield* receive(this.#mailbox);
			if (message === undefined) {
				resyncAtMs = kernel.now + resyncMs;
				yield* this.#resync();
			} else {
				yield* this.#handle(message);
			}
		}
	}

	#child(name: string, start: () => Routine): void {
		this.#kernel.spawn(`${this.#name}/${name}`, 'kubelet', start, {child: true});
	}

	#heartbeat(node: Node): Routine {
		const {recorder, volumes, eviction, shutdown, news} = this.#parts;
		return heartbeat({
			client: this.heartbeatClient,
			recorder,
			node,
			registered: this.#ownNode.registered,
			inUse: () => volumes.inUse(),
			state: () => ({pressures: eviction.conditions, notReady: shutdown.notReady}),
			news,
		});
	}

	*#registration(): Routine<Node> {
		const known = this.#former && (yield* knownNode(this.#client, this.options.node.name));
		if (known) {
			return known;
		}

		const {runtimeImages, host} = this.doors;
		const node = yield* registerNode(this.#client, this.#parts.recorder, this.options.node, runtimeImages, host);
		const drivers = driversOf(this.options);
		if (drivers.length > 0) {
			yield* registerDrivers(this.#client, node, drivers);
		}

		return node;
	}

	*#register(): Routine {
		const node = yield* this.#registration();
		this.#kernel.send(this.#mailbox, {kind: 'registered', node});
	}

	/** The processes next to the main loop; heartbeats start once there is a Node. */
	#startParts(node?: Node): void {
		const {pleg, statuses, garbage, cpus, eviction, imageGarbage, shutdown} = this.#parts;
		const tell = (event: PodLifecycleEvent) => {
			this.#kernel.send(this.#mailbox, {kind: 'pleg', event});
		};

		this.#child('status-manager', () => statuses.run());
		if (node) {
			this.#child('heartbeat', () => this.#heartbeat(node));
		}

		this.#child('pleg', () => pleg.run(tell));
		this.#child('pleg/requests', () => pleg.runRequests(tell));
		this.#child('container-deletor', () => garbage.run());
		this.#child('eviction-manager', () => eviction.run());
		this.#child('image-gc', () => imageGarbage.run());
		if (cpus.isStatic) {
			this.#child('cpu-manager', () => cpus.run());
		}

		if (shutdown.isOn) {
			this.#child('node-shutdown-manager', () => shutdown.run());
		}
	}

	*#follow(): Routine {
		yield* this.#nodes.start(this.#mailbox, (event): Message => ({kind: 'node', event}));
		yield* this.#services.start(this.#mailbox, (event): Message => ({kind: 'service', event}));
		yield* this.#podInformer.start(this.#mailbox, (event): Message => ({kind: 'pod', event}));
		this.#lookForOrphans();
	}

	/** Ends and removes Pods that only the node has, once the kubelet knows all its Pods. */
	#lookForOrphans(): void {
		if (this.#isReady || !this.#podInformer.synced) {
			return;
		}

		this.#isReady = true;
		if (this.#pods.orphans().length > 0) {
			this.#kernel.after(housekeepingMs, () => this.#kernel.send(this.#mailbox, {kind: 'housekeeping'}));
		}

		if (this.doors.runtime.podUIDs().some((uid) => !this.#pods.has(uid))) {
			this.#collectSoon();
		}
	}

	/** @mirrors k8s.io/kubernetes/pkg/kubelet/config sourceFile.listConfig */
	*#readStaticPods(manifests: readonly unknown[]): Routine {
		const {name} = this.options.node;
		for (const [index, manifest] of manifests.entries()) {
			const path = manifestPath(manifest, index);
			const read = readStaticPod(manifest, path, name, this.#kernel.microTimestamp());
			if ('problem' in read) {
				yield* note('kubelet.static', {case: 'refused', path, message: read.problem}, {outcome: 'refused'});
				continue;
			}

			const {pod} = read;
			yield* note(
				'kubelet.static',
				{case: 'read', node: name, path, uid: pod.metadata.uid, pod},
				{object: podKey(pod)},
			);
			if (!this.#pods.has(pod.metadata.uid)) {
				yield* this.#pods.add(pod, path);
			}
		}
	}

	*#handle(message: Message): Routine {
		switch (message.kind) {
			case 'registered': {
				const {node} = message;
				this.#node = node;
				this.#child('heartbeat', () => this.#heartbeat(node));
				yield* this.#follow();
				return;
			}

			case 'node': {
				const isFirst = this.#ownNode.registered() === undefined;
				yield* this.#nodes.deliver(message.event);
				this.#parts.volumes.nodeChanged();
				if (isFirst && this.#ownNode.registered()) {
					yield* this.#showStaticPods();
				}

				return;
			}

			case 'service': {
				yield* this.#services.deliver(message.event);
				return;
			}

			case 'pod': {
				const change = yield* this.#podInformer.deliver(message.event);
				if (change) {
					yield* this.#podChanged(change);
				}

				this.#lookForOrphans();

				return;
			}

			case 'pleg': {
				this.#pods.lifecycle(message.event);
				return;
			}

			case 'housekeeping': {
				yield* this.#pods.cleanUp();
				return;
			}

			case 'collect': {
				this.#isCollecting = false;
				yield* this.#parts.garbage.removeLeftovers((uid) => this.#pods.has(uid));
			}
		}
	}

	/** Now that the kubelet has read its Node, mirror Pods can belong to it. @mirrors Kubelet.fastStaticPodsRegistration */
	*#showStaticPods(): Routine {
		for (const local of this.#pods.all()) {
			if (local.manifest !== undefined) {
				yield* frame(
					{name: `mirror ${podName(local.pod)}`, object: podKey(local.pod)},
					this.#parts.mirrors.reconcile(local),
				);
			}
		}
	}

	*#podChanged(change: Delivered<Pod>): Routine {
		yield* isMirrorPod(change.object) ? this.#pods.mirrorChanged(change) : this.#pods.changed(change);
	}

	/** Lists all Pods of the node, whether or not the watch has reported a change: so did the first kubelets, today's only watch. */
	*#resync(): Routine {
		const {name} = this.options.node;
		const fieldSelector = `spec.nodeName=${name}`;
		let bound: readonly Pod[];
		try {
			bound = (yield* this.#client.list('pods', {fieldSelector})).items;
		} catch (error) {
			if (error instanceof ApiError) {
				return;
			}

			throw error;
		}

		const missed = bound.filter((pod) => !this.#pods.has(pod.metadata.uid) && !isMirrorPod(pod));
		if (missed.length > 0) {
			yield* active();
		}

		yield* note('kubelet.resync', {
			node: name,
			fieldSelector,
			pods: bound.length,
			workers: this.#pods.size,
			missed: missed.map((pod) => podName(pod)),
		});
		for (const pod of missed) {
			yield* this.#pods.add(pod);
		}
	}

	/** Leftovers of Pods on the node are removed once a minute, after the deletion of a Pod. */
	#collectSoon(): void {
		if (this.#isCollecting) {
			return;
		}

		this.#isCollecting = true;
		const kernel = this.#kernel;
		kernel.after(collectMs - (kernel.now % collectMs), () => kernel.send(this.#mailbox, {kind: 'collect'}), {
			periodic: true,
		});
	}
}
