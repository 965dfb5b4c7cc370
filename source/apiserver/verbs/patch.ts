import type {KubernetesObject} from '../../objects/kubernetes-object.js';
import type {Response} from '../../client/request.js';
import type {Routine} from '../../kernel/routine.js';
import {note} from '../../stages/note.js';
import type {Services} from '../services.js';
import {toVersion} from '../encoding/conversion.js';
import type {ResourceExchange} from '../request/exchange.js';
import {updateFields} from '../managed-fields/update.js';
import {writerOf} from '../managed-fields/writer.js';
import {answered} from '../custom-resources/conversion-webhook.js';
import {decodePatched, mediaTypeOf, patchedValue, patchFormat, readPatch, type Patch} from '../encoding/patch-body.js';
import {apply, applyType} from './apply.js';
import {inNamespace} from './create.js';
import {checkName, checkNamed, defaultedOver, updateObject} from './update.js';
import type {Writer} from '../managed-fields/managed-entry.js';

/** `PATCH`: the stored object with a change applied to it, then as an update. */
export function* patch(services: Services, exchange: ResourceExchange): Routine<Response> {
	if (mediaTypeOf(exchange) === applyType) {
		return yield* apply(services, exchange);
	}

	const format = patchFormat(exchange);
	checkNamed(exchange);
	const writer = writerOf(services, exchange, 'Update');
	let body: Patch | undefined;
	const stored = yield* updateObject(services, exchange, (existing) => {
		// A missing object is reported before an error in the patch.
		body ??= readPatch(exchange, format);
		return written(exchange, existing, body, writer);
	});
	return yield* answered(services, exchange, 200, stored);
}

/** The patched object, with its fields under the name of the patching manager. */
function* written(
	exchange: ResourceExchange,
	existing: KubernetesObject,
	body: Patch,
	writer: Writer,
): Routine<KubernetesObject> {
	return updateFields(exchange.resource, existing, yield* patched(exchange, existing, body), writer);
}

/** The object with the patch applied, decoded and defaulted like any other; a stop. */
function* patched(exchange: ResourceExchange, existing: KubernetesObject, body: Patch): Routine<KubernetesObject> {
	const {resource, info} = exchange;
	const value = patchedValue(toVersion(resource, existing), body);
	const decoded = decodePatched(exchange, resource, value, body, existing);
	const object = inNamespace(defaultedOver(resource, decoded, existing), resource.namespaced ? info.namespace : '');
	checkName(object, info.name);
	yield* note(
		'apiserver.decode',
		{
			input: body.value,
			before: existing,
			after: object,
			patch: body.format,
			kind: resource.kind,
			name: info.name,
			resourceVersion: existing.metadata.resourceVersion,
		},
		{object: exchange.object},
	);
	return object;
}
