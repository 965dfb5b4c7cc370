import type {ResourceName} from '../../client/client.js';
import type {Etcd, EtcdEvent} from '../../etcd/etcd.js';
import type {Kernel} from '../../kernel/kernel.js';
import {Mailbox} from '../../kernel/mailbox.js';
import {take, type Routine} from '../../kernel/routine.js';
import type {KubernetesObject} from '../../objects/kubernetes-object.js';
import type {Resources} from '../../objects/kubernetes.generated.js';
import {apiVersionOf, registryPrefix, resourceName, resources, type Resource} from '../../objects/resources.js';
import {frame, note} from '../../stages/note.js';
import type {Reader} from './reader.js';
import {ResourceCache} from './watch-cache.js';
import {expired} from '../request/failure.js';

/** A bookmark sends a watcher the current revision when no watched object has changed. */
const bookmarkMs = 60_000;

/**
The watch cache: one process that takes every change from etcd once and passes it to all watchers.

Thousands of watchers cost etcd one watch. Lists and admission read from here too.

@see https://kubernetes.io/docs/reference/using-api/api-concepts/#the-watch-cache
*/
export class Cacher implements Reader {
	readonly #caches = new Map<string, ResourceCache>();
	readonly #byPrefix = new Map<string, ResourceCache>();
	#watcherID = 0;
	/** The last received revision, of any resource. */
	revision = 0;

	constructor(
		readonly kernel: Kernel,
		readonly etcd: Etcd<KubernetesObject>,
	) {
		for (const resource of resources) {
			this.#register(resource);
		}
	}

