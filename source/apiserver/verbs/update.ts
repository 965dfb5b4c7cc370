import {withMetadata, type KubernetesObject} from '../../objects/kubernetes-object.js';
import type {Response} from '../../client/request.js';
import type {KeyValue} from '../../etcd/etcd.js';
import type {Routine} from '../../kernel/routine.js';
import {note} from '../../stages/note.js';
import type {Status} from '../../objects/kubernetes.generated.js';
import {invalidStatus, plainErrors} from '../../objects/field-error.js';
import {registryKey, type Resource} from '../../objects/resources.js';
import {errorsIn, preparedIn} from '../../registry/behaviour-of-version.js';
import {intakeOf} from '../../registry/intake.js';
import {admissionAttributes, admitMutating, admitValidating} from './admit.js';
import type {Services} from '../services.js';
import {conditionsTimed} from './certificate-request.js';
import {decodeBody} from '../encoding/decode.js';
import {withoutGated} from '../encoding/fields-of-version.js';
import {isDryRun, type ResourceExchange} from '../request/exchange.js';
import {badRequest, conflict, failure, invalidField, modified, notFound, RequestFailure} from '../request/failure.js';
import {keepTimes, updateFields} from '../managed-fields/update.js';
import {writerOf} from '../managed-fields/writer.js';
import {answered, forStorage, fromStorage} from '../custom-resources/conversion-webhook.js';
import {nestedField, nestedSlice} from '../../objects/unstructured.js';
import {checkWriteOptions, fieldValidationOf} from '../request/write-options.js';
import {kindOf} from '../../registry/kinds.js';
import type {Allocation} from '../allocation/service-allocator.js';
import type {Change} from '../storage/storage.js';
import {createObject, groupOf, inNamespace} from './create.js';
import {isSameObject} from '../managed-fields/same-object.js';

/** `PUT` of a whole object, or of its `status`. */
export function* update(services: Services, exchange: ResourceExchange): Routine<Response> {
	checkWriteOptions(exchange, 'UpdateOptions');
	checkNamed(exchange);
	const {resource, info} = exchange;
	const key = registryKey(resource, resource.namespaced ? info.namespace : undefined, info.name);
	const stored = services.storage.read(key)?.value;
	const decoded = yield* decodeBody(exchange, resource, fieldValidationOf(exchange), stored);
	const object = inNamespace(decoded, resource.namespaced ? info.namespace : '');
	checkName(object, info.name);
	const after = defaultedOver(resource, object, stored);
	const {uid} = object.metadata;
	if (!stored && info.subresource === '' && kindOf(resource)?.store?.createOnUpdate) {
		checkUID(exchange, services.etcd.shown(key), uid, '');
		const made = withMetadata(object, {resourceVersion: undefined});
		return yield* answered(services, exchange, 201, yield* createObject(services, exchange, made, {authorize: true}));
	}

	const writer = writerOf(services, exchange, 'Update');
	const make = (existing: KubernetesObject) => {
		checkUID(exchange, services.etcd.shown(key), uid, existing.metadata.uid);
		return updateFields(resource, existing, after, writer);
	};

	return yield* answered(services, exchange, 200, yield* updateObject(services, exchange, make));
}

/** Sets defaults if the spec differs from the stored spec, which already has them. */
export const defaultedOver = (
	resource: Resource,
	object: KubernetesObject,
	stored: KubernetesObject | undefined,
): KubernetesObject =>
	!resource.custom && stored && specOf(object) !== undefined && specOf(object) === specOf(stored)
		? intakeOf(resource).setStatusDefaults(object)
		: intakeOf(resource).setDefaults(object);

const specOf = (object: KubernetesObject): unknown => nestedField(object, 'spec');

