import {withMetadata, type KubernetesObject} from '../../objects/kubernetes-object.js';
import type {Etcd, KeyValue} from '../../etcd/etcd.js';
import type {Routine} from '../../kernel/routine.js';
import {frame, note} from '../../stages/note.js';
import type {Resource} from '../../objects/resources.js';
import type {AfterCreate} from '../../registry/kind.js';
import {kindOf} from '../../registry/kinds.js';
import {alreadyExists, conflict, failure, modified, RequestFailure} from '../request/failure.js';
import {isSameObject} from '../managed-fields/same-object.js';

/** The action on an existing object. */
export type Change =
	| {readonly type: 'write'; readonly object: KubernetesObject}
	/** The object lost its last finalizer while it was being deleted: it is removed, and this is its last state. */
	| {readonly type: 'delete'; readonly object: KubernetesObject}
	| {readonly type: 'nothing'; readonly object: KubernetesObject};

const nothing: AfterCreate = {hooks: [], decorators: []};

/** Writes and deletes objects in etcd, each by one compare-and-swap. */
export class Storage {
	constructor(readonly etcd: Etcd<KubernetesObject>) {}

	/** The object under a key as etcd has it now. */
	read(key: string): KeyValue<KubernetesObject> | undefined {
		return this.etcd.get(key);
	}

	/**
	Stores a new object; its key must be free.

	@returns the object as etcd returned it, with its resourceVersion.
	*/
	*create(
		key: string,
		resource: Resource,
		object: KubernetesObject,
		options: {readonly dryRun: boolean; readonly lease?: number},
	): Routine<KubernetesObject> {
		const {name, resourceVersion = ''} = object.metadata;
		if (!options.dryRun && /^\d*[1-9]\d*$/.test(resourceVersion)) {
			throw new RequestFailure(failure(500, '', 'resourceVersion should not be set on objects to be created'));
		}

		if (options.dryRun) {
			if (this.etcd.get(key)) {
				throw this.#exists(key, resource, name);
			}

			yield* note(
				'apiserver.store',
				{case: 'create', verdict: 'dry run', key: this.etcd.shown(key), object},
				{object: key},
			);
			return object;
		}

		return yield* frame(
			{
				name: 'store',
				stage: 'apiserver.store',
				facts: {case: 'create', key: this.etcd.shown(key), request: object, resource: resource.plural},
				object: key,
			},
			this.#put(key, resource, object, options.lease),
		);
	}

	/** The refusal of a name that is taken: an object that is being deleted still has its name. @mirrors Store.Create */
	#exists(key: string, resource: Resource, name: string): RequestFailure {
		const status = alreadyExists(resource, name);
		return new RequestFailure(
			this.read(key)?.value.metadata.deletionTimestamp === undefined
				? status
				: {...status, message: `object is being deleted: ${status.message}`},
		);
	}

	*#put(
		key: string,
		resource: Resource,
		object: KubernetesObject,
		lease: number | undefined,
	): Routine<KubernetesObject> {
		const result = yield* this.etcd.txn([{key, modRevision: 0}], [{type: 'put', key, value: object, lease}]);
		if (!result.succeeded || !result.current) {
			throw this.#exists(key, resource, object.metadata.name);
		}

		const stored = result.current.value;
		yield* this.#readBack(key, resource, stored);
		return stored;
	}

	/** Returns the object as etcd holds it, after the hooks and decorators of its registry. */
	*#readBack(key: string, resource: Resource, stored: KubernetesObject): Routine {
		const {hooks, decorators} = kindOf(resource)?.store?.afterCreate ?? nothing;
		yield* note(
			'apiserver.store',
			{
				case: 'read-back',
				key: this.etcd.shown(key),
				after: stored,
				hooks,
				decorators,
				resource: resource.plural,
				resourceVersion: stored.metadata.resourceVersion,
			},
			{object: key},
		);
	}

	/**
	Changes an object: computes the change from the present version, and writes it if that version is still present. If another write was
	faster, it repeats this with the newer version.

	@param conditional the caller names the version to change: a newer version is a Conflict.
	@mirrors k8s.io/apiserver/pkg/storage/etcd3 store.GuaranteedUpdate
	*/
	*update(
		key: string,
		resource: Resource,
		decide: (current: KeyValue<KubernetesObject>) => Routine<Change>,
		options: {readonly dryRun: boolean; readonly conditional: () => boolean; readonly absent: () => RequestFailure},
	): Routine<KubernetesObject> {
		const shown = this.etcd.shown(key);
		for (;;) {
			const current = this.etcd.get(key);
			if (!current) {
				throw options.absent();
			}

			const before = current.value;
			const change = yield* decide(current);
			if (change.type === 'nothing') {
				return change.object;
			}

			const object = withMetadata(change.object, {resourceVersion: before.metadata.resourceVersion});
			if (change.type === 'write' && isSameObject(object, before)) {
				yield* note(
					'apiserver.store',
					{case: 'unchanged', key: shown, before, after: before, resourceVersion: before.metadata.resourceVersion},
					{object: key},
				);
				return before;
			}

			if (options.dryRun) {
				yield* note(
					'apiserver.store',
					{case: 'update', verdict: 'dry run', key: shown, before, after: object},
					{object: key},
				);
				return object;
			}

			const stored = yield* frame(
				{
					name: 'store',
					stage: 'apiserver.store',
					facts:
						change.type === 'delete'
							? {case: 'release', key: shown, before, after: object, compare: current.modRevision}
							: {
									case: 'update',
									key: shown,
									before,
									after: object,
									compare: current.modRevision,
									resource: resource.plural,
								},
					object: key,
				},
				this.#swap(key, current, object, change.type),
			);
			if (stored) {
				return stored;
			}

			if (options.conditional()) {
				throw new RequestFailure(conflict(resource, before.metadata.name, modified));
			}
		}
	}

	/** The object as it is stored now, or as it was when it was deleted; `undefined` if another write was faster. */
	*#swap(
		key: string,
		current: KeyValue,
		object: KubernetesObject,
		type: 'delete' | 'write',
	): Routine<KubernetesObject | undefined> {
		const result = yield* this.etcd.txn(
			[{key, modRevision: current.modRevision}],
			[type === 'write' ? {type: 'put', key, value: object, lease: current.lease} : {type: 'delete', key}],
		);
		return result.succeeded ? (result.current?.value ?? object) : undefined;
	}

	/**
	Deletes a key if its value has not changed since it was read.

	@returns false if another write was faster.
	*/
	*remove(key: string, current: KeyValue): Routine<boolean> {
		return yield* frame(
			{
				name: 'store',
				stage: 'apiserver.store',
				facts: {case: 'delete', key: this.etcd.shown(key), before: current.value, compare: current.modRevision},
				object: key,
			},
			this.#drop(key, current),
		);
	}

	*#drop(key: string, current: KeyValue): Routine<boolean> {
		const result = yield* this.etcd.txn([{key, modRevision: current.modRevision}], [{type: 'delete', key}]);
		return result.succeeded;
	}
}
