import type {Kernel} from '../kernel/kernel.js';
import {Mailbox} from '../kernel/mailbox.js';
import {receive, type Routine} from '../kernel/routine.js';
import type {Client, ResourceName, TypedEvent} from '../client/client.js';
import {Informer, type Delivered, type InformerOptions} from '../client/informer.js';
import type {WorkQueue} from '../client/work-queue.js';
import {controllerOf} from '../objects/owner.js';
import type {ObjectMeta, Pod, Resources} from '../objects/kubernetes.generated.js';
import {isTerminal, podCondition} from '../objects/pod.js';
import type {KubernetesObject} from '../objects/kubernetes-object.js';
import {registryKey} from '../objects/resources.js';
import {getOrInsert} from '../kernel/get-or-insert.js';

/** A key to sync, at once or later. */
export interface Wake {
	readonly key: string;
	readonly afterMs?: number;
}

/** The keys that a controller must sync after a change. Pure, except for the controller's own expectations. */
export type Handler<T> = (change: Delivered<T>) => Iterable<string | Wake>;

export type Handlers = {readonly [R in ResourceName]?: Handler<Resources[R]>};

interface Registration {
	readonly name: string;
	readonly handlers: Handlers;
	readonly queue: WorkQueue;
	readonly synced: Mailbox<true>;
}

type Message =
	| {readonly register: Registration}
	/** Receives an event of a watch, and notifies the controllers. */
	| {readonly deliver: () => Routine};

type Indexes = {readonly [R in ResourceName]?: InformerOptions<Resources[R]>['indexes']};

const byController = (object: {readonly metadata: ObjectMeta}): readonly string[] => {
	const owner = controllerOf(object);
	return owner ? [owner.uid] : [`${object.metadata.namespace}/`];
};

/** `controller`: uid of the controlling owner; `namespace/` finds the orphans of a namespace. */
const indexes: Indexes = {
	pods: {controller: byController, node: (pod) => (pod.spec?.nodeName ? [pod.spec.nodeName] : [])},
	'replicasets.apps': {controller: byController},
	'jobs.batch': {controller: byController},
	'controllerrevisions.apps': {controller: byController},
	'endpointslices.discovery.k8s.io': {
		service: ({metadata: {namespace, labels}}) => [`${namespace}/${labels?.['kubernetes.io/service-name'] ?? ''}`],
	},
	persistentvolumes: {claim: ({spec}) => (spec?.claimRef ? [`${spec.claimRef.namespace}/${spec.claimRef.name}`] : [])},
};

const labelTexts = new WeakMap<object, string>();

/** Labels as a text. Versions of an object share their labels until these change. */
const labelText = (labels: ObjectMeta['labels']): string =>
	labels ? getOrInsert(labelTexts, labels, () => JSON.stringify(labels)) : '';

/** The properties by which the owner of a Pod counts it: whether it has ended or is being deleted, its time of readiness, and its labels. */
const podLook = (pod: Pod): string => {
	const ready = podCondition(pod, 'Ready');
	const readySince = ready?.status === 'True' ? ready.lastTransitionTime : undefined;
	return `${isTerminal(pod)} ${pod.metadata.deletionTimestamp !== undefined} ${readySince} ${labelText(pod.metadata.labels)}`;
};

const groups: {readonly [R in ResourceName]?: InformerOptions<Resources[R]>['groups']} = {
	pods: {controller: podLook},
};

const isHandled = (handlers: Handlers, name: string): name is keyof Handlers => Object.hasOwn(handlers, name);

/** The resources for which a controller has handlers; those of outside controllers include custom resources. */
const resourcesOf = ({handlers}: Registration): readonly ResourceName[] =>
	Object.keys(handlers).filter((name): name is ResourceName => isHandled(handlers, name));

/**
One cache per resource for all controllers, each in its own process.

It receives each event once, updates the cache, and calls the controllers' handlers, which only add keys to work queues. A
controller that starts later receives existing objects as additions.

@mirrors k8s.io/client-go/informers.SharedInformerFactory
*/
export class SharedInformers {
	readonly #mailbox: Mailbox<Message>;
	readonly #informers: {[R in ResourceName]?: Informer<R>} = {};
	readonly #started = new Set<ResourceName>();
	readonly #registrations = new Map<string, Registration>();
	readonly #served = new Set<Registration>();
	/** Which registered controllers have a handler for a resource. */
	readonly #interested = new Map<ResourceName, readonly Registration[]>();
	readonly #waiting = new Set<Registration>();

