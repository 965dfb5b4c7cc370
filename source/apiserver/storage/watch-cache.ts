import {isKind, type KubernetesObject} from '../../objects/kubernetes-object.js';
import type {WatchEvent} from '../../client/request.js';
import {parseTimestamp} from '../../kernel/clock.js';
import {registryPrefix, type Resource} from '../../objects/resources.js';
import {KeyTree} from '../../etcd/key-tree.js';
import type {EtcdEvent, KeyValue} from '../../etcd/etcd.js';

/** A change as the cache keeps it for watchers that come later. */
export interface CachedEvent {
	readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
	readonly revision: number;
	readonly timeMs: number;
	readonly object: KubernetesObject;
	readonly old?: KubernetesObject;
}

/** A watcher, and what it wants to see. */
export interface Watcher {
	readonly id: number;
	/** Its name for learners: the user agent or the user. */
	readonly name: string;
	readonly namespace: string;
	/** The value of `spec.nodeName` if that is its only selector: found through an index. */
	readonly nodeName?: string;
	readonly matches: (object: KubernetesObject) => boolean;
	readonly send: (event: WatchEvent) => void;
	readonly bookmarks: boolean;
	/** The last revision sent to it. */
	sent: number;
}

/** The least number of events kept, whatever their age. */
const minimumCapacity = 100;
/** Younger events are kept beyond that. */
const freshMs = 75_000;

/**
The apiserver's copy of one resource: all objects, the latest changes, and who watches.

@mirrors k8s.io/apiserver/pkg/storage/cacher watchCache
*/
export class ResourceCache {
	readonly prefix: string;
	readonly #objects = new KeyTree<KubernetesObject>();
	readonly #lists = new Map<string, readonly KubernetesObject[]>();
	readonly #everybody = new Set<Watcher>();
	readonly #byNode = new Map<string, Set<Watcher>>();
	#window: CachedEvent[] = [];
	#count = 0;
	/** Changes up to here are unknown: a watch from before is too old. */
	#oldest = 0;
	/** The last revision taken in. */
	revision = 0;

	constructor(readonly resource: Resource) {
		this.prefix = `${registryPrefix(resource)}/`;
	}

	get size(): number {
		return this.#count;
	}

	get watchers(): number {
		let count = this.#everybody.size;
		for (const set of this.#byNode.values()) {
			count += set.size;
		}

		return count;
	}

	/** A watch from this revision on can be served. */
	get oldest(): number {
		return this.#oldest;
	}

	/** Starts anew from what etcd holds; nothing older can be watched. */
	fill(items: ReadonlyArray<KeyValue<KubernetesObject>>, revision: number): void {
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

	/** All objects, or those of one namespace; the same array until something changes. */
	list(namespace = ''): readonly KubernetesObject[] {
		let list = this.#lists.get(namespace);
		if (!list) {
			list = this.#objects.valuesUnder(namespace === '' ? this.prefix : `${this.prefix}${namespace}/`);
			this.#lists.set(namespace, list);
		}

		return list;
	}

	/** Takes in one change of etcd. */
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
		const cached: CachedEvent = {
			type: event.type === 'DELETE' ? 'DELETED' : old ? 'MODIFIED' : 'ADDED',
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

	add(watcher: Watcher): void {
		if (watcher.nodeName === undefined) {
			this.#everybody.add(watcher);
			return;
		}

		const set = this.#byNode.get(watcher.nodeName);
		if (set) {
			set.add(watcher);
		} else {
			this.#byNode.set(watcher.nodeName, new Set([watcher]));
		}
	}

	remove(watcher: Watcher): void {
		this.#everybody.delete(watcher);
		if (watcher.nodeName !== undefined) {
			this.#byNode.get(watcher.nodeName)?.delete(watcher);
		}
	}

	/** The watchers that may want to see a change, in the order of their arrival. */
	interested(event: CachedEvent): Watcher[] {
		const watchers = [...this.#everybody];
		if (this.#byNode.size > 0) {
			const node = nodeNameOf(event.object);
			const oldNode = event.old && nodeNameOf(event.old);
			watchers.push(...(this.#byNode.get(node) ?? []));
			if (oldNode !== undefined && oldNode !== node) {
				watchers.push(...(this.#byNode.get(oldNode) ?? []));
			}
		}

		return watchers;
	}

	/** All watchers, for bookmarks and the end. */
	allWatchers(): Watcher[] {
		const watchers = [...this.#everybody];
		for (const set of this.#byNode.values()) {
			watchers.push(...set);
		}

		return watchers;
	}
}

const nodeNameOf = (object: KubernetesObject): string => (isKind(object, 'v1 Pod') ? (object.spec.nodeName ?? '') : '');

/**
What one watcher gets to see of a change: an object that begins to match is added, one that no longer does is deleted.

@returns `undefined` if the watcher need not see the change.
*/
export const eventFor = (watcher: Watcher, event: CachedEvent): WatchEvent | undefined => {
	const {object, old} = event;
	if (watcher.namespace !== '' && object.metadata.namespace !== watcher.namespace) {
		return undefined;
	}

	const now = event.type !== 'DELETED' && watcher.matches(object);
	const before = old !== undefined && watcher.matches(old);
	if (now) {
		return before ? {type: 'MODIFIED', object} : {type: 'ADDED', object};
	}

	if (!before) {
		return undefined;
	}

	// What left the selection is shown as it last matched, at the revision at which it left.
	return {
		type: 'DELETED',
		object:
			event.type === 'DELETED'
				? object
				: {...old, metadata: {...old.metadata, resourceVersion: object.metadata.resourceVersion}},
	};
};

/** Milliseconds since 1970 at which the object was made. */
export const createdMs = (object: KubernetesObject): number => parseTimestamp(object.metadata.creationTimestamp);
