import type {KubernetesObject} from '../../objects/kubernetes-object.js';
import type {Response} from '../../client/request.js';
import {CompactedError, type KeyValue} from '../../etcd/etcd.js';
import {sleep, type Routine} from '../../kernel/routine.js';
import {apiVersionOf, registryPrefix, type Resource} from '../../objects/resources.js';
import type {Services} from '../services.js';
import {continueToken, readContinueToken} from '../storage/continue-token.js';
import type {ResourceExchange} from '../request/exchange.js';
import {badRequest, expired, failure, RequestFailure} from '../request/failure.js';
import {listOptionsOf, type ListOptions} from '../request/list-options.js';
import {answered, type ObjectList} from '../custom-resources/conversion-webhook.js';
import {keepsKinds} from '../encoding/negotiate.js';
import {initializedOnly, selectionOf} from '../storage/selection.js';

/** How long a read waits for the cache to catch up. */
const patienceMs = 3000;

/** `GET` of a collection, selected and in pages. */
export function* list(services: Services, exchange: ResourceExchange): Routine<Response> {
	const {resource, info, request} = exchange;
	const options = listOptionsOf(exchange);
	const selected = selectionOf(resource, request.query, info.name);
	const selection = services.options.admission?.legacy?.['Initializers']
		? initializedOnly(selected, request.query)
		: selected;
	const all = yield* collection(services, exchange, options);
	const isSelective = selection.labels.length + selection.fields.length > 0 || selection.hides === true;
	// A list from the current state of the cache is never paged.
	const limit = options.resourceVersion === '0' ? 0 : options.limit;
	const metadata: Record<string, unknown> = {resourceVersion: String(all.revision)};
	let items: readonly KubernetesObject[] = all.items;
	if (limit > 0) {
		const page = pageOf(items, limit, isSelective ? selection.matches : undefined);
		if (page.last) {
			const {namespace, name} = page.last.metadata;
			const place = resource.namespaced && info.namespace === '' ? `${namespace}/` : '';
			metadata['continue'] = continueToken({revision: all.revision, start: `${place}${name}\u0000`});
			if (!isSelective) {
				metadata['remainingItemCount'] = items.length - limit;
			}
		}

		items = page.items;
	} else if (isSelective) {
		items = items.filter(selection.matches);
	}

	return yield* answered(services, exchange, 200, listOf(resource, metadata, items));
}

/** A list as it is answered: that of a custom resource keeps kinds in its items. */
export const listOf = (
	resource: Resource,
	metadata: Readonly<Record<string, unknown>>,
	items: readonly KubernetesObject[],
): ObjectList => ({
	kind: resource.custom?.listKind ?? `${resource.kind}List`,
	apiVersion: apiVersionOf(resource),
	metadata,
	items,
	...(resource.custom ? {[keepsKinds]: true} : {}),
});

/** The first items that match. With `last`, more objects follow, whether they match or not. */
const pageOf = (
	all: readonly KubernetesObject[],
	limit: number,
	matches: ((object: KubernetesObject) => boolean) | undefined,
): {readonly items: readonly KubernetesObject[]; readonly last?: KubernetesObject} => {
	if (!matches) {
		return all.length > limit ? {items: all.slice(0, limit), last: all[limit - 1]} : {items: all};
	}

	const items: KubernetesObject[] = [];
	for (const [index, object] of all.entries()) {
		if (matches(object)) {
			items.push(object);
			if (items.length === limit) {
				return index < all.length - 1 ? {items, last: object} : {items};
			}
		}
	}

	return {items};
};

interface Collection {
	readonly items: readonly KubernetesObject[];
	readonly revision: number;
}

const objectsOf = (values: ReadonlyArray<KeyValue<KubernetesObject>>): readonly KubernetesObject[] =>
	values.map(({value}) => value);