	#register(resource: Resource): ResourceCache {
		const name = resourceName(resource);
		const prefix = registryPrefix(resource);
		// Two groups can show the same objects: Events.
		const cache = this.#byPrefix.get(prefix) ?? new ResourceCache(resource);
		this.#byPrefix.set(prefix, cache);
		this.#caches.set(name, cache);
		return cache;
	}

	/** The cache of a resource. */
	of(resource: Resource): ResourceCache {
		const known = this.#caches.get(resourceName(resource));
		if (known) {
			return known;
		}

		const cache = this.#register(resource);
		cache.fill(this.etcd.range(cache.prefix), this.revision);
		return cache;
	}

	/** Forgets a custom resource whose definition is deleted, and ends every watch of it. */
	drop(resource: Pick<Resource, 'group' | 'plural'>): void {
		const cache = this.#caches.get(resourceName(resource));
		if (cache) {
			this.#disconnect(cache);
			this.#caches.delete(resourceName(resource));
			this.#byPrefix.delete(cache.prefix.slice(0, -1));
		}
	}

	get<R extends ResourceName>(resource: R, namespace: string | undefined, name: string): Resources[R] | undefined;
	get(resource: string, namespace: string | undefined, name: string): KubernetesObject | undefined;
	get(resource: string, namespace: string | undefined, name: string): KubernetesObject | undefined {
		return this.#caches.get(resource)?.get(namespace, name);
	}

	list<R extends ResourceName>(resource: R, namespace?: string): ReadonlyArray<Resources[R]>;
	list(resource: string, namespace?: string): readonly KubernetesObject[];
	list(resource: string, namespace = ''): readonly KubernetesObject[] {
		return this.#caches.get(resource)?.list(namespace) ?? [];
	}

	/** Every cache with the name of its resource. */
	all(): Iterable<readonly [string, ResourceCache]> {
		return this.#caches;
	}

	/** A number for a new watcher. */
	nextID(): number {
		return ++this.#watcherID;
	}

	/** Fills every cache from etcd. */
	fill(): void {
		for (const cache of this.#byPrefix.values()) {
			cache.fill(this.etcd.range(cache.prefix), this.etcd.revision);
		}

		this.revision = this.etcd.revision;
	}

	/** Changes up to a revision can no longer be watched. */
	forget(revision: number): void {
		for (const cache of this.#byPrefix.values()) {
			cache.forget(revision);
		}
	}

	/** Starts the process `kube-apiserver/cacher`, a child of the one that runs. */
	start(): void {
		this.kernel.spawn('kube-apiserver/cacher', 'kube-apiserver', () => this.#run(), {child: true});
	}

	*#run(): Routine {
		this.disconnect();
		this.fill();
		// Each life has its own mailbox: events sent to an earlier one are in the caches already.
		const mailbox = new Mailbox<ReadonlyArray<EtcdEvent<KubernetesObject>>>('kube-apiserver/cacher');
		const watch = yield* this.etcd.watch('/registry/', this.etcd.revision, mailbox, (events) => events);
		this.kernel.atExit(() => {
			watch.cancel();
		});
		let bookmarkAtMs = this.kernel.now + bookmarkMs;
		for (;;) {
			const timeoutMs = bookmarkAtMs - this.kernel.now;
			const events = timeoutMs > 0 ? yield* take(mailbox, {timeoutMs, periodic: true}) : undefined;
			if (events) {
				for (const event of events) {
					yield* this.#pass(event);
				}
			} else {
				bookmarkAtMs = this.kernel.now + bookmarkMs;
				yield* this.#bookmark();
			}
		}
	}

	/** Ends every watch: clients that watched must list again. */
	disconnect(): void {
		for (const cache of this.#byPrefix.values()) {
			this.#disconnect(cache);
		}
	}

	#disconnect(cache: ResourceCache): void {
		for (const watcher of cache.watchers.all()) {
			cache.watchers.remove(watcher);
			watcher.send({type: 'ERROR', object: expired('the watch cache was restarted')});
		}
	}

	*#pass(event: EtcdEvent<KubernetesObject>): Routine {
		this.revision = event.revision;
		const cache = this.#cacheOf(event.key);
		if (!cache) {
			return;
		}

		const cached = cache.apply(event, this.kernel.now);
		const {names, deliveries} = cache.watchers.dispatch(cached);
		const {plural} = cache.resource;
		this.kernel.ledger.write(`/components/kube-apiserver/watch-cache/${plural}`, {
			revision: event.revision,
			objects: cache.size,
			watchers: cache.watchers.audience(cached),
		});
		yield* note(
			'apiserver.watch',
			{
				type: cached.type,
				revision: event.revision,
				watchers: names,
				before: cached.old,
				after: cached.type === 'DELETED' ? undefined : cached.object,
				resource: plural,
				namespace: cached.object.metadata.namespace,
				name: cached.object.metadata.name,
			},
			{object: event.key},
		);
		for (const {watcher, shown} of deliveries) {
			watcher.sent = event.revision;
			watcher.send(shown);
		}
	}

	#cacheOf(key: string): ResourceCache | undefined {
		for (let slash = key.lastIndexOf('/'); slash > '/registry'.length; slash = key.lastIndexOf('/', slash - 1)) {
			const cache = this.#byPrefix.get(key.slice(0, slash));
			if (cache) {
				return cache;
			}
		}

		return undefined;
	}

	*#bookmark(): Routine {
		for (const cache of this.#byPrefix.values()) {
			const watchers = cache.watchers.all().filter(({bookmarks, sent}) => bookmarks && sent < this.revision);
			if (watchers.length === 0) {
				continue;
			}

			yield* frame(
				{name: 'bookmark', object: cache.prefix.slice(0, -1)},
				note('apiserver.watch', {
					type: 'BOOKMARK',
					revision: this.revision,
					watchers: watchers.map(({name}) => name),
					resource: cache.resource.plural,
				}),
			);
			for (const watcher of watchers) {
				watcher.sent = this.revision;
				watcher.send({type: 'BOOKMARK', object: bookmark(cache.resource, this.revision)});
			}
		}
	}
}

/** An object with nothing but its kind and a revision. */
export const bookmark = (
	resource: Resource,
	revision: number,
	annotations?: Readonly<Record<string, string>>,
): unknown => ({
	kind: resource.kind,
	apiVersion: apiVersionOf(resource),
	metadata: {resourceVersion: String(revision), creationTimestamp: null, ...(annotations ? {annotations} : {})},
});
