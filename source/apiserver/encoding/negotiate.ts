import type {KubernetesObject} from '../../objects/kubernetes-object.js';
import type {Response, WatchEvent} from '../../client/request.js';
import type {Services} from '../services.js';
import {outputFor} from './media-type.js';
import {isConverted, toVersion} from './conversion.js';
import type {ResourceExchange} from '../request/exchange.js';
import type {Resource} from '../../objects/resources.js';
import {failure, RequestFailure} from '../request/failure.js';
import {tableOf, tableOfEvent} from './table.js';

const json = {'content-type': 'application/json'};

/** The answer with an object or list, in the shape the client asks for. */
export const shown = (services: Services, exchange: ResourceExchange, status: number, stored: unknown): Response => {
	const output = outputFor(exchange);
	if (output.shape === undefined || (stored as {readonly kind?: string}).kind === 'Status') {
		const body = isConverted(exchange.resource) ? converted(exchange, stored) : stored;
		return {status, headers: json, body};
	}

	if (output.shape !== 'Table' && output.list !== 'items' in (stored as Fields)) {
		throw new RequestFailure(failure(406, 'NotAcceptable', wrongShape(exchange.resource, output.list)));
	}

	return {
		status,
		headers: json,
		body:
			output.shape === 'Table'
				? tableOf(exchange, stored as never, {nowMs: services.kernel.wallClockMs, version: output.version})
				: partial(stored as Fields, `meta.k8s.io/${output.version}`),
	};
};

const wrongShape = ({kind, group, custom}: Resource, list: boolean): string => {
	const type = custom ? 'unstructured.Unstructured' : `${group.split('.')[0] || 'core'}.${kind}`;
	return list
		? `you requested PartialObjectMetadataList, but the requested object is not a list (*${type})`
		: `you requested PartialObjectMetadata, but the requested object is a list (*${type}List)`;
};

/** A watch event in that shape; `first` if nothing was sent before it. */
export const shownEvent = (
	services: Services,
	exchange: ResourceExchange,
	stored: WatchEvent,
	first: boolean,
): WatchEvent => {
	const output = outputFor(exchange);
	if (output.shape === undefined || stored.type === 'ERROR') {
		return isConverted(exchange.resource) ? {type: stored.type, object: converted(exchange, stored.object)} : stored;
	}

	const {version} = output;
	return {
		type: stored.type,
		object:
			output.shape === 'Table'
				? tableOfEvent(exchange, stored, {nowMs: services.kernel.wallClockMs, version, noHeaders: !first})
				: partial(stored.object as Fields, `meta.k8s.io/${version}`),
	};
};

/** An object, or each of a list, in the version that the path names. */
const converted = ({resource}: ResourceExchange, body: unknown): unknown => {
	const {items} = body as {readonly items?: readonly KubernetesObject[]};
	return items
		? {...(body as object), items: items.map((item) => toVersion(resource, item))}
		: toVersion(resource, body as KubernetesObject);
};

type Fields = Readonly<Record<string, unknown>>;

const partial = (body: Fields, apiVersion: string): unknown =>
	Array.isArray(body['items'])
		? {
				kind: 'PartialObjectMetadataList',
				apiVersion,
				metadata: body['metadata'],
				items: body['items'].map((item: Fields) => partial(item, apiVersion)),
			}
		: {kind: 'PartialObjectMetadata', apiVersion, metadata: body['metadata']};

/** Marks a list of custom resources, whose items keep `kind` and `apiVersion` when sent. */
export const keepsKinds = Symbol('keeps kinds');

/** Whether the items of a list are sent with `kind` and `apiVersion`. */
export const hasKindsInItems = (list: {readonly kind?: string; readonly [keepsKinds]?: boolean}): boolean =>
	list.kind === 'PartialObjectMetadataList' || list.kind === 'List' || list[keepsKinds] === true;

/**
A body as a real server sends it: the items of a list without `kind` and `apiVersion`, an absent list as `null`.

Inside the simulation lists share the stored objects, which have both.
*/
export const wireForm = (body: unknown): unknown => {
	const list = body as {
		readonly kind?: string;
		readonly items?: ReadonlyArray<Readonly<Record<string, unknown>>>;
		readonly [keepsKinds]?: boolean;
		readonly metadata?: object;
	};
	if (typeof body !== 'object' || body === null || !Array.isArray(list.items) || !list.kind?.endsWith('List')) {
		return body;
	}

	return {
		...list,
		// Only a Go struct leaves an empty token out.
		...(list[keepsKinds] ? {metadata: {continue: '', ...list.metadata}} : {}),
		items: list.items.map(({kind, apiVersion, ...item}) =>
			hasKindsInItems(list) ? {kind, apiVersion, ...item} : item,
		),
	};
};