	constructor(
		readonly kernel: Kernel,
		readonly client: Client,
		readonly owner: string,
	) {
		this.#mailbox = new Mailbox(`${owner}/informers`);
	}

	/** The shared cache of a resource; it fills once a controller with a handler for it has registered. */
	informer<R extends ResourceName>(resource: R): Informer<R> {
		const found: Informer<R> | undefined = this.#informers[resource];
		if (found) {
			return found;
		}

		const informer = new Informer(this.client, resource, {
			owner: this.owner,
			indexes: indexes[resource],
			groups: groups[resource],
		});
		const own: {[Own in R]?: Informer<Own>} = this.#informers;
		own[resource] = informer;
		return informer;
	}

	/** Subscribes to changes. The mailbox `synced` receives a message once all the resources are in the cache. */
	register(registration: Registration): void {
		this.#registrations.set(registration.name, registration);
		this.#interested.clear();
		this.kernel.send(this.#mailbox, {register: registration});
	}

	/** The process: lists, then one event after the other. */
	*run(): Routine {
		for (;;) {
			const message = yield* receive(this.#mailbox);
			yield* 'register' in message ? this.#register(message.register) : message.deliver();
		}
	}

	*#deliver<R extends ResourceName>(informer: Informer<R>, event: TypedEvent<Resources[R]>): Routine {
		const change = yield* informer.deliver(event);
		if (change) {
			for (const registration of this.#interestedIn(informer.resource)) {
				// A controller that has been restarted in the meantime will ask for everything.
				if (this.#registrations.get(registration.name) === registration) {
					for (const wake of wakesOf(registration, informer.resource, change)) {
						yield* this.#wake(registration, informer.resource, wake, change);
					}
				}
			}
		}

		if (this.#waiting.size > 0) {
			this.#tellSynced();
		}
	}

	#interestedIn(resource: ResourceName): readonly Registration[] {
		return getOrInsert(this.#interested, resource, () =>
			[...this.#registrations.values()].filter(
				(registration) => this.#served.has(registration) && registration.handlers[resource],
			),
		);
	}

	*#start<R extends ResourceName>(resource: R): Routine {
		const informer = this.informer(resource);
		this.#started.add(resource);
		yield* informer.start(this.#mailbox, (event) => ({deliver: () => this.#deliver(informer, event)}));
	}

	*#register(registration: Registration): Routine {
		if (this.#served.has(registration)) {
			return;
		}

		this.#served.add(registration);
		this.#interested.clear();
		this.#waiting.add(registration);
		for (const resource of resourcesOf(registration)) {
			if (!this.#started.has(resource)) {
				yield* this.#start(resource);
				continue;
			}

			for (const object of this.informer(resource).list()) {
				const change: Delivered<Resources[typeof resource]> = {type: 'ADDED', object};
				for (const wake of wakesOf(registration, resource, change)) {
					yield* this.#wake(registration, resource, wake, change);
				}
			}
		}

		this.#tellSynced();
	}

	#tellSynced(): void {
		for (const registration of this.#waiting) {
			if (resourcesOf(registration).every((resource) => this.#informers[resource]?.synced)) {
				this.#waiting.delete(registration);
				this.kernel.send(registration.synced, true);
			}
		}
	}

	#wake<R extends ResourceName>(
		{queue}: Registration,
		resource: R,
		wake: string | Wake,
		{type, object}: Delivered<Resources[R]>,
	): Routine {
		const {kind, metadata}: KubernetesObject = object;
		const because = {
			event: type,
			of: `${kind} ${metadata.namespace ? `${metadata.namespace}/` : ''}${metadata.name}`,
			object: registryKey(resource, metadata.namespace, metadata.name),
		};
		if (typeof wake === 'string') {
			return queue.add(wake, because);
		}

		if (wake.afterMs === undefined) {
			return queue.add(wake.key, because);
		}

		return queue.addLater(wake.key, wake.afterMs, because);
	}
}

const nothing: ReadonlyArray<string | Wake> = [];

/** The keys that a change queues for a controller; most changes queue none for most controllers. */
const wakesOf = <R extends ResourceName>(
	{handlers}: Registration,
	resource: R,
	change: Delivered<Resources[R]>,
): Iterable<string | Wake> => {
	const handler: Handler<Resources[R]> | undefined = handlers[resource];
	return handler?.(change) ?? nothing;
};
