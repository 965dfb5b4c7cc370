import {acceptsAggregated} from '../encoding/media-type.js';
import type {Response} from '../../client/request.js';
import {aggregatedDiscovery, discoveryAt} from '../discovery/discovery.js';
import type {Services} from '../services.js';
import type {Exchange} from '../request/exchange.js';
import {pathNotFound, RequestFailure} from '../request/failure.js';
import {health} from './health.js';
import {metrics} from './metrics.js';
import {openAPI} from '../discovery/openapi.js';
import {versionOf} from '../discovery/version.js';

const json = (body: unknown): Response => ({status: 200, headers: {'content-type': 'application/json'}, body});
const text = (status: number, body: string): Response => ({
	status,
	headers: {'content-type': 'text/plain; charset=utf-8'},
	body,
});

/** Answers the paths that are not resources. */
export const answerPath = (services: Services, exchange: Exchange): Response => {
	const {request} = exchange;
	const path = request.path.length > 1 && request.path.endsWith('/') ? request.path.slice(0, -1) : request.path;
	if (path === '/version') {
		return json(versionOf(services.options.minor));
	}

	if (/^\/(healthz|livez|readyz)(\/|$)/.test(path)) {
		return health(path, request, services.options.minor, text);
	}

	if (path === '/metrics') {
		return text(200, metrics(services));
	}

	if (path.startsWith('/openapi/')) {
		return openAPI(path, services.custom, request);
	}

	if (path === '/') {
		return json({
			paths: ['/api', '/api/v1', '/apis', '/healthz', '/livez', '/metrics', '/openapi/v3', '/readyz', '/version'],
		});
	}

	if ((path === '/api' || path === '/apis') && acceptsAggregated(request.headers['accept'] ?? '')) {
		return {
			status: 200,
			headers: {'content-type': 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList'},
			body: aggregatedDiscovery(path, services.custom, services.options.minor),
		};
	}

	const document = discoveryAt(path, services.custom, services.options.minor);
	if (!document) {
		throw new RequestFailure(pathNotFound());
	}

	return json(document);
};