/** @throws RequestFailure 400 for a name that differs from the URL's. */
export const checkName = (object: KubernetesObject, name: string): void => {
	const own = object.metadata.name ?? '';
	if (own === '') {
		throw new RequestFailure(
			badRequest(`the name of the object (${name} based on URL) was undeterminable: name must be provided`),
		);
	}

	if (own !== name) {
		throw new RequestFailure(
			badRequest(`the name of the object (${own}) does not match the name on the URL (${name})`),
		);
	}
};

/**
Changes the object of the request: makes the new version from the stored one, admits, validates, and stores it if no other write was faster; otherwise it tries again.

@param make builds the new version from the stored one; it may add a stop.
@mirrors k8s.io/apiserver/pkg/registry/generic/registry Store.Update
*/
export function* updateObject(
	services: Services,
	exchange: ResourceExchange,
	make: (existing: KubernetesObject) => KubernetesObject | Routine<KubernetesObject>,
): Routine<KubernetesObject> {
	const {resource, info} = exchange;
	const key = registryKey(resource, resource.namespaced ? info.namespace : undefined, info.name);
	exchange.object = key;
	const decision = new UpdateDecision(services, exchange, make);
	try {
		const stored = yield* services.storage.update(key, resource, (current) => decision.of(current), {
			dryRun: isDryRun(exchange),
			conditional: () => decision.isConditional,
			absent: () => new RequestFailure(notFound(resource, info.name)),
		});
		yield* decision.settle(stored);
		return stored;
	} catch (error) {
		yield* decision.undo();
		throw error;
	}
}

/** The decision about the stored object; repeated for a newer version. A class, because a new generator for each request is slow. */
class UpdateDecision {
	#allocation: Allocation | undefined;
	#goes = false;
	/** The version that the caller names; `''` for any version. */
	#seen = '';

	constructor(
		readonly services: Services,
		readonly exchange: ResourceExchange,
		readonly make: (existing: KubernetesObject) => KubernetesObject | Routine<KubernetesObject>,
	) {}

	get isConditional(): boolean {
		return this.#seen !== '';
	}

