import {withMetadata, type KubernetesObject} from '../../objects/kubernetes-object.js';
import type {Response} from '../../client/request.js';
import type {Routine} from '../../kernel/routine.js';
import {note} from '../../stages/note.js';
import {invalidStatus, plainErrors} from '../../objects/field-error.js';
import {groupVersionOf, registryKey} from '../../objects/resources.js';
import {errorsIn, preparedIn} from '../../registry/behaviour-of-version.js';
import {intakeOf} from '../../registry/intake.js';
import {admissionAttributes, admitMutating, admitValidating, afterCreation} from './admit.js';
import type {Services} from '../services.js';
import {attributesOf, authorize, forbiddenStatus} from '../authorization/authorize.js';
import {requestedBy} from './certificate-request.js';
import {decodeBody} from '../encoding/decode.js';
import {withoutGated} from '../encoding/fields-of-version.js';
import {isDryRun, type ResourceExchange} from '../request/exchange.js';
import {badRequest, RequestFailure} from '../request/failure.js';
import {updateFields} from '../managed-fields/update.js';
import {writerOf} from '../managed-fields/writer.js';
import {answered, forStorage} from '../custom-resources/conversion-webhook.js';
import {checkWriteOptions, fieldValidationOf} from '../request/write-options.js';

/**
`POST` of a new object: decode, default, admit, validate, admit, store, return the stored object.

@mirrors k8s.io/apiserver/pkg/endpoints/handlers createHandler and registry/generic/registry Store.Create
*/
export function* create(services: Services, exchange: ResourceExchange): Routine<Response> {
	checkWriteOptions(exchange, 'CreateOptions');
	const {resource, info} = exchange;
	const decoded = yield* decodeBody(exchange, resource, fieldValidationOf(exchange));
	const object = inNamespace(decoded, resource.namespaced ? info.namespace : '');
	const stored = yield* createObject(services, exchange, object);
	return yield* answered(services, exchange, 201, stored);
}

/** Options of a creation that another verb starts. */
export interface CreateOptions {
	/** Whether `managedFields` are already set. */
	readonly tracked?: boolean;
	/** The caller has been authorized to change the object, but not yet to create it. */
	readonly authorize?: boolean;
}

/** Takes a decoded object through defaulting, admission, validation and storage. */
export function* createObject(
	services: Services,
	exchange: ResourceExchange,
	decoded: KubernetesObject,
	options: CreateOptions = {},
): Routine<KubernetesObject> {
	const {resource, info} = exchange;
	const given = decoded.metadata.name ?? '';
	const namespace = resource.namespaced ? info.namespace : undefined;
	exchange.object = given === '' ? undefined : registryKey(resource, namespace, given);
	let object = yield* defaulted(exchange, decoded);
	if (!options.tracked) {
		object = updateFields(resource, undefined, object, writerOf(services, exchange, 'Update'));
	}

	object = yield* admitMutating(services, exchange, admissionAttributes(exchange, 'CREATE', given, object));
	object = withSystemFields(services, object);
	const dryRun = isDryRun(exchange);
	const allocation = yield* services.allocator.allocate(object, undefined, dryRun);
	try {
		object = requestedBy(
			preparedIn(
				exchange.minor,
				intakeOf(resource).prepareForCreate(withoutGated(exchange.minor, allocation.object)),
				allocation.object,
			),
			exchange.user,
		);
		const {name} = object.metadata;
		if (name !== given) {
			exchange.object = name ? registryKey(resource, namespace, name) : undefined;
		}

		yield* validated(exchange, object);
		if (options.authorize) {
			yield* authorizeCreation(services, exchange);
		}

		yield* admitValidating(services, exchange, admissionAttributes(exchange, 'CREATE', name, object));
		const key = exchange.object ?? registryKey(resource, namespace, name);
		const stored = yield* services.storage.create(key, resource, yield* forStorage(services, exchange, object), {
			dryRun,
			lease: resource.plural === 'events' ? eventLease(services) : undefined,
		});
		yield* allocation.commit();
		return yield* afterCreation(services, exchange, name, stored);
	} catch (error) {
		yield* allocation.revert();
		throw error;
	}
}

