import type {Response} from '../../client/request.js';
import type {Routine} from '../../kernel/routine.js';
import type {Services} from '../services.js';
import type {ResourceExchange} from '../request/exchange.js';
import {RequestFailure} from '../request/failure.js';
import {answered} from '../custom-resources/conversion-webhook.js';
import {selectionOf} from '../storage/selection.js';
import {deleteOptions} from './delete-options.js';
import {listOptionsOf} from '../request/list-options.js';
import {deleteObject} from './delete.js';
import {catchUp, listOf} from './list.js';

/** `DELETE` of a collection: each selected object in turn, in the order of their names. */
export function* deleteCollection(services: Services, exchange: ResourceExchange): Routine<Response> {
	const {resource, info, request} = exchange;
	listOptionsOf(exchange);
	const options = deleteOptions(exchange);
	const selection = selectionOf(resource, request.query);
	const {revision} = services.etcd;
	yield* catchUp(services, revision);
	const items = services.cacher
		.of(resource)
		.list(resource.namespaced ? info.namespace : '')
		.filter(selection.matches);
	for (const {metadata} of items) {
		try {
			yield* deleteObject(services, exchange, metadata.name, options);
		} catch (error) {
			// Another client has deleted it in the meantime, which is the intended result.
			if (!(error instanceof RequestFailure && error.status.reason === 'NotFound')) {
				throw error;
			}
		}
	}

	return yield* answered(services, exchange, 200, listOf(resource, {resourceVersion: String(revision)}, items));
}
