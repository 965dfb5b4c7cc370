import type {Kernel} from '../kernel/kernel.js';
import {firstIndex} from '../kernel/search.js';
import type {Mailbox} from '../kernel/mailbox.js';
import {sleep, type Routine} from '../kernel/routine.js';
import {frame, note} from '../stages/note.js';
import {defaultEtcdPrefix, etcdKey} from '../objects/etcd-keys.js';
import {KeyTree} from './key-tree.js';
import {Leases} from './leases.js';

/** A key as it is now. */
export interface KeyValue<V = unknown> {
	readonly key: string;
	readonly value: V;
	/** Revision of the key's creation. */
	readonly createRevision: number;
	/** Revision of the last write. */
	readonly modRevision: number;
	/** Number of writes since the key's creation. */
	readonly version: number;
	/** The lease with which it expires; 0 without one. */
	readonly lease: number;
}

/** One change, as a watch reports it. */
export type EtcdEvent<V = unknown> =
	| {
			readonly type: 'PUT';
			readonly key: string;
			readonly revision: number;
			readonly value: V;
			/** The previous value; `undefined` if the key did not exist. */
			readonly previous: KeyValue<V> | undefined;
	  }
	| {readonly type: 'DELETE'; readonly key: string; readonly revision: number; readonly previous: KeyValue<V>};

export interface Compare {
	readonly key: string;
	/** The revision of the key's last write; 0 if it does not exist. */
	readonly modRevision: number;
}

export type Operation<V = unknown> =
	| {readonly type: 'put'; readonly key: string; readonly value: V; readonly lease?: number}
	| {readonly type: 'delete'; readonly key: string};

export interface TransactionResult<V = unknown> {
	readonly succeeded: boolean;
	/** The store's revision afterwards. */
	readonly revision: number;
	/** The compared key as it is afterwards, or, when the comparison failed, as it was found. */
	readonly current?: KeyValue<V>;
}

export interface EtcdOptions<V = unknown> {
	/**
	Adds the revision to a value before it is stored.

	Simplified: the real apiserver stores objects without `resourceVersion` and adds it to each object that it reads.
	*/
	readonly stamp?: (value: V, revision: number) => V;
	/** The prefix of all keys in place of `/registry`, as `--etcd-prefix` says. */
	readonly prefix?: string;
	/** The size of a stored value, in bytes; without it, no value is too large. */
	readonly bytesOf?: (value: V) => number;
}

/** An open watch; `cancel` ends it. */
export interface EtcdWatch {
	readonly cancel: () => void;
}

interface Watcher<V> {
	readonly prefix: string;
	readonly send: (events: ReadonlyArray<EtcdEvent<V>>, cause: number) => void;
}

/** The most bytes of a request to etcd. @mirrors go.etcd.io/etcd/server/v3/embed DefaultMaxRequestBytes */
export const mostRequestBytes = 1.5 * 1024 * 1024;

/** Bytes of a message that etcd's client sends at all. @mirrors go.etcd.io/etcd/client/v3 defaultMaxCallSendMsgSize */
const mostMessageBytes = 2 * 1024 * 1024;

/** Thrown by a write that is too large for etcd. */
export class RequestTooLargeError extends Error {
	override name = 'RequestTooLargeError';

	constructor(readonly bytes: number) {
		super(
			bytes > mostMessageBytes
				? `rpc error: code = ResourceExhausted desc = trying to send message larger than max (${bytes} vs. ${mostMessageBytes})`
				: 'etcdserver: request is too large',
		);
	}
}

/** Raised by a read or a watch of a revision that compaction has thrown away. */
export class CompactedError extends Error {
	override name = 'CompactedError';

	constructor(readonly compactRevision: number) {
		super('etcdserver: mvcc: required revision has been compacted');
	}
}

/**
The one place where the cluster's state is kept: keys, values, and one counter that grows with each write.

`V` is the type of the keys' values. Values live in the kernel's ledger under their own keys; this class keeps the revisions, the order of keys, leases and watches.
Only the apiserver talks to it. Simplified: one member; raft, snapshots and disk are left out, a write is durable at its commit.

@see https://kubernetes.io/docs/concepts/overview/components/#etcd
*/
export class Etcd<V = unknown> {
	readonly leases: Leases;
	readonly #keys = new KeyTree<KeyValue<V>>();
	readonly #watchers = new Set<Watcher<V>>();
	#log: Array<EtcdEvent<V>> = [];
	#revision = 1;
	#compactRevision = 0;

	constructor(
		readonly kernel: Kernel,
		readonly options: EtcdOptions<V> = {},
	) {
		this.leases = new Leases(this);
	}

	/** Revision of the last write; an empty store is at 1. */
	get revision(): number {
		return this.#revision;
	}