/**
The collection at the requested version, from the end of the last page.

@mirrors k8s.io/apiserver/pkg/storage ValidateListOptions and cacher CacheDelegator.GetList
*/
function* collection(
	services: Services,
	{resource, info}: ResourceExchange,
	{continueToken: token, resourceVersion, match, limit}: ListOptions,
): Routine<Collection> {
	const namespace = resource.namespaced ? info.namespace : '';
	const prefix = `${registryPrefix(resource)}/${namespace === '' ? '' : `${namespace}/`}`;
	if (token !== '') {
		const {revision, start} = readContinueToken(token);
		if (resourceVersion !== '' && resourceVersion !== '0') {
			throw new RequestFailure(badRequest('specifying resource version is not allowed when using continue'));
		}

		const at = revision < 0 ? services.etcd.revision : revision;
		const from = prefix + start;
		const values = rangeAt(services, prefix, at, start);
		return {items: objectsOf(values.filter(({key}) => key >= from)), revision: at};
	}

	const revision = listRevision(resourceVersion);
	if (revision > 0 && (match === 'Exact' || (match === '' && limit > 0))) {
		return {items: objectsOf(rangeAt(services, prefix, revision)), revision};
	}

	yield* catchUp(services, resourceVersion === '' ? services.etcd.revision : revision);
	return {items: services.cacher.of(resource).list(namespace), revision: services.cacher.revision};
}

const inconsistent =
	'The provided continue parameter is too old to display a consistent list result. You can start a new list without the continue parameter, or use the continue token in this response to retrieve the remainder of the results. Continuing with the provided token results in an inconsistent list - objects that were created, modified, or deleted between the time the first chunk was returned and now may show up in the list.';

/** @param start where a list that began at that revision continues */
const rangeAt = (
	services: Services,
	prefix: string,
	revision: number,
	start?: string,
): ReadonlyArray<KeyValue<KubernetesObject>> => {
	if (revision > services.etcd.revision) {
		throw tooLarge(revision, services.etcd.revision);
	}

	try {
		return services.etcd.rangeAt(prefix, revision);
	} catch (error) {
		if (!(error instanceof CompactedError)) {
			throw error;
		}

		if (start === undefined) {
			throw new RequestFailure(expired('The resourceVersion for the provided list is too old.'));
		}

		throw new RequestFailure({
			...expired(inconsistent),
			metadata: {continue: continueToken({revision: -1, start})},
		});
	}
};

/** Why a text is not a revision, in upstream's words; `undefined` if it is one. */
const revisionError = (text: string): string | undefined => {
	const isNumber = /^\d+$/.test(text);
	if (isNumber && BigInt(text) < 1n << 64n) {
		return undefined;
	}

	const why = isNumber ? 'value out of range' : 'invalid syntax';
	return `resourceVersion: Invalid value: ${JSON.stringify(text)}: strconv.ParseUint: parsing ${JSON.stringify(text)}: ${why}`;
};

const listRevision = (text: string): number => {
	const error = text === '' ? undefined : revisionError(text);
	if (error !== undefined) {
		throw new RequestFailure(badRequest(`invalid resource version: ${error}`));
	}

	return Number(text);
};

/** The revision that a get or watch requests; 0 for any revision. @throws RequestFailure 500 for text that is not a revision, as upstream. */
export const parseRevision = (text: string): number => {
	const error = text === '' ? undefined : revisionError(text);
	if (error !== undefined) {
		throw new RequestFailure(failure(500, '', error));
	}

	return Number(text);
};

const tooLarge = (revision: number, current: number, retryAfterSeconds = 0): RequestFailure =>
	new RequestFailure(
		failure(504, 'Timeout', `Timeout: Too large resource version: ${revision}, current: ${current}`, {
			causes: [{reason: 'ResourceVersionTooLarge', message: 'Too large resource version'}],
			...(retryAfterSeconds > 0 ? {retryAfterSeconds} : {}),
		}),
	);

/** Waits until the watch cache has seen a revision: a read must not return older data than a client has read before. */
export function* catchUp(services: Services, revision: number): Routine {
	const deadlineMs = services.kernel.now + patienceMs;
	while (services.cacher.revision < revision) {
		if (services.kernel.now >= deadlineMs || revision > services.etcd.revision) {
			throw tooLarge(revision, services.cacher.revision, 1);
		}

		yield* sleep(1);
	}
}
