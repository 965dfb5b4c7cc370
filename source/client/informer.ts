import type {ObjectMeta, Resources} from '../objects/kubernetes.generated.js';
import {apiVersionOf, registryKey, resourceNamed} from '../objects/resources.js';
import {Mailbox} from '../kernel/mailbox.js';
import {memoised} from '../kernel/memoised.js';
import {active, sleep, take, type Routine} from '../kernel/routine.js';
import {note} from '../stages/note.js';
import type {Client, ListOptions, ResourceName, TypedEvent, Watch} from './client.js';
import {ApiError} from './errors.js';
import {ObjectIndex, type Group} from './object-index.js';

export interface InformerOptions<T> {
	readonly namespace?: string;
	readonly labelSelector?: string;
	readonly fieldSelector?: string;
	/** The owner of the cache, in the ledger and in texts; by default the process that starts the informer. */
	readonly owner?: string;
	/** After a new list, removals are delivered first: a kubelet frees the resources of Pods before it admits others. */
	readonly removalsFirst?: boolean;
	/** Name of an index → the values under which an object is found with `byIndex`. */
	readonly indexes?: Readonly<Record<string, (object: T) => readonly string[]>>;
	/** By the name of an index: the property by which `groups` counts objects as equal. */
	readonly groups?: Readonly<Record<string, (object: T) => string>>;
}

/** A change of the cache. */
export interface Delivered<T> {
	readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
	readonly object: T;
	/** The cache's previous object. */
	readonly old?: T;
}

/** Receives the previous and the new value of a key in the cache; `undefined` for nothing. */
export type Observer<T> = (key: string, old: T | undefined, object: T | undefined) => void;

const metaOf = ({metadata}: {readonly metadata: ObjectMeta}): ObjectMeta => metadata;

/** Fifty deliveries of a Pod name it: they share one text. */
const keysIn = memoised((namespace: string) => memoised((name: string) => `${namespace}/${name}`, 20_000), 100);

/** The cache's key of an object: `namespace/name`, or the name alone without a namespace. */
export const cacheKey = (namespace: string | undefined, name: string): string =>
	namespace ? keysIn(namespace)(name) : name;

/** The cache's key of this object. */
export const keyOf = (object: {readonly metadata: ObjectMeta}): string =>
	cacheKey(object.metadata.namespace, object.metadata.name);

/** The order in which a kubelet handles the items of a list. @mirrors k8s.io/kubernetes/pkg/kubelet/config podStorage.Merge */
const order = {DELETED: 0, ADDED: 1, MODIFIED: 2};

const firstBackoffMs = 800;
const lastBackoffMs = 30_000;

/**
A local copy of one resource, kept up to date by a list and then a watch, so that reading costs no request. It lags behind the apiserver by
the latency of the network and by its owner's backlog in the mailbox. The owner calls
`start` once, and `deliver` for each event it takes from the mailbox. Objects are shared with all readers and frozen.

@see https://kubernetes.io/docs/reference/using-api/api-concepts/#efficient-detection-of-changes
@mirrors k8s.io/client-go/tools/cache.Reflector and SharedIndexInformer
*/
export class Informer<R extends ResourceName> {
	readonly #objects = new Map<string, Resources[R]>();
	readonly #namespaces = new ObjectIndex<Resources[R]>((object) => [metaOf(object).namespace ?? '']);
	readonly #indexes = new Map<string, ObjectIndex<Resources[R]>>();
	readonly #observers = new Set<Observer<Resources[R]>>();
	readonly #kind: string;
	readonly #apiVersion: string;
	#owner: string;
	#pendingInitial = -1;
	#watch: Watch | undefined;
	#resourceVersion = '';
	/** The step of the last refused list or watch: the cause of the next attempt. */
	#refusedAt = -1;
	readonly #back = new Mailbox<true>('the apiserver is back');
	readonly #onBack = (): void => {
		this.client.kernel.send(this.#back, true, 0, this.#refusedAt);
	};
	#restart: () => Routine = () => active();
	/** Reopens the watch from the last seen version. */
	#resume: () => Routine = () => active();

