import type {Client, ResourceName, TypedEvent} from '../client/client.js';
import {EventRecorder} from '../client/event-recorder.js';
import {Informer, keyOf, type Delivered} from '../client/informer.js';
import type {Kernel} from '../kernel/kernel.js';
import {Mailbox} from '../kernel/mailbox.js';
import {isRecord} from '../kernel/record.js';
import {receive, type Routine} from '../kernel/routine.js';
import type {Node, Pod, Resources} from '../objects/kubernetes.generated.js';
import type {KubernetesObject} from '../objects/kubernetes-object.js';
import {registryKey} from '../objects/resources.js';
import {note} from '../stages/note.js';
import {PodAddresses} from './addresses.js';
import {defaultStages} from './default-stages.js';
import {ExpressionError} from './expression.js';
import {Jobs} from './jobs.js';
import {NodeLeases} from './leases.js';
import {delayOf, nextStage} from './lifecycle.js';
import {Player} from './player.js';
import type {Stage} from './stage.js';
import {stageFunctions} from './template-functions.js';

const process = 'kwok-controller';
const stagesName: string = 'stages.v1alpha1.kwok.x-k8s.io';
/** The simulated version. @see https://github.com/kubernetes-sigs/kwok/releases */
const version = 'v0.7.0';
/** @mirrors kwok's nodePlayStageParallelism, podPlayStageParallelism */
const workers = 4;

type Kind = 'Node' | 'Pod';

/** The type name of custom resources for an informer: its objects are untyped. */
const isServed = (name: string): name is ResourceName => name === stagesName;

/** The schema of the definition has checked the fields of a Stage. */
const isStage = (object: unknown): object is Stage & KubernetesObject => isRecord(object) && object['kind'] === 'Stage';

/** Whether a node asks for KWOK. @see https://kwok.sigs.k8s.io/docs/user/kwok-manage-nodes-and-pods/ */
const asks = ({metadata}: Node): boolean => metadata.annotations?.['kwok.x-k8s.io/node'] === 'fake';

/**
Starts KWOK: nodes with the annotation `kwok.x-k8s.io/node: fake`, and the Pods on them, go through Stages, without real machines.

Simplified: the Stages of other kinds of objects have no effect.

@param client of its service account.
@param nodeIPs the addresses of the controller.
@see https://kwok.sigs.k8s.io/docs/design/architecture/
@mirrors sigs.k8s.io/kwok/pkg/kwok/controllers
*/
export const startKwok = (kernel: Kernel, client: Client, nodeIPs: readonly string[]): void => {
	kernel.spawn(process, process, () => new KwokController(client, nodeIPs).run());
};

function* deliver<R extends ResourceName>(
	informer: Informer<R>,
	event: TypedEvent<Resources[R]>,
	handle: (change: Delivered<Resources[R]>) => Routine,
): Routine {
	const change = yield* informer.deliver(event);
	if (change) {
		yield* handle(change);
	}
}

class KwokController {
	readonly #kernel: Kernel;
	readonly #stages: Informer<ResourceName>;
	readonly #nodes: Informer<'nodes'>;
	readonly #pods: Informer<'pods'>;
	readonly #addresses = new PodAddresses();
	readonly #leases: NodeLeases;
	readonly #jobs: Readonly<Record<Kind, Jobs>>;
	readonly #inbox = new Mailbox<() => Routine>(process);
	readonly #recorder: EventRecorder;
	/** The object whose templates run. */
	#current = '';
	/** The Stages of each kind: those of the cluster, otherwise the default ones. */
	#lifecycles: Readonly<Record<Kind, readonly Stage[]>> = defaultStages;

	constructor(
		readonly client: Client,
		readonly nodeIPs: readonly string[],
	) {
		const {kernel} = client;
		this.#kernel = kernel;
		if (!isServed(stagesName)) {
			throw new TypeError(`${stagesName} is not a resource`);
		}

		this.#stages = new Informer(client, stagesName);
		this.#nodes = new Informer(client, 'nodes');
		this.#pods = new Informer(client, 'pods', {indexes: {node: ({spec}) => (spec.nodeName ? [spec.nodeName] : [])}});
		this.#leases = new NodeLeases(client, process, (name) => this.#nodes.getByKey(name));
		this.#jobs = {Node: new Jobs(kernel, `${process}/nodes`), Pod: new Jobs(kernel, `${process}/pods`)};
		this.#recorder = new EventRecorder(client, {component: 'kwok', process: `${process}/events`});
	}

