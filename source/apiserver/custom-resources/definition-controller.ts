import {isKind, isObject, withMetadata, type KubernetesObject} from '../../objects/kubernetes-object.js';
import type {WatchEvent} from '../../client/request.js';
import {Mailbox} from '../../kernel/mailbox.js';
import {receive, type Routine} from '../../kernel/routine.js';
import {frame, note} from '../../stages/note.js';
import {acceptNames, isCondition, withCondition} from '../../registry/custom-resources/definition.js';
import type {CustomResourceDefinition} from '../../objects/kubernetes.generated.js';
import {registryKey, registryPrefix, resourceNamed} from '../../objects/resources.js';
import {RequestTooLargeError, type KeyValue} from '../../etcd/etcd.js';
import type {Services} from '../services.js';
import {notFound, RequestFailure} from '../request/failure.js';
import type {Change} from '../storage/storage.js';

const definitions = 'customresourcedefinitions.apiextensions.k8s.io';
const definitionKind = 'apiextensions.k8s.io/v1 CustomResourceDefinition';

/** The time after which a definition that waits for its objects is checked again. */
const retryMs = 5000;

/** The finalizer that keeps a definition until its last object is gone. */
export const cleanupFinalizer = 'customresourcecleanup.apiextensions.k8s.io';

/**
The apiserver's controller of CustomResourceDefinitions: it accepts their names, so that they are served, and deletes the objects of definitions that are being deleted.

@mirrors k8s.io/apiextensions-apiserver/pkg/controller/status, establish and finalizer
*/
export function* watchDefinitions(services: Services): Routine {
	const {cacher, kernel} = services;
	const mailbox = new Mailbox<CustomResourceDefinition>('kube-apiserver/definitions');
	const cache = cacher.of(resourceNamed(definitions));
	const watcher = {
		id: cacher.nextID(),
		name: 'apiextensions-apiserver',
		namespace: '',
		matches: () => true,
		bookmarks: false,
		sent: cacher.revision,
		send({type, object}: WatchEvent) {
			if ((type === 'ADDED' || type === 'MODIFIED') && isObject(object) && isKind(object, definitionKind)) {
				kernel.send(mailbox, object);
			}
		},
	};
	cache.watchers.add(watcher);
	kernel.atExit(() => {
		cache.watchers.remove(watcher);
	});
	for (const definition of cacher.list(definitions)) {
		kernel.send(mailbox, definition);
	}

	for (;;) {
		const {metadata} = yield* receive(mailbox);
		const key = registryKey(definitions, undefined, metadata.name);
		const definition = services.storage.read(key)?.value;
		if (definition && isKind(definition, definitionKind)) {
			try {
				yield* frame(
					{name: `look after ${metadata.name}`, object: key},
					definition.metadata.deletionTimestamp === undefined
						? establish(services, definition)
						: finalize(services, definition),
				);
			} catch (error) {
				// The additions may be too large for etcd: the stop there shows it, and the next change is another attempt.
				if (!(error instanceof RequestTooLargeError)) {
					throw error;
				}
			}

			if (definition.metadata.deletionTimestamp !== undefined) {
				// The definition does not report objects whose deletion is blocked.
				kernel.after(retryMs, () => kernel.send(mailbox, definition), {periodic: true});
			}
		}
	}
}

function* establish(services: Services, definition: CustomResourceDefinition): Routine {
	const {name} = definition.metadata;
	const others = services.cacher
		.list(definitions)
		.filter(({metadata, spec}) => metadata.name !== name && spec.group === definition.spec.group);
	const status = acceptNames(definition, others, services.kernel.timestamp());
	if (status === definition.status) {
		return;
	}

	const after = {...definition, status};
	const established = isCondition(after, 'Established');
	const object = registryKey(definitions, undefined, name);
	yield* note(
		'apiserver.definition',
		{
			definition: name,
			group: definition.spec.group,
			before: definition.status,
			after: status,
			names: status?.acceptedNames,
			...(established ? {} : {refusal: status?.conditions?.find(({type}) => type === 'NamesAccepted')?.message ?? ''}),
		},
		established ? {object} : {object, outcome: 'refused'},
	);
	yield* write(services, after);
}

/** Deletes every object of the kind, then releases the definition. */
function* finalize(services: Services, definition: CustomResourceDefinition): Routine {
	const {name, finalizers = []} = definition.metadata;
	const object = registryKey(definitions, undefined, name);
	if (!finalizers.includes(cleanupFinalizer)) {
		return;
	}

	const {group, names} = definition.spec;
	const resource = {group, plural: names.plural};
	const items = services.etcd.range(`${registryPrefix(resource)}/`);
	for (const {key, value, modRevision} of items) {
		const {metadata} = value;
		if ((metadata.finalizers ?? []).length === 0) {
			yield* services.etcd.txn([{key, modRevision}], [{type: 'delete', key}]);
		} else if (metadata.deletionTimestamp === undefined) {
			const marked = withMetadata(value, {
				deletionTimestamp: services.kernel.timestamp(),
				deletionGracePeriodSeconds: 0,
			});
			yield* services.etcd.txn([{key, modRevision}], [{type: 'put', key, value: marked}]);
		}
	}

	const left = services.etcd.range(`${registryPrefix(resource)}/`).length;
	yield* note(
		'apiserver.definition',
		{definition: name, kind: names.kind, deleted: items.length - left, left},
		{object},
	);
	if (left > 0) {
		yield* waitForInstances(services, definition);
		return;
	}

	yield* services.storage.update(object, resourceNamed(definitions), released, {
		dryRun: false,
		conditional: () => false,
		absent: () => new RequestFailure(notFound(resourceNamed(definitions), name)),
	});
	services.cacher.drop(resource);
}

/** The definition without the finalizer: if that was the last one, the definition is removed. */
function* released({value: definition}: KeyValue<KubernetesObject>): Routine<Change> {
	const finalizers = definition.metadata.finalizers?.filter((item) => item !== cleanupFinalizer) ?? [];
	return finalizers.length === 0
		? {type: 'delete', object: withMetadata(definition, {finalizers: undefined})}
		: {type: 'write', object: withMetadata(definition, {finalizers})};
}

/** Sets the condition that reports the deletion of the definition's objects. */
function* waitForInstances(services: Services, definition: CustomResourceDefinition): Routine {
	const conditions = withCondition(
		definition.status?.conditions ?? [],
		{
			type: 'Terminating',
			status: 'True',
			reason: 'InstanceDeletionInProgress',
			message: 'CustomResource deletion is in progress',
		},
		services.kernel.timestamp(),
	);
	if (conditions !== definition.status?.conditions) {
		yield* write(services, {...definition, status: {...definition.status, conditions}});
	}
}

function* write(services: Services, definition: CustomResourceDefinition): Routine {
	try {
		yield* services.writeInternally(definitions, definition);
	} catch (error) {
		// The faster write has produced its own event, which is handled next.
		if (!(error instanceof RequestFailure)) {
			throw error;
		}
	}
}
