import type {Response} from '../../client/request.js';
import {sleep, type Routine} from '../../kernel/routine.js';
import {applyJSONPatch, JSONPatchError} from '../../objects/json-patch.js';
import {isRecord} from '../../kernel/record.js';
import {isObject, type KubernetesObject} from '../../objects/kubernetes-object.js';
import type {Status} from '../../objects/kubernetes.generated.js';
import {apiVersionOf, resourceName, type Resource} from '../../objects/resources.js';
import {note} from '../../stages/note.js';
import {refusedBy} from '../admission/webhook/review-answer.js';
import {isServed, outsideReview, placeOf, unreachable} from '../admission/webhook/place.js';
import type {PlannedConversion} from '../admission/webhook/server.js';
import {withFieldsOf} from '../encoding/conversion.js';
import {shown} from '../encoding/negotiate.js';
import type {ResourceExchange} from '../request/exchange.js';
import {failure, RequestFailure} from '../request/failure.js';
import type {Services} from '../services.js';
import {conversionFailed, conversionOf, objectsIn, type Conversion} from './conversion-answer.js';

/** The timeout of a conversion webhook, which cannot be configured. */
const timeoutSeconds = 30;

const roundTripMs = 1;

/** The version in which objects of a custom resource are kept. */
const storedVersionOf = ({group, custom}: Resource): string => `${group}/${custom?.storedVersion}`;

/** Whether a server is asked to convert objects of this kind that have another version. */
export const hasConverter = ({custom}: Resource): boolean => custom?.converter !== undefined;

/** A stored object in the version that the request names. @throws RequestFailure 500 */
export const fromStorage = (
	services: Services,
	exchange: ResourceExchange,
	object: KubernetesObject,
): Routine<KubernetesObject> => inVersion(services, exchange, object, apiVersionOf(exchange.resource));

/** An object of a request in the version of another resource of its kind, by which a webhook or a policy matches it. @throws RequestFailure 500 */
export const asResource = (
	services: Services,
	exchange: ResourceExchange,
	resource: Resource,
	object: KubernetesObject,
): Routine<KubernetesObject> => inVersion(services, {...exchange, resource}, object, apiVersionOf(resource));

/** An object of a request in the version that is stored. @throws RequestFailure 500 */
export const forStorage = (
	services: Services,
	exchange: ResourceExchange,
	object: KubernetesObject,
): Routine<KubernetesObject> => inVersion(services, exchange, object, storedVersionOf(exchange.resource));

function* inVersion(
	services: Services,
	exchange: ResourceExchange,
	object: KubernetesObject,
	wanted: string,
): Routine<KubernetesObject> {
	if (!hasConverter(exchange.resource) || object.apiVersion === wanted || object.kind !== exchange.resource.kind) {
		return object;
	}

	const conversion = yield* ask(services, exchange, object, wanted);
	if ('error' in conversion) {
		throw new RequestFailure(failure(500, '', conversion.error));
	}

	const {custom} = exchange.resource;
	return custom ? withFieldsOf(conversion.object, custom) : conversion.object;
}

/** A list of stored objects that is sent to a client. */
export interface ObjectList {
	readonly kind: string;
	readonly apiVersion?: string;
	readonly metadata?: unknown;
	readonly items: readonly KubernetesObject[];
}

/** The answer with an object or a list in the version that the request names: a server may have to convert each object. */
export function* answered(
	services: Services,
	exchange: ResourceExchange,
	status: number,
	stored: KubernetesObject | ObjectList | Status,
): Routine<Response> {
	if (!hasConverter(exchange.resource)) {
		return shown(services, exchange, status, stored);
	}

	if (!('items' in stored)) {
		const object = isObject(stored) ? yield* fromStorage(services, exchange, stored) : stored;
		return shown(services, exchange, status, object);
	}

	const items: KubernetesObject[] = [];
	for (const item of stored.items) {
		items.push(yield* cached(services, exchange, item));
	}

	return shown(services, exchange, status, {...stored, items});
}

/**
A stored object in the version of a list or a watch. Each state of an object is converted once, and the result is kept.

Simplified: it is converted at the first list or watch, not when the watch cache of that version receives it.
*/
export function* cached(
	services: Services,
	exchange: ResourceExchange,
	object: KubernetesObject,
): Routine<KubernetesObject> {
	const wanted = apiVersionOf(exchange.resource);
	const known = services.conversions.get(object);
	if (known?.apiVersion === wanted) {
		return known;
	}

	const converted = yield* fromStorage(services, exchange, object);
	services.conversions.set(object, converted);
	return converted;
}

