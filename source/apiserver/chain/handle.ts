import type {Request, Response} from '../../client/request.js';
import {sleep, type Routine} from '../../kernel/routine.js';
import type {Status} from '../../objects/kubernetes.generated.js';
import {metricsGroup} from '../../objects/resource-metrics.js';
import {registryKey, registryPrefix} from '../../objects/resources.js';
import type {Services} from '../services.js';
import {authenticate, withoutCredentials} from '../authentication/authenticate.js';
import {anonymous} from '../request/user.js';
import {attributesOf, authorize, forbiddenStatus} from '../authorization/authorize.js';
import {auditLog, auditEvent} from '../request/audit.js';
import type {Exchange, ResourceExchange} from '../request/exchange.js';
import {RequestTooLargeError} from '../../etcd/etcd.js';
import {failure, methodNotSupported, notFound, pathNotFound, RequestFailure} from '../request/failure.js';
import {answerPath} from './non-resource-paths.js';
import {inFormat} from '../encoding/answer-format.js';
import {checkAcceptable} from '../encoding/media-type.js';
import type {FactsOf} from '../../stages/facts.js';
import {nestedString} from '../../objects/unstructured.js';
import {requestInfo, type RequestInfo} from '../request/request-info.js';
import {frame, note} from '../../stages/note.js';
import {askRemote} from '../aggregation/remote-request.js';
import {routeOf, type Route} from './route.js';
import {answerSubresource} from '../subresources/subresources.js';
import {kindOf} from '../../registry/kinds.js';
import {create} from '../verbs/create.js';
import {deleteCollection} from '../verbs/delete-collection.js';
import {remove} from '../verbs/delete.js';
import {get} from '../verbs/get.js';
import {list} from '../verbs/list.js';
import {patch} from '../verbs/patch.js';
import {isReview, review} from './review.js';
import {answerComponentStatuses, isComponentStatus} from '../verbs/component-statuses.js';
import {resourceMetrics} from '../verbs/resource-metrics.js';
import {update} from '../verbs/update.js';
import {watch} from '../verbs/watch.js';
import {getOrInsert} from '../../kernel/get-or-insert.js';

/**
The steps of every request: authentication, audit, authorization, then its route to the handler of its verb, then the answer. Only callers with access to a path learn that nothing is registered there.

Refusals are thrown and become the answer here: one refusal ends the chain.

@see https://kubernetes.io/docs/concepts/security/controlling-access/
@mirrors k8s.io/apiserver/pkg/server DefaultBuildHandlerChain
*/
export function* handle(services: Services, request: Request, auditID: string): Routine<Response> {
	const info = requestInfo(request.method, request.path, request.query);
	return yield* frame(
		{name: describe(info), component: 'kube-apiserver'},
		serve(services, {
			request,
			info,
			auditID,
			user: anonymous,
			warnings: [],
			minor: services.options.minor,
			annotations: {},
		}),
	);
}

const described = new WeakMap<RequestInfo, string>();

const describe = (info: RequestInfo): string => {
	return getOrInsert(described, info, textOf);
};

const textOf = (info: RequestInfo): string =>
	info.isResourceRequest
		? `${info.verb} ${info.resource}${info.subresource === '' ? '' : `/${info.subresource}`}${info.name === '' ? '' : ` ${info.name}`}`
		: `${info.verb} ${info.path}`;

function* serve(services: Services, exchange: Exchange): Routine<Response> {
	let response: Response;
	const {verb, isResourceRequest} = exchange.info;
	const takesMs = isResourceRequest ? services.kernel.latency(`apiserver.${verb}`, 0) : 0;
	if (takesMs > 0) {
		yield* sleep(takesMs);
	}

	try {
		response = yield* chain(services, exchange);
	} catch (error) {
		if (error instanceof RequestTooLargeError) {
			response = failed(failure(500, '', error.message));
		} else if (error instanceof RequestFailure) {
			response = failed(error.status);
		} else {
			throw error;
		}
	}

	return yield* respond(services, exchange, response);
}

const failed = (status: Status): Response => ({
	status: status.code ?? 500,
	headers: {
		'content-type': 'application/json',
		...(status.details?.retryAfterSeconds ? {'retry-after': String(status.details.retryAfterSeconds)} : {}),
	},
	body: status.details?.kind === '' ? {...status, details: {...status.details, kind: undefined}} : status,
});

function* chain(services: Services, exchange: Exchange): Routine<Response> {
	const {info} = exchange;
	const route = routeOf(exchange.request, info, services.custom, services.options.minor);
	exchange.object = keyOf(route, info);
	exchange.user = yield* authenticate(exchange.request, {
		tokens: services.options.tokens ?? [],
		tokenKey: services.options.tokenKey,
		reader: services.cacher,
		nowMs: services.kernel.wallClockMs,
		authorizers: services.authorizers,
	});
	exchange.request = withoutCredentials(exchange.request);
	yield* audit(services, exchange);
	const attributes = attributesOf(exchange);
	const {authorizers, toldAuthorizers: told} = services;
	const decision = yield* authorize(attributes, {reader: services.cacher, authorizers, told});
	exchange.annotations['authorization.k8s.io/decision'] = decision.allowed ? 'allow' : 'forbid';
	exchange.annotations['authorization.k8s.io/reason'] = decision.reason;
	if (!decision.allowed) {
		throw new RequestFailure(forbiddenStatus(attributes, decision));
	}

	const found = route.type === 'resource' || route.type === 'path' || route.type === 'remote';
	yield* note(
		'apiserver.route',
		routed(exchange.request, info, route),
		found ? {object: exchange.object} : {outcome: 'refused'},
	);
	return yield* dispatch(services, exchange, route);
}