	*run(): Routine {
		yield* note('kwok.start', {version});
		this.#startWorkers();
		// Stages first: the first nodes and Pods find those that a cluster has from the start.
		yield* this.#follow(this.#stages, () => this.#onStage());
		yield* this.#follow(this.#nodes, (change) => this.#onNode(change));
		yield* this.#follow(this.#pods, (change) => this.#onPod(change));
		for (;;) {
			const work = yield* receive(this.#inbox);
			yield* work();
		}
	}

	#startWorkers(): void {
		const kernel = this.#kernel;
		const started = kernel.timestamp();
		const functions = stageFunctions({
			now: () => kernel.timestamp(),
			startTime: () => started,
			version,
			nodeIPs: (name) => this.#hostIPs(name),
			podIPs: (node, usesHostNetwork, uid) =>
				usesHostNetwork ? this.#hostIPs(node) : this.#addresses.of(uid, this.#nodes.getByKey(node)),
			nodeName: () => this.#current,
		});
		for (const kind of ['Node', 'Pod'] as const) {
			const jobs = this.#jobs[kind];
			const player = new Player({
				client: this.client,
				recorder: this.#recorder,
				jobs,
				functions,
				enter: ({key}) => {
					this.#current = key;
				},
				again: (_, object) => {
					kernel.send(this.#inbox, () => this.#plan(kind, object));
				},
			});
			for (let number = 1; number <= workers; number++) {
				kernel.spawn(`${process}/${kind.toLowerCase()}s-${number}`, process, () => player.work(), {child: true});
			}
		}

		this.#leases.start();
	}

	/** Fills a cache, and handles each change of it. */
	*#follow<R extends ResourceName>(
		informer: Informer<R>,
		handle: (change: Delivered<Resources[R]>) => Routine,
	): Routine {
		yield* informer.start(this.#inbox, (event) => () => deliver(informer, event, handle));
	}

	/** The addresses of a node, or of the controller. */
	#hostIPs(name: string | undefined): readonly string[] {
		const own = (name === undefined ? undefined : this.#nodes.getByKey(name))?.status.addresses ?? [];
		const found = own.filter(({type}) => type === 'InternalIP').map(({address}) => address);
		return found.length > 0 ? found : this.nodeIPs;
	}

	/** Objects meet a changed Stage with their next event; all meet the first Stage of their kind. */
	*#onStage(): Routine {
		const before = this.#lifecycles;
		const own = this.#stages.list().filter(isStage);
		const of = (kind: Kind): readonly Stage[] => {
			const found = own.filter(
				({spec: {resourceRef}}) => resourceRef.kind === kind && (resourceRef.apiGroup ?? 'v1') === 'v1',
			);
			return found.length > 0 ? found : defaultStages[kind];
		};
		this.#lifecycles = {Node: of('Node'), Pod: of('Pod')};
		const isOther = (kind: Kind): boolean =>
			(before[kind] === defaultStages[kind]) !== (this.#lifecycles[kind] === defaultStages[kind]);
		for (const node of isOther('Node') ? this.#nodes.list().filter(asks) : []) {
			yield* this.#plan('Node', node);
		}

		for (const pod of isOther('Pod') ? this.#pods.list() : []) {
			yield* this.#planPod(pod);
		}
	}

	*#onNode({type, object, old}: Delivered<Node>): Routine {
		const {name} = object.metadata;
		const key = registryKey('nodes', undefined, name);
		const isManaged = type !== 'DELETED' && asks(object);
		const wasManaged = old !== undefined && asks(old);
		if (isManaged) {
			if (!wasManaged) {
				yield* note('kwok.node', {name, managed: true}, {object: key});
				this.#leases.hold(name);
				for (const pod of this.#pods.byIndex('node', name)) {
					yield* this.#planPod(pod);
				}
			}

			yield* this.#plan('Node', object);
		} else if (wasManaged) {
			this.#jobs.Node.cancel(name);
			this.#leases.release(name);
			yield* note('kwok.node', {name, managed: false}, {object: key});
		}
	}

	*#onPod({type, object}: Delivered<Pod>): Routine {
		if (type === 'DELETED') {
			this.#jobs.Pod.cancel(keyOf(object));
			this.#addresses.release(object.metadata.uid, this.#nodes.getByKey(object.spec.nodeName ?? ''));
			return;
		}

		yield* this.#planPod(object);
	}

	*#planPod(pod: Pod): Routine {
		const node = this.#nodes.getByKey(pod.spec.nodeName ?? '');
		if (node && asks(node)) {
			this.#addresses.know(pod, node);
			yield* this.#plan('Pod', pod);
		}
	}

	/** Finds the next Stage of an object, and when it happens. */
	*#plan(kind: Kind, object: KubernetesObject): Routine {
		const kernel = this.#kernel;
		const jobs = this.#jobs[kind];
		const key = keyOf(object);
		if (jobs.versionOf(key) === object.metadata.resourceVersion) {
			return;
		}

		const {namespace, name} = object.metadata;
		const options = {object: registryKey(kind === 'Pod' ? 'pods' : 'nodes', namespace, name)};
		try {
			const random = kernel.random('kwok');
			const next = nextStage(this.#lifecycles[kind], object, random);
			if (!next) {
				return;
			}

			const {stage, among} = next;
			const delayMs = delayOf(stage, object, kernel.wallClockMs, random);
			yield* note('kwok.match', {kind, name: key, stage: stage.metadata.name, among, delayMs}, options);
			jobs.add({kind, key, object, stage, failures: 0, step: 0}, delayMs);
		} catch (error) {
			if (!(error instanceof ExpressionError)) {
				throw error;
			}

			yield* note('kwok.failed', {kind, name: key, message: error.message}, {...options, outcome: 'failed'});
		}
	}
}
