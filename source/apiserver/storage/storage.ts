import type {KubernetesObject} from '../../objects/kubernetes-object.js';
import type {Etcd, KeyValue} from '../../etcd/etcd.js';
import {frame, note, type Routine} from '../../kernel/routine.js';
import type {Resource} from '../../objects/resources.js';
import {alreadyExists, conflict, failure, modified, RequestFailure} from '../request/failure.js';
import {withMetadata} from './changed-object.js';
import {equal} from '../../kernel/equality.js';

/** What to do with an object that is there. */
export type Change =
	| {readonly type: 'write'; readonly object: KubernetesObject}
	/** The object lost its last finalizer while it was being deleted: it goes, and this is how it looked last. */
	| {readonly type: 'delete'; readonly object: KubernetesObject}
	| {readonly type: 'nothing'; readonly object: KubernetesObject};

/**
What a registry does with an object that it has just stored.

@mirrors k8s.io/apiserver/pkg/registry/generic/registry Store.Create: the end of BeginCreate, AfterCreate and Decorator
*/
const afterCreate: Readonly<Record<string, {readonly hook?: string; readonly decorator: string}>> = {
	services: {
		hook: 'beginCreate keeps the cluster IPs and node ports that it had set aside',
		decorator: 'defaultOnRead fills in what an older version left out',
	},
	persistentvolumeclaims: {decorator: 'defaultOnReadPvc makes dataSource and dataSourceRef agree'},
};

/** Writes and deletes objects in etcd, each by one compare-and-swap. */
export class Storage {
	constructor(readonly etcd: Etcd) {}

	/** The object under a key as etcd has it now. */
	read(key: string): KeyValue | undefined {
		return this.etcd.get(key);
	}

	/**
	Stores a new object; its key must be free.

	@returns the object as it came back from etcd, with its resourceVersion.
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
				throw new RequestFailure(alreadyExists(resource, name));
			}

			yield* note(
				'apiserver.store',
				`A dry run: ${key} is free, and nothing is written there.`,
				{key, verdict: 'dry run', object},
				{object: key},
			);
			return object;
		}

		return yield* frame(
			{
				name: 'store',
				stage: 'apiserver.store',
				text: `The registry of ${resource.plural} stores the new object under ${key}: etcd is to write it if that key does not exist yet.`,
				facts: {key, request: object},
				object: key,
			},
			this.#put(key, resource, object, options.lease),
		);
	}

	*#put(
		key: string,
		resource: Resource,
		object: KubernetesObject,
		lease: number | undefined,
	): Routine<KubernetesObject> {
		const result = yield* this.etcd.txn([{key, modRevision: 0}], [{type: 'put', key, value: object, lease}]);
		if (!result.succeeded) {
			throw new RequestFailure(alreadyExists(resource, object.metadata.name));
		}

		const stored = result.current!.value as KubernetesObject;
		yield* this.#readBack(key, resource, stored);
		return stored;
	}

	/** What etcd holds is what the caller gets, once the hooks and decorators of its registry had their turn. */
	*#readBack(key: string, resource: Resource, stored: KubernetesObject): Routine {
		const name = resource.group === '' ? resource.plural : `${resource.plural}.${resource.group}`;
		const {hook, decorator} = afterCreate[name] ?? {};
		yield* note(
			'apiserver.store',
			`The registry reads back what etcd has: its revision ${stored.metadata.resourceVersion} is the resourceVersion. ${
				hook ? `The post-create hook ${hook}` : `${resource.plural} have no post-create hook`
			}${decorator ? `; the decorator ${decorator}` : ` and no decorator`}.`,
			{key, after: stored, hooks: hook ? [hook] : [], decorators: decorator ? [decorator] : []},
			{object: key},
		);
	}

	/**
	Changes an object: decides what to do with the present version, and writes if that is still the present one. When somebody was faster it decides again on what they wrote.

	@param conditional the caller insists on the version it has seen: being too late is a Conflict.
	@mirrors k8s.io/apiserver/pkg/storage/etcd3 store.GuaranteedUpdate
	*/
	*update(
		key: string,
		resource: Resource,
		decide: (current: KeyValue) => Routine<Change>,
		options: {readonly dryRun: boolean; readonly conditional: () => boolean; readonly absent: () => RequestFailure},
	): Routine<KubernetesObject> {
		for (;;) {
			const current = this.etcd.get(key);
			if (!current) {
				throw options.absent();
			}

			const before = current.value as KubernetesObject;
			const change = yield* decide(current);
			if (change.type === 'nothing') {
				return change.object;
			}

			const object = withMetadata(change.object, {resourceVersion: before.metadata.resourceVersion});
			if (change.type === 'write' && equal(object, before)) {
				yield* note(
					'apiserver.store',
					`Nothing would change in ${key}: nothing is written, and the resourceVersion stays ${before.metadata.resourceVersion}.`,
					{key, before, after: before},
					{object: key},
				);
				return before;
			}

			if (options.dryRun) {
				yield* note(
					'apiserver.store',
					`A dry run: ${key} is not written.`,
					{key, verdict: 'dry run', before, after: object},
					{object: key},
				);
				return object;
			}

			const stored = yield* frame(
				{
					name: 'store',
					stage: 'apiserver.store',
					text:
						change.type === 'delete'
							? `No finalizer is left on ${key}, which is being deleted: etcd is to delete it if it is still at revision ${current.modRevision}.`
							: `The registry of ${resource.plural} stores the changed object under ${key}: etcd is to write it if it is still at revision ${current.modRevision}.`,
					facts: {key, before, after: object, compare: current.modRevision},
					object: key,
				},
				this.#swap(key, current, change.type === 'delete' ? undefined : object),
			);
			if (stored) {
				return change.type === 'delete' ? object : (stored as KubernetesObject);
			}

			if (options.conditional()) {
				throw new RequestFailure(conflict(resource, before.metadata.name, modified));
			}
		}
	}

	*#swap(key: string, current: KeyValue, object: KubernetesObject | undefined): Routine<unknown> {
		const result = yield* this.etcd.txn(
			[{key, modRevision: current.modRevision}],
			[object ? {type: 'put', key, value: object, lease: current.lease} : {type: 'delete', key}],
		);
		return result.succeeded ? (object ? result.current!.value : true) : undefined;
	}

	/**
	Deletes a key if it is still as it was seen.

	@returns false when somebody was faster.
	*/
	*remove(key: string, current: KeyValue): Routine<boolean> {
		return yield* frame(
			{
				name: 'store',
				stage: 'apiserver.store',
				text: `Nothing holds ${key} back: etcd is to delete it if it is still at revision ${current.modRevision}.`,
				facts: {key, before: current.value, compare: current.modRevision},
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
