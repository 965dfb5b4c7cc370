import type {KubernetesObject} from '../../objects/kubernetes-object.js';
import type {Response} from '../../client/request.js';
import type {Routine} from '../../kernel/routine.js';
import {registryKey} from '../../objects/resources.js';
import type {Services} from '../services.js';
import type {ResourceExchange} from '../request/exchange.js';
import {notFound, RequestFailure} from '../request/failure.js';
import {answered} from '../custom-resources/conversion-webhook.js';
import {catchUp, parseRevision} from './list.js';

/** The object of a request. @throws RequestFailure 404 */
export const existing = (services: Services, exchange: ResourceExchange): KubernetesObject => {
	const {resource, info} = exchange;
	const found = services.storage.read(
		registryKey(resource, resource.namespaced ? info.namespace : undefined, info.name),
	);
	if (!found) {
		throw new RequestFailure(notFound(resource, info.name));
	}

	return found.value;
};

/** `GET` of one object: its current state in etcd. */
export function* get(services: Services, exchange: ResourceExchange): Routine<Response> {
	const revision = parseRevision(exchange.request.query['resourceVersion'] ?? '');
	if (revision > services.etcd.revision) {
		yield* catchUp(services, revision);
	}

	return yield* answered(services, exchange, 200, existing(services, exchange));
}