/** Fills in the missing fields of the object; a stop. */
export function* defaulted(exchange: ResourceExchange, object: KubernetesObject): Routine<KubernetesObject> {
	const after = intakeOf(exchange.resource).setDefaults(object);
	yield* note('apiserver.default', {before: object, after, changed: after !== object}, {object: exchange.object});
	return after;
}

/** The group that refusals name: that of the version in which the object is stored. */
export const groupOf = ({apiVersion}: KubernetesObject): string => groupVersionOf(apiVersion).group;

/**
The fields that only the server sets: uid, time of creation, the name if it is generated.

@mirrors k8s.io/apiserver/pkg/registry/rest FillObjectMetaSystemFields
*/
const withSystemFields = ({kernel}: Services, object: KubernetesObject): KubernetesObject => {
	const {name, generateName} = object.metadata;
	return withMetadata(object, {
		name: name || (generateName ? `${generateName.slice(0, 58)}${kernel.random('generate-name').suffix(5)}` : name),
		uid: kernel.random('uid').uid(),
		creationTimestamp: kernel.timestamp(),
		deletionTimestamp: undefined,
		deletionGracePeriodSeconds: undefined,
		selfLink: undefined,
	});
};

/** @throws RequestFailure 403 */
function* authorizeCreation(services: Services, exchange: ResourceExchange): Routine {
	const attributes = {...attributesOf(exchange), verb: 'create'};
	const {authorizers, toldAuthorizers: told} = services;
	const decision = yield* authorize(attributes, {reader: services.cacher, authorizers, told});
	if (!decision.allowed) {
		throw new RequestFailure(forbiddenStatus(attributes, decision));
	}
}

/** Checks the whole object; a stop. @throws RequestFailure 422 */
function* validated(exchange: ResourceExchange, object: KubernetesObject): Routine {
	const {resource} = exchange;
	const intake = intakeOf(resource);
	const errors = errorsIn(exchange.minor, intake.validateCreate(object), object);
	if (errors.length > 0) {
		const status = invalidStatus(groupOf(object), resource.kind, object.metadata.name ?? '', errors);
		yield* note(
			'apiserver.validate',
			{
				object,
				verdict: 'invalid',
				reason: status.reason,
				message: status.message,
				errors: plainErrors(errors),
				kind: resource.kind,
			},
			{object: exchange.object, outcome: 'refused'},
		);
		throw new RequestFailure(status);
	}

	const warnings = intake.warningsFor(object);
	exchange.warnings.push(...warnings);
	yield* note(
		'apiserver.validate',
		warnings.length > 0
			? {object, verdict: 'valid', warnings, kind: resource.kind}
			: {object, verdict: 'valid', kind: resource.kind},
		warnings.length > 0 ? {object: exchange.object, outcome: 'warning'} : {object: exchange.object},
	);
}

/** The URL names the namespace; the object may repeat it, not contradict it. */
export const inNamespace = (object: KubernetesObject, namespace: string): KubernetesObject => {
	const own = object.metadata.namespace ?? '';
	if (own === namespace) {
		return own === '' && object.metadata.namespace !== undefined
			? withMetadata(object, {namespace: undefined})
			: object;
	}

	if (namespace === '') {
		return withMetadata(object, {namespace: undefined});
	}

	if (own === '') {
		return withMetadata(object, {namespace});
	}

	throw new RequestFailure(
		badRequest('the namespace of the provided object does not match the namespace sent on the request'),
	);
};

const eventLeaseSeconds = 3600;
/** Events of one minute share a lease, as upstream's lease manager reuses them. */
const eventLeaseReuseMs = 60_000;

const eventLease = ({etcd, kernel}: Services): number => {
	const last = [...etcd.leases.all.values()].at(-1);
	return last && last.expiresMs >= kernel.now + eventLeaseSeconds * 1000
		? last.id
		: etcd.leases.grant(eventLeaseSeconds + eventLeaseReuseMs / 1000).id;
};