	/** The compacted revision: earlier ones can be neither read nor watched. */
	get compactRevision(): number {
		return this.#compactRevision;
	}

	/** The present state of a key. It takes no time: a caller that needs the round trip waits itself. */
	get(key: string): KeyValue<V> | undefined {
		return this.#keys.get(key);
	}

	/** All keys under a prefix that ends with a slash, in order. */
	range(prefix: string): ReadonlyArray<KeyValue<V>> {
		return this.#keys.valuesUnder(prefix);
	}

	/** A key as etcdctl would list it. */
	shown(key: string): string {
		return etcdKey(key, this.options.prefix);
	}

	#shown<Item extends {readonly key: string}>(items: readonly Item[]): readonly Item[] {
		return this.#isRenamed ? items.map((item) => ({...item, key: this.shown(item.key)})) : items;
	}

	get #isRenamed(): boolean {
		return (this.options.prefix ?? defaultEtcdPrefix) !== defaultEtcdPrefix;
	}

	/** Starts the processes that end leases. */
	start(): void {
		this.leases.start();
	}

	/**
	Compares, and only if every comparison holds, runs the operations at one revision.

	A stop of stage `etcd.txn`, in the caller's process.
	*/
	*txn(compare: readonly Compare[], operations: ReadonlyArray<Operation<V>>): Routine<TransactionResult<V>> {
		return yield* frame({name: 'txn', component: 'etcd'}, this.#transaction(compare, operations));
	}

	*#transaction(compare: readonly Compare[], operations: ReadonlyArray<Operation<V>>): Routine<TransactionResult<V>> {
		const latencyMs = this.kernel.latency('etcd.txn', 2);
		if (latencyMs > 0) {
			yield* sleep(latencyMs - (latencyMs >> 1));
		}

		const [first] = operations;
		if (!first) {
			throw new Error('a transaction has at least one operation');
		}

		const {key} = compare[0] ?? first;
		yield* this.#checkSize(key, operations);
		const failed = compare.find((item) => (this.#keys.get(item.key)?.modRevision ?? 0) !== item.modRevision);
		const before = this.#keys.get(key);
		let result: TransactionResult<V>;
		if (failed) {
			const found = this.#keys.get(failed.key);
			result = {succeeded: false, revision: this.#revision, current: found};
			yield* note(
				'etcd.txn',
				{
					verdict: 'refused',
					...(this.#isRenamed ? {key: this.shown(failed.key)} : {}),
					compare: this.#shown(compare),
					operations: this.#shown(operations),
					revision: this.#revision,
					seen: failed.modRevision,
					found: found?.modRevision,
				},
				{object: failed.key, outcome: 'refused'},
			);
		} else {
			this.commit(operations);
			const current = this.#keys.get(key);
			result = {succeeded: true, revision: this.#revision, current};
			yield* note(
				'etcd.txn',
				{
					verdict: 'succeeded',
					...(this.#isRenamed ? {key: this.shown(key)} : {}),
					compare: this.#shown(compare),
					operation: first.type,
					more: operations.length - 1,
					revision: this.#revision,
					before: before?.value,
					beforeRevision: before?.modRevision,
					after: current?.value,
				},
				{object: key},
			);
		}

		if (latencyMs > 1) {
			yield* sleep(latencyMs >> 1);
		}

		return result;
	}

	/** Checks the size of a request. Simplified: only the bytes of values and keys count. @throws {RequestTooLargeError} */
	*#checkSize(object: string, operations: ReadonlyArray<Operation<V>>): Routine {
		const {bytesOf} = this.options;
		let bytes = 0;
		for (const operation of operations) {
			bytes += operation.key.length + (operation.type === 'put' && bytesOf ? bytesOf(operation.value) : 0);
		}

		if (bytes > mostRequestBytes) {
			const error = new RequestTooLargeError(bytes);
			yield* note(
				'etcd.txn',
				{
					verdict: 'too large',
					...(this.#isRenamed ? {key: this.shown(object)} : {}),
					bytes,
					mostBytes: mostRequestBytes,
					message: error.message,
				},
				{object, outcome: 'failed'},
			);
			throw error;
		}
	}

	/**
	Writes at the next revision and notifies the watchers; the caller's next stop must report it.

	@param atLeast the revision to write at, if it is above the next one: objects from another cluster keep their revisions.
	*/
	commit(operations: ReadonlyArray<Operation<V>>, atLeast = 0): void {
		this.#revision = Math.max(this.#revision + 1, atLeast);
		const revision = this.#revision;
		const events: Array<EtcdEvent<V>> = [];
		for (const operation of operations) {
			const previous = this.#keys.get(operation.key);
			if (operation.type === 'put') {
				const value = this.options.stamp ? this.options.stamp(operation.value, revision) : operation.value;
				const lease = operation.lease ?? 0;
				this.kernel.ledger.write(operation.key, value);
				this.#keys.set(operation.key, {
					key: operation.key,
					value,
					createRevision: previous?.createRevision ?? revision,
					modRevision: revision,
					version: (previous?.version ?? 0) + 1,
					lease,
				});
				if (lease !== (previous?.lease ?? 0)) {
					this.leases.attach(operation.key, lease, previous?.lease ?? 0);
				}

				events.push({type: 'PUT', key: operation.key, revision, value, previous});
			} else if (previous) {
				this.kernel.ledger.delete(operation.key);
				this.#keys.delete(operation.key);
				if (previous.lease !== 0) {
					this.leases.attach(operation.key, 0, previous.lease);
				}

				events.push({type: 'DELETE', key: operation.key, revision, previous});
			}
		}

		this.#log.push(...events);
		for (const watcher of this.#watchers) {
			const wanted =
				// There is usually one event, which needs no list.
				events.every(({key}) => key.startsWith(watcher.prefix))
					? events
					: events.filter(({key}) => key.startsWith(watcher.prefix));
			if (wanted.length > 0) {
				// The stop that is about to report the commit causes the delivery.
				watcher.send(wanted, this.kernel.steps);
			}
		}
	}

	/**
	Streams every change under `prefix` after `revision`, each once and in order, to a mailbox.

	@param wrap converts the events of one revision to the message that the mailbox's owner expects.
	@throws {CompactedError} when `revision` has been compacted.
	*/
	*watch<M>(
		prefix: string,
		revision: number,
		mailbox: Mailbox<M>,
		wrap: (events: ReadonlyArray<EtcdEvent<V>>) => M,
	): Routine<EtcdWatch> {
		return yield* frame(
			{name: `watch ${this.shown(prefix)}`, component: 'etcd'},
			this.#openWatch(prefix, revision, mailbox, wrap),
		);
	}

	*#openWatch<M>(
		prefix: string,
		revision: number,
		mailbox: Mailbox<M>,
		wrap: (events: ReadonlyArray<EtcdEvent<V>>) => M,
	): Routine<EtcdWatch> {
		if (revision < this.#compactRevision) {
			yield* note(
				'etcd.watch',
				{
					prefix: this.shown(prefix),
					revision,
					compactRevision: this.#compactRevision,
				},
				{outcome: 'failed'},
			);
			throw new CompactedError(this.#compactRevision);
		}

		const delayMs = this.kernel.latency('etcd.watch', 0);
		const watcher: Watcher<V> = {
			prefix,
			send: (events, cause) => {
				this.kernel.send(mailbox, wrap(events), delayMs, cause);
			},
		};
		this.#watchers.add(watcher);
		const missed = this.since(revision).filter(({key}) => key.startsWith(prefix));
		for (const event of missed) {
			watcher.send([event], this.kernel.steps);
		}

		yield* note('etcd.watch', {
			prefix: this.shown(prefix),
			revision,
			to: mailbox.name,
			missed: missed.length,
			watchers: this.#watchers.size,
		});
		return {
			cancel: () => {
				this.#watchers.delete(watcher);
			},
		};
	}

	/** Changes after `revision`, oldest first. */
	since(revision: number): ReadonlyArray<EtcdEvent<V>> {
		return this.#log.slice(firstIndex(this.#log, (event) => event.revision <= revision));
	}

	/**
	All keys under a prefix as they were at an earlier revision, in order.

	@throws {CompactedError} if that revision has been compacted.
	*/
	rangeAt(prefix: string, revision: number): ReadonlyArray<KeyValue<V>> {
		if (revision < this.#compactRevision) {
			throw new CompactedError(this.#compactRevision);
		}

		const then = new Map(this.range(prefix).map((item) => [item.key, item]));
		for (const {key, previous} of this.since(revision).toReversed()) {
			if (!key.startsWith(prefix)) {
				continue;
			}

			if (previous) {
				then.set(key, previous);
			} else {
				then.delete(key);
			}
		}

		return [...then.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
	}

	/** Discards the history up to a revision; the current state stays. */
	*compact(revision: number): Routine {
		const before = this.#compactRevision;
		const kept = this.since(revision);
		const dropped = this.#log.length - kept.length;
		this.#log = [...kept];
		this.#compactRevision = Math.max(before, Math.min(revision, this.#revision));
		yield* frame(
			{name: 'compact', component: 'etcd'},
			note('etcd.compact', {before, after: this.#compactRevision, dropped, revision: this.#revision}),
		);
	}
}