	*of(current: KeyValue<KubernetesObject>): Routine<Change> {
		const {services, exchange} = this;
		const {resource, info} = exchange;
		const old = yield* fromStorage(services, exchange, current.value);
		const made = this.make(old);
		let object = Symbol.iterator in made ? yield* made : made;
		this.#seen = object.metadata.resourceVersion ?? '';
		if (exchange.request.method === 'PATCH' && this.#seen === old.metadata.resourceVersion) {
			// A patch names no version: it can be applied again to a newer one.
			this.#seen = '';
		}

		object = yield* admitMutating(services, exchange, admissionAttributes(exchange, 'UPDATE', info.name, object, old));
		checkVersion(exchange, this.#seen, current);
		object = withStoredMetadata(object, old);
		yield* this.undo();
		if (info.subresource === '') {
			this.#allocation = yield* services.allocator.allocate(object, old, isDryRun(exchange));
			object = this.#allocation.object;
		}

		object = preparedIn(
			exchange.minor,
			intakeOf(resource).prepareForUpdate(withoutGated(exchange.minor, object), old, info.subresource),
			object,
			old,
		);
		object = keepTimes(conditionsTimed(object, old, services.kernel.timestamp()), old);
		yield* validated(exchange, object, old);
		yield* admitValidating(services, exchange, admissionAttributes(exchange, 'UPDATE', info.name, object, old));
		const stored = yield* forStorage(services, exchange, object);
		this.#goes = goes(object) && !goes(old);
		return this.#goes ? {type: 'delete', object: stored} : {type: 'write', object: stored};
	}

	/** After the write: keeps the allocations, or returns all those of the object. */
	*settle(stored: KubernetesObject): Routine {
		if (this.#allocation) {
			yield* this.#allocation.commit();
		}

		if (this.#goes) {
			yield* this.services.allocator.release(stored);
		}
	}

	*undo(): Routine {
		if (this.#allocation) {
			yield* this.#allocation.revert();
		}
	}
}

/** Whether an object is being deleted and has no finalizer left. */
const goes = (object: KubernetesObject): boolean => {
	const {metadata} = object;
	return (
		metadata.deletionTimestamp !== undefined &&
		(metadata.finalizers ?? []).length === 0 &&
		(metadata.deletionGracePeriodSeconds ?? 0) === 0 &&
		nestedSlice(object, 'spec', 'finalizers').length === 0
	);
};

const checkVersion = (exchange: ResourceExchange, seen: string, current: KeyValue): void => {
	const {resource, info} = exchange;
	if (seen === '' || seen === '0') {
		if ((kindOf(resource)?.store?.needsVersion || resource.custom) && exchange.request.method === 'PUT') {
			throw new RequestFailure(
				invalidField(
					resource.group,
					resource.plural,
					info.name,
					'metadata.resourceVersion',
					'Invalid value: 0: must be specified for an update',
				),
			);
		}
	} else if (!/^\d+$/.test(seen)) {
		throw new RequestFailure(failure(500, '', `strconv.ParseUint: parsing ${JSON.stringify(seen)}: invalid syntax`));
	} else if (Number(seen) !== current.modRevision) {
		throw new RequestFailure(conflict(resource, info.name, modified));
	}
};

/** Checks the uid that a request names: only the object with that uid may change. @throws RequestFailure 409 */
export const checkUID = ({resource, info}: ResourceExchange, key: string, uid: string, stored: string): void => {
	if (uid && uid !== stored) {
		throw new RequestFailure(
			conflict(
				resource,
				info.name,
				`StorageError: invalid object, Code: 4, Key: ${key}, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in precondition: ${uid}, UID in object meta: ${stored}`,
			),
		);
	}
};

/** @throws RequestFailure 400 for the path of a collection: only requests for custom resources get this far. */
export const checkNamed = ({info}: ResourceExchange): void => {
	if (info.name === '') {
		throw new RequestFailure(badRequest('name must be provided'));
	}
};

/** Keeps the stored values of fields that an update cannot change. */
const withStoredMetadata = (object: KubernetesObject, old: KubernetesObject): KubernetesObject => {
	const {metadata} = object;
	const stored = old.metadata;
	return withMetadata(object, {
		uid: metadata.uid || stored.uid,
		creationTimestamp: stored.creationTimestamp,
		generation: stored.generation,
		deletionTimestamp: stored.deletionTimestamp ?? metadata.deletionTimestamp,
		deletionGracePeriodSeconds: metadata.deletionGracePeriodSeconds ?? stored.deletionGracePeriodSeconds,
		resourceVersion: stored.resourceVersion,
		selfLink: undefined,
	});
};

/** Checks the change; a stop. @throws RequestFailure 422 */
function* validated(exchange: ResourceExchange, object: KubernetesObject, old: KubernetesObject): Routine {
	const {resource, info} = exchange;
	const intake = intakeOf(resource);
	const errors = errorsIn(exchange.minor, intake.validateUpdate(object, old, info.subresource), object, old);
	if (errors.length > 0) {
		const status: Status = invalidStatus(groupOf(old), resource.kind, info.name, errors);
		yield* note(
			'apiserver.validate',
			{
				before: old,
				after: object,
				verdict: 'invalid',
				reason: status.reason,
				message: status.message,
				errors: plainErrors(errors),
				kind: resource.kind,
				name: info.name,
			},
			{object: exchange.object, outcome: 'refused'},
		);
		throw new RequestFailure(status);
	}

	const warnings = info.subresource === '' && !isSameObject(object, old) ? intake.warningsFor(object, old) : [];
	exchange.warnings.push(...warnings);
	yield* note(
		'apiserver.validate',
		{
			before: old,
			after: object,
			verdict: 'valid',
			kind: resource.kind,
			name: info.name,
			subresource: info.subresource,
		},
		{object: exchange.object},
	);
}
