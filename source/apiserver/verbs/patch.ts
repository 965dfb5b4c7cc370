import type {Response} from '../../client/request.js';
import {note, type Routine} from '../../kernel/routine.js';
import type {Services} from '../apiserver.js';
import {toVersion} from '../conversion.js';
import type {KubernetesObject, ResourceExchange} from '../exchange.js';
import {updateFields} from '../managed-fields/field-manager.js';
import {writerOf} from '../managed-fields/writer.js';
import {shown} from '../negotiate.js';
import {decodePatched, mediaTypeOf, patchedValue, readPatch, type Patch} from '../patch-body.js';
import {apply} from './apply.js';
import {defaultedOver, updateObject} from './update.js';

/** Server-side apply: the whole of what its author wishes. */
const applyType = 'application/apply-patch+yaml';

/** `PATCH`: the stored object with a change applied to it, then as an update. */
export function* patch(services: Services, exchange: ResourceExchange): Routine<Response> {
	if (mediaTypeOf(exchange) === applyType) {
		return yield* apply(services, exchange);
	}

	const body = readPatch(exchange);
	const writer = writerOf(services, exchange, 'Update');
	const stored = yield* updateObject(services, exchange, function* (existing) {
		return updateFields(exchange.resource, existing, yield* patched(exchange, existing, body), writer);
	});
	return shown(services, exchange, 200, stored);
}

/** The object with the patch applied, decoded and defaulted like any other; a stop. */
function* patched(exchange: ResourceExchange, existing: KubernetesObject, body: Patch): Routine<KubernetesObject> {
	const {resource, info} = exchange;
	const value = patchedValue(toVersion(resource, existing), body);
	const object = defaultedOver(resource, decodePatched(exchange, resource, value, body, existing), existing);
	yield* note(
		'apiserver.decode',
		`The ${body.format} is applied to ${resource.kind} ${info.name} as it is stored at resourceVersion ${existing.metadata.resourceVersion}.`,
		{input: body.value, before: existing, after: object},
		{object: exchange.object},
	);
	return object;
}
