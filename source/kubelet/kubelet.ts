import {Client, type TypedEvent} from '../client/client.js';
import {EventRecorder} from '../client/event-recorder.js';
import {Informer, type Delivered} from '../client/informer.js';
import type {Kernel} from '../kernel/kernel.js';
import {Mailbox} from '../kernel/mailbox.js';
import {active, frame, note, take, type Routine} from '../kernel/routine.js';
import {isTerminal} from '../objects/pod.js';
import type {Node, Pod, Service} from '../objects/kubernetes.generated.js';
import {admitRecord} from './admission/admit-record.js';
import {deadContainers, removeDeadContainers, removeLeftovers} from './pods/container-garbage.js';
import {podKey, podName, type KubeletContext, type KubeletOptions, type PodRecord} from './context.js';
import {heartbeat, registerNode} from './node/heartbeat.js';
import {deleteMirror, reconcileMirror, showStatusLater} from './static-pods/mirror-pods.js';
import {flannel} from './network/routes.js';
import {initialNode} from './node/node-status.js';
import {ObjectCache} from './object-cache.js';
import {pleg} from './pleg.js';
import {podWorker} from './pods/pod-worker.js';
import {ProbeManager} from './probes/probe-manager.js';
import {Backoff} from './containers/restart.js';
import {Runtime} from './runtime/runtime.js';
import {isMirrorPod, manifestPath, readStaticPod} from './static-pods/static-pods.js';
import {StatusManager} from './status/status-manager.js';
import {equal} from '../kernel/equality.js';

export type {KubeletOptions, NodeOptions} from './context.js';

/** What the main loop hears of. */
type Message =
	| {readonly kind: 'pod'; readonly event: TypedEvent<Pod>}
	| {readonly kind: 'service'; readonly event: TypedEvent<Service>}
	| {readonly kind: 'node'; readonly event: TypedEvent<Node>}
	| {readonly kind: 'pleg'; readonly uid: string}
	| {readonly kind: 'registered'; readonly node: Node}
	| {readonly kind: 'collect'};

const resyncMs = 20_000;
const collectMs = 60_000;
const defaultResolvConf = {servers: ['192.0.2.53'], searches: ['example.test']};

/**
Starts a node: its kubelet (`kubelet/<node>`), its container runtime, which outlives the kubelet's crashes, and its overlay network (`flanneld/<node>`).

@returns the runtime.
@see https://kubernetes.io/docs/reference/command-line-tools-reference/kubelet/
*/
export const startKubelet = (kernel: Kernel, client: Client, options: KubeletOptions): Runtime => {
	const {node, images} = options;
	const runtime = new Runtime(kernel, {
		node: node.name,
		address: node.address,
		podCIDR: node.podCIDR,
		catalogue: images,
		images: node.images,
	});
	kernel.spawn(`kubelet/${node.name}`, 'kubelet', () => new Kubelet(kernel, client, options, runtime).run());
	// Simplified: flannel reads the Nodes as kube-proxy does, whose role allows it; its own service account would need a binding.
	const flannelClient = new Client(kernel, client.handler, `flanneld/${node.name}`, {
		certificate: {commonName: 'system:kube-proxy', organizations: []},
	});
	kernel.spawn(`flanneld/${node.name}`, 'flannel', () => flannel(flannelClient, node.name, node));
	return runtime;
};

class Kubelet {
	readonly #name: string;
	readonly #mailbox: Mailbox<Message>;
	readonly #pods: Informer<'pods'>;
	readonly #services: Informer<'services'>;
	readonly #nodes: Informer<'nodes'>;
	readonly #context: KubeletContext;
	readonly #records = new Map<string, PodRecord>();
	#node: Node | undefined;
	#collecting = false;

