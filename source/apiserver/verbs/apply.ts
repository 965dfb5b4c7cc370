import {withMetadata, type KubernetesObject} from '../../objects/kubernetes-object.js';
import type {Fields} from '../../kernel/record.js';
import type {Response} from '../../client/request.js';
import type {Routine} from '../../kernel/routine.js';
import {note} from '../../stages/note.js';
import {registryKey, type Resource} from '../../objects/resources.js';
import {intakeOf} from '../../registry/intake.js';
import type {Services} from '../services.js';
import {toStorage} from '../encoding/conversion.js';
import {readApplied} from '../encoding/body.js';
import {objectOf} from '../encoding/decode.js';
import type {ResourceExchange} from '../request/exchange.js';
import {conflict, failure, notFound, RequestFailure} from '../request/failure.js';
import {applyFields, describeObject, refuseUntyped} from '../managed-fields/apply.js';
import {acceptedIn, undeclaredIn} from '../encoding/fields-of-version.js';
import {writerOf} from '../managed-fields/writer.js';
import {answered} from '../custom-resources/conversion-webhook.js';
import {checkWriteOptions, fieldValidationOf} from '../request/write-options.js';
import {isTrue} from '../request/request-info.js';
import {createObject, inNamespace} from './create.js';
import {checkName, updateObject} from './update.js';
import type {Writer} from '../managed-fields/managed-entry.js';

/** The media type of a patch that is to be applied. */
export const applyType = 'application/apply-patch+yaml';

/**
`PATCH` with the complete configuration of its author: new fields are added, fields that the author no longer lists are removed, and a field of another manager is a conflict.

@see https://kubernetes.io/docs/reference/using-api/server-side-apply/
@mirrors k8s.io/apiserver/pkg/endpoints/handlers applyPatcher
*/
export function* apply(services: Services, exchange: ResourceExchange): Routine<Response> {
	const {resource, info} = exchange;
	checkWriteOptions(exchange, 'PatchOptions', true);
	const patch = acceptedIn(exchange.minor, readApplied(exchange, fieldValidationOf(exchange)));
	const writer = writerOf(services, exchange, 'Apply');
	const key = registryKey(resource, resource.namespaced ? info.namespace : undefined, info.name);
	exchange.object = key;
	if (services.storage.read(key)) {
		const stored = yield* updateObject(services, exchange, (existing) => applied(exchange, existing, patch, writer));
		return yield* answered(services, exchange, 200, stored);
	}

	if (info.subresource !== '') {
		throw new RequestFailure(notFound(resource, info.name));
	}

	const object = yield* applied(exchange, undefined, patch, writer);
	const {uid} = object.metadata;
	if (uid) {
		throw new RequestFailure(
			conflict(
				resource,
				info.name,
				`uid mismatch: the provided object specified uid ${uid}, and no existing object was found`,
			),
		);
	}

	const made = withMetadata(object, {resourceVersion: undefined});
	const created = yield* createObject(services, exchange, made, {tracked: true, authorize: true});
	return yield* answered(services, exchange, 201, created);
}

/** The live object with the patch applied; a stop. @throws RequestFailure 409 with every conflict */
function* applied(
	exchange: ResourceExchange,
	live: KubernetesObject | undefined,
	patch: Fields,
	writer: Writer,
): Routine<KubernetesObject> {
	const {resource, info, request} = exchange;
	const force = request.query['force'] !== undefined && isTrue(request.query['force']);
	let after: KubernetesObject;
	try {
		refuseUntyped(patch, undeclaredIn(exchange.minor, patch));
		after = applyFields(resource, live, {patch, force, writer, convert: convertedBy(resource)});
	} catch (error) {
		if (error instanceof RequestFailure) {
			const {status} = error;
			yield* note(
				'apiserver.apply',
				{
					input: patch,
					before: live,
					verdict: 'refused',
					reason: status.reason,
					message: status.message,
					manager: writer.manager,
					kind: resource.kind,
					name: info.name,
				},
				{object: exchange.object, outcome: 'refused'},
			);
		}

		throw error;
	}

	const object = inNamespace(after, resource.namespaced ? info.namespace : '');
	checkName(object, info.name);
	yield* note(
		'apiserver.apply',
		{
			input: patch,
			before: live,
			after: object,
			managedFields: object.metadata.managedFields,
			manager: writer.manager,
			kind: resource.kind,
			name: info.name,
			liveVersion: live?.metadata.resourceVersion,
			force,
		},
		{object: exchange.object},
	);
	return object;
}

/** Converts the merged fields of patch and live object to an API object. */
export const convertedBy =
	(resource: Resource) =>
	(merged: Fields): KubernetesObject => {
		const intake = intakeOf(resource);
		const decoded = intake.decodeApplied(merged);
		if (decoded.error !== undefined) {
			throw new RequestFailure(
				failure(
					500,
					'',
					`failed to convert new object (${describeObject(merged)}) to proper version: ${decoded.error}`,
				),
			);
		}

		return intake.setDefaults(toStorage(objectOf(decoded), resource.custom));
	};
