import type {Response, WatchEvent} from '../client/request.js';
import type {Services} from './apiserver.js';
import {outputFor} from './media-type.js';
import {isConverted, toVersion} from './conversion.js';
import type {KubernetesObject, ResourceExchange} from './exchange.js';
import {tableOf, tableOfEvent} from './table.js';

const json = {'content-type': 'application/json'};

/** The answer with an object or list, in the shape the client asks for. */
export const shown = (services: Services, exchange: ResourceExchange, status: number, stored: unknown): Response => {
	const body = isConverted(exchange.resource) ? converted(exchange, stored) : stored;
	const shape = outputFor(exchange).shape;
	if (shape === undefined) {
		return {status, headers: json, body};
	}

	if ((body as {readonly kind?: string}).kind === 'Status') {
		return {status, headers: json, body};
	}

	return {
		status,
		headers: json,
		body:
			shape === 'Table'
				? tableOf(services.kernel.wallClockMs, exchange, body as never)
				: partial(body as Readonly<Record<string, unknown>>),
	};
};

/** A watch event in that shape. */
export const shownEvent = (services: Services, exchange: ResourceExchange, stored: WatchEvent): WatchEvent => {
	const shape = outputFor(exchange).shape;
	const event = isConverted(exchange.resource)
		? {type: stored.type, object: converted(exchange, stored.object)}
		: stored;
	if (shape === undefined || event.type === 'ERROR') {
		return event;
	}

	return {
		type: event.type,
		object:
			shape === 'Table'
				? tableOfEvent(services.kernel.wallClockMs, exchange, event)
				: partial(event.object as Readonly<Record<string, unknown>>),
	};
};

/** An object, or each of a list, in the version that the path names. */
const converted = ({resource}: ResourceExchange, body: unknown): unknown => {
	const {items} = body as {readonly items?: readonly KubernetesObject[]};
	return items
		? {...(body as object), items: items.map((item) => toVersion(resource, item))}
		: toVersion(resource, body as KubernetesObject);
};

const partial = (body: Readonly<Record<string, unknown>>): unknown =>
	Array.isArray(body['items'])
		? {
				kind: 'PartialObjectMetadataList',
				apiVersion: 'meta.k8s.io/v1',
				metadata: body['metadata'],
				items: body['items'].map((item: Readonly<Record<string, unknown>>) => partial(item)),
			}
		: {kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata: body['metadata']};

/**
A body as it goes over a real wire: the items of a list without `kind` and `apiVersion`, an absent list as `null`.

Inside the simulation lists share the stored objects, which have both.
*/
export const wireForm = (body: unknown): unknown => {
	const list = body as {readonly kind?: string; readonly items?: ReadonlyArray<Readonly<Record<string, unknown>>>};
	if (typeof body !== 'object' || body === null || !Array.isArray(list.items) || !list.kind?.endsWith('List')) {
		return body;
	}

	return {
		...list,
		items: list.items.map(({kind, apiVersion, ...item}) =>
			list.kind === 'PartialObjectMetadataList' || list.kind === 'List' ? {kind, apiVersion, ...item} : item,
		),
	};
};