/** The answer of a ready Pod whose program is not simulated: only the version changes. */
const assumedConversion: PlannedConversion = {};

/** The conversion of an object by a server of the scenario. */
const plannedConversion = (
	object: KubernetesObject,
	wanted: string,
	{patch = [], message}: PlannedConversion,
): Conversion => {
	if (message !== undefined) {
		return conversionFailed(object, message);
	}

	try {
		const patched = applyJSONPatch(object, patch);
		return conversionOf(object, [isRecord(patched) ? {...patched, apiVersion: wanted} : patched], wanted);
	} catch (error) {
		if (error instanceof JSONPatchError) {
			return conversionFailed(object, error.message);
		}

		throw error;
	}
};

/**
Sends a ConversionReview to the server that the definition names and waits for the answer; two stops. A server of the scenario answers before one beyond the simulation.

@mirrors k8s.io/apiextensions-apiserver/pkg/apiserver/conversion webhookConverter.Convert
*/
function* ask(
	services: Services,
	exchange: ResourceExchange,
	object: KubernetesObject,
	wanted: string,
): Routine<Conversion> {
	const {clientConfig = {}, reviewVersion = 'v1'} = exchange.resource.custom?.converter ?? {};
	const {webhooks, outward, reader} = services.admission(exchange);
	const {key, shown: url} = placeOf(clientConfig, timeoutSeconds);
	const uid = services.kernel.random('conversion-review').uid();
	const review = {
		apiVersion: `apiextensions.k8s.io/${reviewVersion}`,
		kind: 'ConversionReview',
		request: {uid, desiredAPIVersion: wanted, objects: [object]},
	};
	const planned = webhooks?.convert(key, object, wanted);
	const outside = planned ? undefined : outsideReview(clientConfig, reader, timeoutSeconds, review);
	const waiting = outside && outward?.send(outside);
	const said = {kind: object.kind, name: object.metadata.name, from: object.apiVersion, to: wanted};
	yield* note('apiserver.convert', {...said, case: 'asks', url, request: review, timeoutSeconds});
	const post = `Post ${JSON.stringify(url)}:`;
	const isAssumed = !planned && !waiting && isServed(clientConfig, reader);
	let conversion: Conversion;
	if (waiting) {
		const sent = yield* waiting();
		conversion =
			'error' in sent
				? conversionFailed(object, `${post} ${sent.error}`)
				: read(object, sent, uid, wanted, reviewVersion);
	} else {
		const answer = planned ?? (isAssumed ? assumedConversion : {fails: unreachable(clientConfig, reader)});
		const {takesMs = roundTripMs} = answer;
		const limitMs = timeoutSeconds * 1000;
		yield* sleep(Math.min(takesMs, limitMs));
		const fails = takesMs > limitMs ? 'context deadline exceeded' : answer.fails;
		conversion =
			fails === undefined ? plannedConversion(object, wanted, answer) : conversionFailed(object, `${post} ${fails}`);
	}

	yield* note(
		'apiserver.convert',
		'error' in conversion
			? {...said, case: 'failed', message: conversion.error, ...(outside && !waiting ? {notCalled: true} : {})}
			: {
					...said,
					case: 'answers',
					before: object,
					after: conversion.object,
					...(isAssumed ? {isAssumed, definition: resourceName(exchange.resource)} : {}),
				},
		'error' in conversion ? {outcome: 'failed'} : {},
	);
	return conversion;
}

const read = (
	object: KubernetesObject,
	sent: {readonly status: number; readonly text: string},
	uid: string,
	wanted: string,
	reviewVersion: string,
): Conversion => {
	if (sent.status < 200 || sent.status > 206) {
		return conversionFailed(object, refusedBy(sent));
	}

	let review: unknown;
	try {
		review = JSON.parse(sent.text);
	} catch {
		return conversionFailed(object, `couldn't get version/kind; json parse error: the answer is no JSON`);
	}

	const found = objectsIn(review, uid, reviewVersion);
	return 'error' in found ? conversionFailed(object, found.error) : conversionOf(object, found.objects, wanted);
};