	constructor(
		readonly kernel: Kernel,
		readonly client: Client,
		readonly options: KubeletOptions,
		readonly runtime: Runtime,
	) {
		const {name} = options.node;
		this.#name = `kubelet/${name}`;
		this.#mailbox = new Mailbox(this.#name);
		const owner = this.#name;
		this.#pods = new Informer(client, 'pods', {fieldSelector: `spec.nodeName=${name}`, owner});
		this.#services = new Informer(client, 'services', {owner});
		this.#nodes = new Informer(client, 'nodes', {fieldSelector: `metadata.name=${name}`, owner});
		this.#context = {
			kernel,
			client,
			options,
			runtime,
			recorder: new EventRecorder(client, {component: 'kubelet', host: name, process: `${this.#name}/events`}),
			records: this.#records,
			statuses: new StatusManager(client, name),
			probes: new ProbeManager(),
			objects: new ObjectCache(client),
			containerBackoff: new Backoff(),
			imageBackoff: new Backoff(),
			dns: {
				clusterDNS: options.clusterDNS,
				clusterDomain: options.clusterDomain,
				host: options.resolvConf ?? defaultResolvConf,
			},
			node: () => this.#nodes.get(undefined, name) ?? this.#node!,
			registered: () => this.#nodes.get(undefined, name),
			services: () => this.#services.list(),
			garbage: new Mailbox(`${this.#name}/container-deletor`),
		};
	}

	*run(): Routine {
		const {kernel, options, runtime} = this;
		const {staticPods = []} = options.node;
		runtime.images.show();
		yield* note(
			'kubelet.node',
			`The kubelet of ${options.node.name} starts; the runtime has ${runtime.images.all.size} images.`,
			{options: options.node},
		);
		if (staticPods.length > 0) {
			// These run before the apiserver knows the node, and when it cannot be reached at all.
			this.#node = initialNode(options.node, [], kernel.timestamp());
			this.#startParts();
			yield* this.#readStaticPods(staticPods);
			this.#child('registration', () => this.#register());
		} else {
			const node = (this.#node = yield* this.#registration());
			this.#startParts(node);
			yield* this.#follow();
		}

		let resyncAtMs = kernel.now + resyncMs;
		for (;;) {
			const message = yield* take(this.#mailbox, {timeoutMs: resyncAtMs - kernel.now, periodic: true});
			if (message === undefined) {
				resyncAtMs = kernel.now + resyncMs;
				yield* this.#resync();
			} else {
				yield* this.#handle(message);
			}
		}
	}

	#child(name: string, start: () => Routine): void {
		this.kernel.spawn(`${this.#name}/${name}`, 'kubelet', start, {child: true});
	}

	#registration(): Routine<Node> {
		return registerNode(this.client, this.#context.recorder, this.options.node, this.runtime);
	}

	*#register(): Routine {
		const node = yield* this.#registration();
		this.kernel.send(this.#mailbox, {kind: 'registered', node});
	}

	/** The processes beside the main loop; a heart beats once there is a Node. */
	#startParts(node?: Node): void {
		const {kernel, client, runtime} = this;
		const {statuses} = this.#context;
		this.#child('status-manager', () => statuses.run());
		if (node) {
			this.#child('heartbeat', () => heartbeat(client, node));
		}

		this.#child('pleg', () => pleg(kernel, runtime, this.#mailbox, (uid): Message => ({kind: 'pleg', uid})));
		this.#child('container-deletor', () => removeDeadContainers(this.#context));
	}

	*#follow(): Routine {
		yield* this.#nodes.start(this.#mailbox, (event): Message => ({kind: 'node', event}));
		yield* this.#services.start(this.#mailbox, (event): Message => ({kind: 'service', event}));
		yield* this.#pods.start(this.#mailbox, (event): Message => ({kind: 'pod', event}));
	}

	/** @mirrors k8s.io/kubernetes/pkg/kubelet/config sourceFile.listConfig */
	*#readStaticPods(manifests: readonly unknown[]): Routine {
		const {name} = this.options.node;
		for (const [index, manifest] of manifests.entries()) {
			const path = manifestPath(manifest, index);
			const read = readStaticPod(manifest, path, name, this.kernel.microTimestamp());
			if ('problem' in read) {
				yield* note(
					'kubelet.static',
					`Could not process manifest file ${path}: ${read.problem}.`,
					{path, message: read.problem},
					{outcome: 'refused'},
				);
				continue;
			}

			const {pod} = read;
			yield* note(
				'kubelet.static',
				`The kubelet of ${name} reads ${path}: ${podName(pod)} is a static Pod, which it runs without the apiserver.`,
				{path, uid: pod.metadata.uid, pod},
				{object: podKey(pod)},
			);
			if (!this.#records.has(pod.metadata.uid)) {
				yield* this.#add(pod, path);
			}
		}
	}

	*#handle(message: Message): Routine {
		switch (message.kind) {
			case 'registered': {
				const {client} = this;
				const node = (this.#node = message.node);
				this.#child('heartbeat', () => heartbeat(client, node));
				yield* this.#follow();
				return;
			}

			case 'node': {
				const isFirst = this.#context.registered() === undefined;
				yield* this.#nodes.deliver(message.event);
				if (isFirst && this.#context.registered()) {
					yield* this.#showStaticPods();
				}

				return;
			}

			case 'service': {
				yield* this.#services.deliver(message.event);
				return;
			}

			case 'pod': {
				const change = yield* this.#pods.deliver(message.event);
				if (change) {
					yield* this.#podChanged(change);
				}

				return;
			}

			case 'pleg': {
				this.#lifecycle(message.uid);
				return;
			}

			case 'collect': {
				this.#collecting = false;
				yield* removeLeftovers(this.#context);
			}
		}
	}

	/** Now that the kubelet has read its Node, mirror Pods can belong to it. @mirrors Kubelet.fastStaticPodsRegistration */
	*#showStaticPods(): Routine {
		for (const record of this.#records.values()) {
			if (record.manifest !== undefined) {
				yield* frame(
					{name: `mirror ${podName(record.pod)}`, object: podKey(record.pod)},
					reconcileMirror(this.#context, record),
				);
			}
		}
	}

	/** A mirror Pod has no worker: it tells of what somebody does to it in the API, and the static Pod's worker mends it. */
	*#mirrorChanged({type, object: mirror, old}: Delivered<Pod>): Routine {
		const record = [...this.#records.values()].find(
			({manifest, pod}) => manifest !== undefined && podName(pod) === podName(mirror),
		);
		if (!record) {
			if (type !== 'DELETED') {
				yield* deleteMirror(this.#context, mirror, 'no manifest on the node makes such a Pod');
			}

			return;
		}

		const isKnown = record.mirror?.metadata.uid === mirror.metadata.uid;
		if (type === 'DELETED') {
			if (isKnown) {
				record.mirror = undefined;
				this.#wake(record, 'its mirror Pod is gone');
			}

			return;
		}

		record.mirror = mirror;
		if (!isKnown) {
			showStatusLater(this.#context, record);
		}

		if (!isKnown || (old && isUpdate(old, mirror))) {
			this.#wake(
				record,
				mirror.metadata.deletionTimestamp
					? 'somebody deletes its mirror Pod'
					: `its mirror Pod ${isKnown ? 'has changed' : 'is new'}`,
			);
		}
	}

	/** A look at all Pods of the node, whether or not the watch has told of them. */
	*#resync(): Routine {
		const missed = this.#pods.list().filter((pod) => !this.#records.has(pod.metadata.uid) && !isMirrorPod(pod));
		if (missed.length > 0) {
			yield* active();
		}

		yield* note(
			'kubelet.resync',
			`The kubelet compares the ${this.#pods.size} Pods bound to ${this.options.node.name} with its workers: ${missed.length === 0 ? 'none is missing' : `${missed.map((pod) => podName(pod)).join(', ')} has none`}.`,
			{
				fieldSelector: `spec.nodeName=${this.options.node.name}`,
				pods: this.#pods.size,
				workers: this.#records.size,
				missed: missed.map((pod) => podName(pod)),
			},
		);
		for (const pod of missed) {
			yield* this.#add(pod);
		}
	}

	*#podChanged(change: Delivered<Pod>): Routine {
		const {type, object: pod, old} = change;
		if (isMirrorPod(pod)) {
			yield* this.#mirrorChanged(change);
			return;
		}

		const {uid} = pod.metadata;
		const record = this.#records.get(uid);
		if (type === 'DELETED') {
			if (record) {
				record.pod = pod;
				record.removed = true;
				this.#context.statuses.forget(uid);
				this.#wake(record, `its object is gone`);
				if (record.stage === 'finished') {
					this.#forget(record);
				}
			}

			return;
		}

		if (!record) {
			yield* this.#add(pod);
			return;
		}

		record.pod = pod;
		if (record.stage === 'finished') {
			this.#context.statuses.touch(uid);
		} else if (!old || isUpdate(old, pod)) {
			this.#wake(
				record,
				pod.metadata.deletionTimestamp && !old?.metadata.deletionTimestamp
					? `it is being deleted, with ${pod.metadata.deletionGracePeriodSeconds} s grace`
					: 'its object has changed',
			);
		} else if (pod.spec.readinessGates && !equal(old.status?.conditions, pod.status?.conditions)) {
			this.#wake(record, 'a condition that it waits for has changed');
		}
	}

	*#add(pod: Pod, manifest?: string): Routine {
		const {kernel, runtime} = this;
		const {uid} = pod.metadata;
		const {name, namespace} = pod.metadata;
		const base = `${this.#name}/pod/${namespace}/${name}`;
		const taken = kernel.processes.get(base)?.state;
		const record: PodRecord = {
			pod,
			...(manifest === undefined ? {} : {manifest}),
			uid,
			mailbox: new Mailbox(base),
			process: taken === undefined || taken === 'ended' || taken === 'crashed' ? base : `${base}-${uid.slice(0, 8)}`,
			stage: 'syncing',
			removed: false,
			waiting: new Map(),
			volumes: new Map(),
			seen: kernel.microTimestamp(),
			seenMs: kernel.now,
			prepared: false,
			pulledMs: 0,
			measured: false,
		};
		const runs = runtime.sandboxesOf(uid).length > 0;
		if (isTerminal(pod) && !runtime.containersOf(uid).some(({state}) => state === 'RUNNING')) {
			record.stage = 'finished';
			this.#records.set(uid, record);
			return;
		}

		if (
			!runs &&
			!pod.metadata.deletionTimestamp &&
			!(yield* frame({name: `admit ${podName(pod)}`, object: podKey(pod)}, admitRecord(this.#context, record)))
		) {
			this.#records.set(uid, record);
			return;
		}

		this.#records.set(uid, record);
		record.measured = runs;
		kernel.spawn(record.process, 'kubelet', () => podWorker(this.#context, record), {child: true});
		this.#wake(
			record,
			runs ? 'the kubelet has started anew and finds it running' : `it is new on ${this.options.node.name}`,
		);
	}

	#wake(record: PodRecord, because: string): void {
		if (record.stage !== 'finished') {
			this.kernel.send(record.mailbox, {because});
		}
	}

	/** The PLEG has seen something begin or end. */
	#lifecycle(uid: string): void {
		const record = this.#records.get(uid);
		if (record) {
			this.#wake(record, 'the PLEG has seen something of it begin or end');
		}

		const gone =
			!record ||
			(record.stage === 'finished' && (record.removed || record.pod.metadata.deletionTimestamp !== undefined));
		for (const id of deadContainers(this.runtime, uid, gone)) {
			this.kernel.send(this.#context.garbage, id);
		}

		if (gone && record?.removed) {
			this.#forget(record);
		}
	}

	#forget(record: PodRecord): void {
		this.#records.delete(record.uid);
		this.#context.statuses.forget(record.uid);
		for (const other of this.#records.values()) {
			if (other.deferred !== undefined) {
				this.#wake(other, `${podName(record.pod)} is gone, and what it had may be enough`);
			}
		}

		if (!this.#collecting) {
			this.#collecting = true;
			const untilMs = collectMs - (this.kernel.now % collectMs);
			this.kernel.after(untilMs, () => this.kernel.send(this.#mailbox, {kind: 'collect'}), {periodic: true});
		}
	}
}

/** Whether the change asks for something: a change of the status alone, most often the kubelet's own, does not. */
const isUpdate = (old: Pod, pod: Pod): boolean =>
	old.metadata.generation !== pod.metadata.generation ||
	old.metadata.deletionTimestamp !== pod.metadata.deletionTimestamp ||
	old.metadata.deletionGracePeriodSeconds !== pod.metadata.deletionGracePeriodSeconds ||
	!equal(old.metadata.labels, pod.metadata.labels) ||
	!equal(old.metadata.annotations, pod.metadata.annotations);
