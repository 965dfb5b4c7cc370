import type {Response} from '../../client/request.js';
import {CompactedError} from '../../etcd/etcd.js';
import {sleep, type Routine} from '../../kernel/routine.js';
import {apiVersionOf} from '../../objects/resources.js';
import type {Services} from '../apiserver.js';
import type {KubernetesObject, ResourceExchange} from '../exchange.js';
import {badRequest, expired, failure, RequestFailure} from '../failure.js';
import {shown} from '../negotiate.js';
import {initializedOnly, selectionOf} from '../selection.js';
import {registryPrefix} from '../../objects/resources.js';

/** How long a read waits for the cache to catch up before it gives up. */
const patienceMs = 3000;

/** `GET` of a collection, selected and in pages. */
export function* list(services: Services, exchange: ResourceExchange): Routine<Response> {
	const {resource, info, request} = exchange;
	const {query} = request;
	const selected = selectionOf(resource, query, info.name);
	const selection = services.options.admission?.legacy?.['Initializers'] ? initializedOnly(selected, query) : selected;
	const page = yield* itemsOf(services, exchange);
	let items =
		selection.labels.length + selection.fields.length === 0 && !selection.hides
			? page.items
			: page.items.filter(selection.matches);
	const limit = Number(query['limit'] ?? 0);
	const metadata: Record<string, unknown> = {resourceVersion: String(page.revision)};
	if (limit > 0 && items.length > limit) {
		const last = items[limit - 1]!;
		const remaining = items.length - limit;
		items = items.slice(0, limit);
		metadata['continue'] = continueToken({
			v: 'meta.k8s.io/v1',
			rv: page.revision,
			start: `${last.metadata.namespace && info.namespace === '' ? `${last.metadata.namespace}/` : ''}${last.metadata.name}\u0000`,
		});
		if (selection.labels.length + selection.fields.length === 0) {
			metadata['remainingItemCount'] = remaining;
		}
	}

	return shown(services, exchange, 200, {
		kind: resource.custom?.listKind ?? `${resource.kind}List`,
		apiVersion: apiVersionOf(resource),
		metadata,
		items,
	});
}

interface Page {
	readonly items: readonly KubernetesObject[];
	readonly revision: number;
}

interface Continue {
	readonly v: string;
	readonly rv: number;
	readonly start: string;
}

const continueToken = (value: Continue): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const readToken = (text: string): Continue => {
	try {
		const value = JSON.parse(Buffer.from(text, 'base64url').toString()) as Continue;
		if (value.v === 'meta.k8s.io/v1' && typeof value.start === 'string') {
			return value;
		}
	} catch {
		// Said below, as for any other text that is none of ours.
	}

	throw new RequestFailure(badRequest('continue key is not valid: encoding/json: invalid token'));
};

/** The collection at the version that is asked for, from where the last page ended. */
function* itemsOf(services: Services, exchange: ResourceExchange): Routine<Page> {
	const {resource, info, request} = exchange;
	const {resourceVersion = '', resourceVersionMatch = ''} = request.query;
	const token = request.query['continue'];
	const namespace = resource.namespaced ? info.namespace : '';
	const prefix = `${registryPrefix(resource)}/${namespace === '' ? '' : `${namespace}/`}`;
	if (token) {
		const {rv, start} = readToken(token);
		const from = prefix + start;
		const items = then(services, prefix, rv).filter(({key}) => key >= from);
		return {items: items.map(({value}) => value as KubernetesObject), revision: rv};
	}

	const revision = resourceVersion === '' ? 0 : parseRevision(resourceVersion);
	if (resourceVersionMatch === 'Exact' && revision > 0) {
		return {items: then(services, prefix, revision).map(({value}) => value as KubernetesObject), revision};
	}

	yield* catchUp(services, resourceVersion === '' ? services.etcd.revision : revision);
	const cache = services.cacher.of(resource);
	return {items: cache.list(namespace), revision: services.cacher.revision};
}

const then = (services: Services, prefix: string, revision: number) => {
	try {
		return services.etcd.rangeAt(prefix, revision);
	} catch (error) {
		if (error instanceof CompactedError) {
			throw new RequestFailure(
				expired(
					'The provided continue parameter is too old to display a consistent list result. You can start a new list without the continue parameter, or use the continue token in this response to retrieve the remainder of the results. Continuing with the provided token results in an inconsistent list - objects that were created, modified, or deleted between the time the first chunk was returned and now may show up in the list.',
				),
			);
		}

		throw error;
	}
};

/** @throws RequestFailure 400 for what is no revision. */
export const parseRevision = (text: string): number => {
	if (!/^\d{1,18}$/.test(text)) {
		throw new RequestFailure(
			failure(
				400,
				'BadRequest',
				`resourceVersion: Invalid value: ${JSON.stringify(text)}: strconv.ParseUint: parsing ${JSON.stringify(text)}: invalid syntax`,
			),
		);
	}

	return Number(text);
};

/** Waits until the watch cache has seen a revision: what somebody has read before must not be older here. */
export function* catchUp(services: Services, revision: number): Routine {
	const deadlineMs = services.kernel.now + patienceMs;
	while (services.cacher.revision < revision) {
		if (services.kernel.now >= deadlineMs || revision > services.etcd.revision) {
			throw new RequestFailure(
				failure(
					504,
					'Timeout',
					`Timeout: Too large resource version: ${revision}, current: ${services.cacher.revision}`,
					{
						causes: [{reason: 'ResourceVersionTooLarge', message: 'Too large resource version'}],
						retryAfterSeconds: 1,
					},
				),
			);
		}

		yield* sleep(1);
	}
}