	constructor(
		readonly client: Client,
		readonly resource: R,
		readonly options: InformerOptions<Resources[R]> = {},
	) {
		this.#owner = options.owner ?? '';
		const described = resourceNamed(resource);
		this.#kind = described?.kind ?? resource;
		this.#apiVersion = described ? apiVersionOf(described) : 'v1';
		for (const [name, valuesOf] of Object.entries(options.indexes ?? {})) {
			this.#indexes.set(name, new ObjectIndex(valuesOf, options.groups?.[name]));
		}
	}

	/** Whether all objects of the first list have been delivered. */
	get synced(): boolean {
		return this.#pendingInitial === 0;
	}

	/** The latest resource version in the cache. */
	get resourceVersion(): string {
		return this.#resourceVersion;
	}

	get size(): number {
		return this.#objects.size;
	}

	get(namespace: string | undefined, name: string): Resources[R] | undefined {
		return this.#objects.get(cacheKey(namespace, name));
	}

	/** The object of a key as {@link keyOf} makes it. */
	getByKey(key: string): Resources[R] | undefined {
		return this.#objects.get(key);
	}

	/** All cached objects, or those of a namespace, in the order of arrival. */
	list(namespace?: string): ReadonlyArray<Resources[R]> {
		return namespace ? this.#namespaces.list(namespace) : [...this.#objects.values()];
	}

	/** The objects that an index of the options keeps under this value. */
	byIndex(name: string, value: string): ReadonlyArray<Resources[R]> {
		return this.#index(name).list(value);
	}

	/** The objects under this value, grouped by their appearance, for an index that the options name in `groups`. */
	groups(name: string, value: string): ReadonlyArray<Group<Resources[R]>> {
		return this.#index(name).groups(value);
	}

	/**
	Calls the observer at each change of the cache, before any reader sees it: for values that are derived from the cache and must never be
	older or newer than the cache. An observer only records; it makes no stops.

	@returns a function that ends the calls.
	*/
	observe(observer: Observer<Resources[R]>): () => void {
		this.#observers.add(observer);
		return () => {
			this.#observers.delete(observer);
		};
	}

	#index(name: string): ObjectIndex<Resources[R]> {
		const index = this.#indexes.get(name);
		if (!index) {
			throw new Error(`the informer of ${this.resource} has no index ${name}`);
		}

