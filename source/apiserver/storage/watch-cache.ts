import type {KubernetesObject} from '../../objects/kubernetes-object.js';
import {registryPrefix, type Resource} from '../../objects/resources.js';
import {KeyTree} from '../../etcd/key-tree.js';
import type {EtcdEvent, KeyValue} from '../../etcd/etcd.js';
import {Watchers, type CachedEvent} from './watchers.js';
import {getOrInsert} from '../../kernel/get-or-insert.js';

/** The least number of events kept, of any age. */
const minimumCapacity = 100;
/** Younger events are kept beyond that. */
const freshMs = 75_000;

/**
The apiserver's copy of one resource: all objects, the latest changes, and the watchers.

@mirrors k8s.io/apiserver/pkg/storage/cacher watchCache
*/
export class ResourceCache {
	readonly prefix: string;
	readonly watchers = new Watchers();
	#objects = new KeyTree<KubernetesObject>();
	readonly #lists = new Map<string, readonly KubernetesObject[]>();
	#window: CachedEvent[] = [];
	#count = 0;
	/** Changes up to here are unknown: a watch from before is too old. */
	#oldest = 0;
	/** The last received revision. */
	revision = 0;

	constructor(readonly resource: Resource) {
		this.prefix = `${registryPrefix(resource)}/`;
	}

	get size(): number {
		return this.#count;
	}

	/** A watch from this revision on can be served. */
	get oldest(): number {
		return this.#oldest;
	}

	/** Fills the cache from etcd; nothing older can be watched. */
	fill(items: ReadonlyArray<KeyValue<KubernetesObject>>, revision: number): void {
		// An object deleted while etcd was not followed is not among the items.
		this.#objects = new KeyTree();
		for (const {key, value} of items) {
			this.#objects.set(key, value);
		}

		this.#count = items.length;
		this.#lists.clear();
		this.#window = [];
		this.#oldest = revision;
		this.revision = revision;
	}

	get(namespace: string | undefined, name: string): KubernetesObject | undefined {
		return this.#objects.get(namespace ? `${this.prefix}${namespace}/${name}` : this.prefix + name);
	}

	/** All objects, or those of one namespace; the same array until an object changes. */
	list(namespace = ''): readonly KubernetesObject[] {
		return getOrInsert(this.#lists, namespace, () =>
			this.#objects.valuesUnder(namespace === '' ? this.prefix : `${this.prefix}${namespace}/`),
		);
	}

	/** Receives one change of etcd. */
	apply(event: EtcdEvent<KubernetesObject>, nowMs: number): CachedEvent {
		const old = event.previous?.value;
		const object = event.type === 'PUT' ? event.value : event.previous.value;
		if (event.type === 'PUT') {
			this.#objects.set(event.key, object);
			this.#count += old ? 0 : 1;
		} else {
			this.#objects.delete(event.key);
			this.#count--;
		}

		this.#lists.delete('');
		this.#lists.delete(object.metadata.namespace ?? '');
		this.revision = event.revision;
		const written = old ? 'MODIFIED' : 'ADDED';
		const cached: CachedEvent = {
			type: event.type === 'DELETE' ? 'DELETED' : written,
			revision: event.revision,
			timeMs: nowMs,
			// The last state with the revision of the deletion, as the real one sends it.
			object:
				event.type === 'DELETE'
					? {...object, metadata: {...object.metadata, resourceVersion: String(event.revision)}}
					: object,
			old,
		};
		this.#window.push(cached);
		this.#trim(nowMs);
		return cached;
	}

	#trim(nowMs: number): void {
		const drop = this.#window.length - minimumCapacity;
		if (drop <= 0) {
			return;
		}

		let keep = 0;
		for (const {timeMs} of this.#window) {
			if (keep === drop || timeMs >= nowMs - freshMs) {
				break;
			}

			keep++;
		}

		const last = this.#window[keep - 1];
		// In bulk, so that the cost of one event stays the same however long the window is.
		if (last && keep >= minimumCapacity) {
			this.#oldest = last.revision;
			this.#window = this.#window.slice(keep);
		}
	}

	/** Forgets the window up to a revision. */
	forget(revision: number): void {
		this.#window = this.#window.filter((event) => event.revision > revision);
		this.#oldest = Math.max(this.#oldest, revision);
	}

	/** Changes after a revision, oldest first. */
	since(revision: number): readonly CachedEvent[] {
		return this.#window.slice(this.#window.findLastIndex((event) => event.revision <= revision) + 1);
	}
}