const routed = (
	{method, path, query, headers}: Request,
	info: RequestInfo,
	route: Route,
): FactsOf<'apiserver.route'> => {
	switch (route.type) {
		case 'resource': {
			return {method, path, query, headers, route: route.type, info, handler: route.verb};
		}

		case 'path':
		case 'read only': {
			return {method, path, query, headers, route: route.type, info, handler: route.name};
		}

		default: {
			return {method, path, query, headers, route: route.type, info, handler: undefined};
		}
	}
};

const keyOf = (route: Route, info: RequestInfo): string | undefined => {
	if (route.type !== 'resource') {
		return undefined;
	}

	const namespace = route.resource.namespaced ? info.namespace : '';
	// A list can select one name in all namespaces.
	if (info.name === '' || (namespace === '' && route.resource.namespaced)) {
		return namespace === '' ? registryPrefix(route.resource) : `${registryPrefix(route.resource)}/${namespace}`;
	}

	return registryKey(route.resource, namespace === '' ? undefined : namespace, info.name);
};

/** Records the caller and the request before anything is decided. */
function* audit(services: Services, exchange: Exchange): Routine {
	const event = auditEvent(services.kernel, exchange, 'RequestReceived');
	services.kernel.ledger.write(auditLog, event);
	yield* note('apiserver.audit', {event}, {object: exchange.object});
}

/** Handlers whose answers are in no format of the API. */
const streams = new Set(['attach', 'exec', 'log', 'portforward', 'proxy']);

function* dispatch(services: Services, exchange: Exchange, route: Route): Routine<Response> {
	switch (route.type) {
		case 'resource': {
			const {resource, subresource} = route;
			const found: ResourceExchange = Object.assign(exchange, {resource, subresource});
			if (!streams.has(subresource?.name ?? '')) {
				checkAcceptable(found);
			}

			return yield* answerVerb(services, found);
		}

		case 'path': {
			return answerPath(services, exchange);
		}

		case 'no custom': {
			const {info} = exchange;
			const {resource} = route;
			const hasIt = info.subresource === '' || resource.subresources.some(({name}) => name === info.subresource);
			const status = hasIt ? methodNotSupported(resource, info.verb) : notFound(resource, info.name);
			throw new RequestFailure(
				hasIt && info.verb === 'create' && info.subresource === ''
					? {...status, message: 'create not allowed while custom resource definition is terminating'}
					: status,
			);
		}

		case 'read only':
		case 'no method': {
			throw new RequestFailure(
				failure(405, 'MethodNotAllowed', 'the server does not allow this method on the requested resource', {}),
			);
		}

		case 'no resource': {
			throw new RequestFailure(pathNotFound());
		}

		case 'remote': {
			return yield* askRemote(services, exchange, route.apiService);
		}

		case 'unavailable': {
			return {
				status: 503,
				headers: {'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff'},
				body: 'service unavailable\n',
			};
		}

		case 'none': {
			return {status: 404, headers: {'content-type': 'text/plain; charset=utf-8'}, body: '404 page not found\n'};
		}
	}
}

function* answerVerb(services: Services, exchange: ResourceExchange): Routine<Response> {
	const {metrics} = services.options;
	return metrics && exchange.resource.group === metricsGroup
		? resourceMetrics(metrics, exchange)
		: yield* answerStored(services, exchange);
}

function answerStored(services: Services, exchange: ResourceExchange): Routine<Response> {
	const {verb} = exchange.info;
	const deprecation = exchange.resource.custom?.deprecation ?? kindOf(exchange.resource)?.store?.deprecation;
	if (deprecation) {
		exchange.warnings.push(deprecation);
	}

	if (exchange.subresource && exchange.subresource.name !== 'status') {
		return answerSubresource(services, exchange);
	}

	if (isComponentStatus(exchange)) {
		return answerComponentStatuses(services, exchange);
	}

	switch (verb) {
		case 'get': {
			return get(services, exchange);
		}

		case 'list': {
			return list(services, exchange);
		}

		case 'watch': {
			return watch(services, exchange);
		}

		case 'create': {
			return isReview(exchange) ? review(services, exchange) : create(services, exchange);
		}

		case 'update': {
			return update(services, exchange);
		}

		case 'patch': {
			return patch(services, exchange);
		}

		case 'deletecollection': {
			return deleteCollection(services, exchange);
		}

		default: {
			return remove(services, exchange);
		}
	}
}

/** Sends the answer; the audit log records the outcome. */
function* respond(services: Services, exchange: Exchange, given: Response): Routine<Response> {
	const formatted = inFormat(exchange, given);
	const answer = exchange.warnings.length > 0 ? {...formatted, warnings: exchange.warnings} : formatted;
	const {status} = answer;
	// The stop has the object, regardless of the format it is sent in.
	const {body} = status === given.status ? given : answer;
	const event = auditEvent(services.kernel, exchange, 'ResponseComplete', status);
	services.kernel.ledger.write(auditLog, event);
	yield* note(
		'apiserver.respond',
		{
			code: status,
			...(status >= 400 ? {reason: nestedString(body, 'reason'), message: nestedString(body, 'message')} : {}),
			...(exchange.warnings.length > 0 ? {warnings: exchange.warnings} : {}),
			body,
			audit: event,
		},
		status >= 400 ? {object: exchange.object, outcome: 'refused'} : {object: exchange.object},
	);
	return answer;
}