		return index;
	}

	/**
	Lists, sends the mailbox an ADDED for each object, and opens the watch behind it. While the apiserver refuses, it tries again with growing pauses.

	@param wrap converts an event to the message that the mailbox's owner expects.
	*/
	*start<M>(mailbox: Mailbox<M>, wrap: (event: TypedEvent<Resources[R]>) => M): Routine {
		this.#owner ||= this.client.kernel.current ?? this.client.userAgent;
		this.#restart = () => this.#listAndWatch(mailbox, wrap);
		this.#resume = () => this.#watchAgain(mailbox, wrap);
		// A cache is memory: it ends with its process, and viewers must not mistake it for one that is still updated.
		this.client.kernel.atExit(() => {
			for (const key of this.#objects.keys()) {
				this.client.kernel.ledger.delete(this.#ledgerKey(key));
			}
		});
		yield* this.#listAndWatch(mailbox, wrap);
	}

	/** Closes the watch for good and forgets the cache, as its resource is not served any more. Report it with the next stop. */
	stop(): void {
		this.#watch?.close();
		this.#watch = undefined;
		for (const key of this.#objects.keys()) {
			this.client.kernel.ledger.delete(this.#ledgerKey(key));
		}

		this.#objects.clear();
	}

	*#listAndWatch<M>(mailbox: Mailbox<M>, wrap: (event: TypedEvent<Resources[R]>) => M): Routine {
		const {kernel} = this.client;
		const options = {...this.options, resourceVersion: undefined, onBack: this.#onBack};
		this.#watch?.close();
		this.#watch = undefined;
		// The future content of the cache, once every sent event is delivered: the mailbox is not read during this retry.
		let known: ReadonlyMap<string, Resources[R]> = this.#objects;
		for (let backoffMs = firstBackoffMs; ; backoffMs = Math.min(lastBackoffMs, backoffMs * 2)) {
			try {
				const list = yield* this.client.list(this.resource, {...options, fillsCache: true});
				this.#resourceVersion = list.resourceVersion;
				known = yield* this.#replace(known, list.items, mailbox, wrap);
				yield* this.#openWatch(options, mailbox, wrap);
				return;
			} catch (error) {
				if (!(error instanceof ApiError)) {
					throw error;
				}

				const pauseMs = kernel.random('informer').jitter(backoffMs, 1);
				yield* note(
					'informer.list',
					{owner: this.#owner, resource: this.resource, reason: error.reason, message: error.message, pauseMs},
					{outcome: 'failed'},
				);
				this.#refusedAt = kernel.steps - 1;
				yield* this.#pause(pauseMs);
			}
		}
	}

	/** A server that stays down does not prevent rest; once it is back, the next attempt is due work. */
	*#pause(pauseMs: number): Routine {
		const {kernel} = this.client;
		const untilMs = kernel.now + pauseMs;
		if (yield* take(this.#back, {timeoutMs: pauseMs, periodic: true})) {
			yield* active();
			yield* sleep(untilMs - kernel.now);
		}
	}

	/**
	Turns the difference between the cache and the list into events, as if the watch had sent them.

	@param known the cache, or an earlier list whose events may still have to be delivered: objects that it had and this one lacks are delivered as deleted.
	@returns the resulting knowledge.
	@mirrors k8s.io/client-go/tools/cache.DeltaFIFO Replace, which reads the items of its queue as well as the store
	*/
	*#replace<M>(
		known: ReadonlyMap<string, Resources[R]>,
		items: ReadonlyArray<Resources[R]>,
		mailbox: Mailbox<M>,
		wrap: (event: TypedEvent<Resources[R]>) => M,
	): Routine<ReadonlyMap<string, Resources[R]>> {
		const {kernel} = this.client;
		const events: Array<{readonly type: keyof typeof order; readonly object: Resources[R]}> = [];
		const listed = new Map<string, Resources[R]>();
		for (const item of items) {
			// Items of a list lack apiVersion and kind; those of a watch have them.
			const object = item.kind ? item : {...item, apiVersion: this.#apiVersion, kind: this.#kind};
			const meta = metaOf(object);
			const key = cacheKey(meta.namespace, meta.name);
			const old = known.get(key);
			listed.set(key, object);
			if (old && metaOf(old).uid !== meta.uid) {
				events.push({type: 'DELETED', object: old}, {type: 'ADDED', object});
			} else if (!old || metaOf(old).resourceVersion !== meta.resourceVersion) {
				events.push({type: old ? 'MODIFIED' : 'ADDED', object});
			}
		}

		for (const [key, object] of known) {
			if (!listed.has(key)) {
				events.push({type: 'DELETED', object});
			}
		}

		if (this.options.removalsFirst) {
			events.sort((a, b) => order[a.type] - order[b.type]);
		}

		if (this.#pendingInitial !== 0) {
			this.#pendingInitial = Math.max(0, this.#pendingInitial) + events.length;
		}

		// The cache of a process that restarted is shown again.
		for (const [key, object] of this.#objects) {
			kernel.ledger.write(this.#ledgerKey(key), object);
		}

		yield* note('informer.list', {
			owner: this.#owner,
			resource: this.resource,
			...selectorsOf(this.options),
			count: items.length,
			news: events.length,
			resourceVersion: this.#resourceVersion,
		});
		if (events.length > 0) {
			// After a pause with housekeeping only, events arrive again.
			yield* active();
		}

		for (const event of events) {
			kernel.send(mailbox, wrap(event));
		}

		return listed;
	}

	*#openWatch<M>(options: ListOptions, mailbox: Mailbox<M>, wrap: (event: TypedEvent<Resources[R]>) => M): Routine {
		const resourceVersion = this.#resourceVersion;
		this.#watch = yield* this.client.watch(this.resource, {...options, resourceVersion}, mailbox, wrap);
		yield* note('informer.watch', {
			owner: this.#owner,
			resource: this.resource,
			...selectorsOf(this.options),
			resourceVersion,
		});
	}

	/** Reopens the watch after its connection has closed. If the server refuses, it lists again, as after 410 Gone. @mirrors Reflector.watch */
	*#watchAgain<M>(mailbox: Mailbox<M>, wrap: (event: TypedEvent<Resources[R]>) => M): Routine {
		try {
			this.#watch?.close();
			yield* this.#openWatch(this.options, mailbox, wrap);
		} catch (error) {
			if (!(error instanceof ApiError)) {
				throw error;
			}

			yield* this.#listAndWatch(mailbox, wrap);
		}
	}

	/**
	Stores an event in the cache. To be called by the mailbox's owner, for each event and in order.

	@returns what changed; `undefined` for a bookmark, a repetition, or the end of the watch, after which it watches again (CLOSED) or lists again (ERROR, 410 Gone: it fell behind).
	*/
	*deliver(event: TypedEvent<Resources[R]>): Routine<Delivered<Resources[R]> | undefined> {
		if (event.type === 'ERROR') {
			yield* note(
				'informer.watch',
				{owner: this.#owner, resource: this.resource, code: event.object.code, message: event.object.message},
				{outcome: 'failed'},
			);
			yield* this.#restart();
			return undefined;
		}

		if (event.type === 'CLOSED') {
			yield* note('informer.watch', {owner: this.#owner, resource: this.resource, closed: true}, {outcome: 'warning'});
			yield* this.#resume();
			return undefined;
		}

		if (event.type === 'BOOKMARK') {
			this.#resourceVersion = event.object.metadata.resourceVersion;
			return undefined;
		}

		const {object} = event;
		const meta = metaOf(object);

		const key = cacheKey(meta.namespace, meta.name);
		const old = this.#objects.get(key);
		if (this.#pendingInitial > 0) {
			this.#pendingInitial--;
		}

		if (event.type === 'DELETED' ? !old : old && metaOf(old).resourceVersion === meta.resourceVersion) {
			return undefined;
		}

		// The items of a list are older than the list itself.
		if (Number(meta.resourceVersion) > Number(this.#resourceVersion)) {
			this.#resourceVersion = meta.resourceVersion;
		}

		const written = old ? 'MODIFIED' : 'ADDED';
		const type = event.type === 'DELETED' ? 'DELETED' : written;
		this.#put(key, old, type === 'DELETED' ? undefined : object);
		yield* note(
			'informer.deliver',
			{
				type,
				owner: this.#owner,
				kind: object.kind,
				key,
				resourceVersion: meta.resourceVersion,
				before: old,
				beforeVersion: old && metaOf(old).resourceVersion,
				after: type === 'DELETED' ? undefined : object,
			},
			{object: registryKey(this.resource, meta.namespace, meta.name)},
		);
		return {type, object, old};
	}

	#ledgerKey(key: string): string {
		return `/components/${this.#owner}/informers/${this.resource}/${key}`;
	}

	#put(key: string, old: Resources[R] | undefined, object: Resources[R] | undefined): void {
		const ledgerKey = this.#ledgerKey(key);
		if (object) {
			this.#objects.set(key, object);
			this.client.kernel.ledger.write(ledgerKey, object);
		} else {
			this.#objects.delete(key);
			this.client.kernel.ledger.delete(ledgerKey);
		}

		this.#namespaces.put(key, old, object);
		for (const index of this.#indexes.values()) {
			index.put(key, old, object);
		}

		for (const observer of this.#observers) {
			observer(key, old, object);
		}
	}
}

const selectorsOf = ({namespace, labelSelector, fieldSelector}: ListOptions): Record<string, string | undefined> => ({
	namespace,
	labelSelector,
	fieldSelector,
});
