import type {Response} from '../../client/request.js';
import {note, type Routine} from '../../kernel/routine.js';
import {applyJSONPatch} from '../../objects/json-patch.js';
import {applyMergePatch} from '../../objects/merge-patch.js';
import {schemaOfKind} from '../../objects/schema.js';
import {applyStrategicMergePatch} from '../../objects/strategic-merge-patch.js';
import type {Services} from '../apiserver.js';
import {checkDecoded, readBody} from '../decode.js';
import {toVersion} from '../conversion.js';
import type {KubernetesObject, ResourceExchange} from '../exchange.js';
import {badRequest, failure, RequestFailure} from '../failure.js';
import {shown} from '../negotiate.js';
import {checkWriteOptions, fieldValidationOf} from '../options.js';
import {defaultedOver, updateObject} from './update.js';

/** Formats a patch can be in, by media type. */
const formats: Readonly<Record<string, string>> = {
	'application/json-patch+json': 'JSON patch',
	'application/merge-patch+json': 'JSON merge patch',
	'application/strategic-merge-patch+json': 'strategic merge patch',
};

/** `PATCH`: the stored object with a change applied to it, then as an update. */
export function* patch(services: Services, exchange: ResourceExchange): Routine<Response> {
	const body = yield* readPatch(exchange);
	const stored = yield* updateObject(services, exchange, (existing) => patched(exchange, existing, body));
	return shown(services, exchange, 200, stored);
}

export interface Patch {
	readonly format: string;
	readonly value: unknown;
}

/** Reads the body by its media type. @throws RequestFailure 415 for one that no patch is in. */
export function* readPatch(exchange: ResourceExchange): Routine<Patch> {
	const type = mediaTypeOf(exchange);
	const format = formats[type];
	if (format === 'strategic merge patch' && exchange.resource.custom) {
		const accepted = 'application/json-patch+json, application/merge-patch+json, application/apply-patch+yaml';
		throw new RequestFailure(
			failure(
				415,
				'UnsupportedMediaType',
				`the body of the request was in an unknown format - accepted media types include: ${accepted}`,
			),
		);
	}

	if (format === undefined) {
		throw new RequestFailure(failure(415, 'UnsupportedMediaType', '415: Unsupported Media Type', {}));
	}

	checkWriteOptions(exchange, 'PatchOptions');
	const value = readBody(exchange, 'application/json');
	return {format, value};
}

const mediaTypeOf = (exchange: ResourceExchange): string =>
	(exchange.request.headers['content-type'] ?? '').split(';')[0]!.trim();

/** The object with the patch applied, decoded and defaulted like any other; a stop. */
export function* patched(
	exchange: ResourceExchange,
	existing: KubernetesObject,
	body: Patch,
): Routine<KubernetesObject> {
	const {resource, info} = exchange;
	const raw = applied(toVersion(resource, existing), body);
	const checked = checkDecoded(exchange, resource, raw, fieldValidationOf(exchange), body.value, existing);
	const object = defaultedOver(resource, checked, existing);
	yield* note(
		'apiserver.decode',
		`The ${body.format} is applied to ${resource.kind} ${info.name} as it is stored at resourceVersion ${existing.metadata.resourceVersion}.`,
		{input: body.value, before: existing, after: object},
		{object: exchange.object},
	);
	return object;
}

/** @throws RequestFailure when the patch cannot be applied. */
const applied = (existing: KubernetesObject, {format, value}: Patch): unknown => {
	try {
		switch (format) {
			case 'JSON patch': {
				if (!Array.isArray(value)) {
					throw new RequestFailure(badRequest('json: cannot unmarshal object into Go value of type jsonpatch.Patch'));
				}

				return applyJSONPatch(existing, value);
			}

			case 'JSON merge patch': {
				return applyMergePatch(existing, value);
			}

			default: {
				return applyStrategicMergePatch(existing, value as never, schemaOfKind(existing.apiVersion, existing.kind)!);
			}
		}
	} catch (error) {
		if (error instanceof RequestFailure) {
			throw error;
		}

		throw new RequestFailure(
			format === 'JSON patch'
				? failure(422, 'Invalid', 'the server rejected our request due to an error in our request', {})
				: failure(500, '', (error as Error).message),
		);
	}
};
