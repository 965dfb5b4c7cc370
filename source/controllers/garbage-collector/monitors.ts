import type {ResourceName, TypedEvent} from '../../client/client.js';
import {Informer, type Delivered} from '../../client/informer.js';
import {Mailbox} from '../../kernel/mailbox.js';
import {receive, type Routine} from '../../kernel/routine.js';
import type {CustomResourceDefinition, ObjectMeta} from '../../objects/kubernetes.generated.js';
import {apiVersionOf, registryKey, resourceName, resourceOfKind, resources} from '../../objects/resources.js';
import {resourcesOf} from '../../registry/custom-resources/definition.js';
import {note} from '../../stages/note.js';
import type {Tools} from '../controller.js';

/** An object as owner or dependent. */
export interface Owned {
	readonly metadata: ObjectMeta;
}

/** The resource under which a kind is served. */
export interface MonitoredKind {
	/** `plural`, `plural.group`; with the version of a custom resource: `plural.version.group`. */
	readonly resource: ResourceName;
	readonly namespaced: boolean;
}

const definitionsName = 'customresourcedefinitions.apiextensions.k8s.io';

/** Events have no owners, and there are many. @mirrors garbagecollector.ignoredResources */
const ignored = new Set(['events', 'events.events.k8s.io']);

/** Built-in resources whose objects can be deleted, listed and watched. @mirrors garbagecollector.GetDeletableResources */
const deletable: readonly string[] = resources
	.filter(({verbs, preferred}) => preferred && ['delete', 'list', 'watch'].every((verb) => verbs.includes(verb)))
	.map((resource) => resourceName(resource))
	.filter((name) => !ignored.has(name));

interface CustomKind extends MonitoredKind {
	readonly informer: Informer<ResourceName>;
	/** `group/version/kind` of all versions. */
	readonly kinds: readonly string[];
}

type AnyEvent = Parameters<Informer<ResourceName>['deliver']>[0];

/** Reports a change of any object to the graph, and returns the keys to process. */
type OnChange = (resource: ResourceName, change: Delivered<Owned>) => Iterable<string>;

/**
The monitors of the garbage collector: a cache for each deletable resource that no other controller watches, built-in or custom. They
are added and removed with the definitions of custom resources.

@mirrors garbagecollector.GraphBuilder.syncMonitors

Simplified: it learns of custom resources from their definitions, and does not read discovery every 30 s.
*/
export class Monitors {
	readonly #mailbox: Mailbox<() => Routine>;
	readonly #definitions: Informer<typeof definitionsName>;
	/** The monitors of custom resources, by the name of their definition. */
	readonly #custom = new Map<string, CustomKind>();
	readonly #names = new Set<string>();
	#builtIn = 0;

	/** @param shared resources whose changes other caches deliver. */
	constructor(
		readonly tools: Tools,
		readonly shared: ReadonlySet<string>,
		readonly onChange: OnChange,
	) {
		this.#mailbox = new Mailbox('controller-manager/garbage-collector/monitors');
		this.#definitions = new Informer(tools.client, definitionsName);
	}

	/** The kind of an owner reference; `undefined` if it is not served, or not known yet. */
	kind(apiVersion: string, kind: string): MonitoredKind | undefined {
		const builtIn = resourceOfKind(apiVersion, kind);
		if (builtIn) {
			const name = resourceName(builtIn);
			return this.#isServed(name) ? {resource: name, namespaced: builtIn.namespaced} : undefined;
		}

		const full = `${apiVersion}/${kind}`;
		return [...this.#custom.values()].find(({kinds}) => kinds.includes(full));
	}

	/** Whether it is the resource of a definition: strategic merge patches do not work on it. */
	isCustom(resource: ResourceName): boolean {
		return [...this.#custom.values()].some((custom) => custom.resource === resource);
	}

	*run(): Routine {
		yield* this.#definitions.start(this.#mailbox, (event) => () => this.#defined(event));
		for (const name of deletable) {
			if (name !== definitionsName && this.#isServed(name) && !this.shared.has(name)) {
				yield* this.#start(new Informer(this.tools.client, name), (informer, event) => this.#take(informer, event));
				this.#builtIn++;
			}
		}

		yield* note('controller.garbage-collector.monitors', {case: 'start', shared: this.shared.size, own: this.#builtIn});
		for (;;) {
			const work = yield* receive(this.#mailbox);
			yield* work();
		}
	}

	#isServed(name: string): name is ResourceName {
		return deletable.includes(name) || this.#names.has(name);
	}

	*#start(
		informer: Informer<ResourceName>,
		take: (informer: Informer<ResourceName>, event: AnyEvent) => Routine,
	): Routine {
		yield* informer.start(this.#mailbox, (event) => () => take(informer, event));
	}

	/** Receives an event and updates the graph. */
	*#take(informer: Informer<ResourceName>, event: AnyEvent): Routine {
		const change = yield* informer.deliver(event);
		if (change) {
			yield* this.#tell(informer.resource, change);
		}
	}

	*#tell(resource: ResourceName, change: Delivered<Owned>): Routine {
		const {namespace, name} = change.object.metadata;
		const object = registryKey(resource, namespace, name);
		for (const key of this.onChange(resource, change)) {
			yield* this.tools.queue.add(key, {event: change.type, of: name, object});
		}
	}

	*#defined(event: TypedEvent<CustomResourceDefinition>): Routine {
		const change = yield* this.#definitions.deliver(event);
		if (!change) {
			return;
		}

		yield* this.#tell(definitionsName, change);
		const {name} = change.object.metadata;
		const served = change.type === 'DELETED' ? [] : resourcesOf(change.object);
		const known = this.#custom.get(name);
		const [resource] = served.filter(({preferred}) => preferred);
		if (!resource) {
			yield* this.#stop(name, known);
			return;
		}

		const full = `${resource.plural}.${resource.version}.${resource.group}`;
		if (known?.resource === full) {
			return;
		}

		yield* this.#stop(name, known);
		this.#names.add(full);
		if (this.#isServed(full)) {
			const kinds = served.map((version) => `${apiVersionOf(version)}/${version.kind}`);
			const informer: Informer<ResourceName> = new Informer(this.tools.client, full);
			this.#custom.set(name, {resource: full, namespaced: resource.namespaced, informer, kinds});
			const object = registryKey(definitionsName, undefined, name);
			yield* note('controller.garbage-collector.monitors', {case: 'add', resource: name}, {object});
			yield* this.#start(informer, (own, delivered) => this.#takeCustom(name, own, delivered));
		}
	}

	/** A watch of a custom resource ends with its definition: then it is not repeated. */
	*#takeCustom(name: string, informer: Informer<ResourceName>, event: AnyEvent): Routine {
		const known = this.#custom.get(name);
		if (known?.informer !== informer) {
			return;
		}

		if (event.type === 'CLOSED' || event.type === 'ERROR') {
			const definition = this.#definitions.get(undefined, name);
			if (!definition || definition.metadata.deletionTimestamp !== undefined) {
				yield* this.#stop(name, known);
				return;
			}
		}

		yield* this.#take(informer, event);
	}

	*#stop(name: string, known: CustomKind | undefined): Routine {
		if (!known) {
			return;
		}

		this.#custom.delete(name);
		const left = known.informer.list();
		known.informer.stop();
		const object = registryKey(definitionsName, undefined, name);
		yield* note('controller.garbage-collector.monitors', {case: 'remove', resource: name}, {object});
		for (const gone of left) {
			yield* this.#tell(known.resource, {type: 'DELETED', object: gone});
		}
	}
}
