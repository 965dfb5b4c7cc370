import {joinHostPort} from '../../objects/host-port.js';
import type {ProxiedAnswer} from '../../client/kubelet.js';
import type {Request, Response} from '../../client/request.js';
import type {Routine} from '../../kernel/routine.js';
import {note} from '../../stages/note.js';
import {asKind, isKind} from '../../objects/kubernetes-object.js';
import type {Pod} from '../../objects/kubernetes.generated.js';
import {registryKey} from '../../objects/resources.js';
import {admissionAttributes, admitValidating} from '../verbs/admit.js';
import type {Services} from '../services.js';
import type {ResourceExchange} from '../request/exchange.js';
import {badRequest, failure, notFound, RequestFailure} from '../request/failure.js';
import {queryText} from '../request/query-text.js';
import {kubeletAddress} from './kubelet-address.js';

/** The target of a proxied request: an address, and the simulated Pod behind it, if any. */
interface Destination {
	readonly host: string;
	readonly port: string;
	readonly scheme: 'http' | 'https';
	readonly pod?: Pod;
}

const destinationOf = (services: Services, exchange: ResourceExchange, target: Target): Destination => {
	switch (exchange.resource.singular) {
		case 'node': {
			return nodeAt(services, target);
		}

		case 'service': {
			return serviceAt(services, exchange, target);
		}

		default: {
			return podAt(podNamed(services, exchange, target.name), target);
		}
	}
};

/** The target that a path names: `name`, `name:port` or `scheme:name:port`. */
interface Target {
	readonly name: string;
	readonly port: string;
	readonly scheme: 'http' | 'https';
}

/**
`…/proxy/…`: the apiserver itself connects to a Pod, a Service's endpoint or a kubelet, and forwards the answer.

@see https://kubernetes.io/docs/tasks/access-application-cluster/access-cluster-services/
@mirrors k8s.io/kubernetes/pkg/registry/core pod, service and node ResourceLocation
*/
export function* proxy(services: Services, exchange: ResourceExchange): Routine<Response> {
	const {info, resource} = exchange;
	const kind = resource.singular;
	const target = targetOf(info.name);
	if (!target) {
		throw new RequestFailure(badRequest(`invalid ${kind} request ${JSON.stringify(info.name)}`));
	}

	yield* admitValidating(services, exchange, admissionAttributes(exchange, 'CONNECT', info.name, undefined));
	const destination = destinationOf(services, exchange, target);
	const {host, port} = destination;
	const {method} = exchange.request;
	const query = queryText(exchange.request);
	if (exchange.request.path.endsWith('/proxy') && (method === 'GET' || method === 'HEAD')) {
		return {status: 301, headers: {location: `${exchange.request.path}/${query}`}, body: ''};
	}

	const path = `/${info.rest}${query}`;
	const where = port === '' ? host : joinHostPort(host, port);
	const answered: ProxiedAnswer | {readonly error: string} =
		kind === 'node' && services.options.kubelets
			? kubeletAnswer(`/${info.rest}`)
			: yield* answerOfPod(services, exchange, destination, path);
	yield* note(
		'apiserver.route',
		{route: 'proxy', host, port, path, ...('error' in answered ? {} : {status: answered.status})},
		'error' in answered ? {object: exchange.object, outcome: 'failed'} : {object: exchange.object},
	);
	if ('error' in answered) {
		throw unavailable(`error trying to reach service: ${answered.error}`);
	}

	const {status, body, headers = {}} = answered;
	const {location, ['content-length']: _length, ...others} = headers;
	return {
		status,
		headers: {
			'content-type': 'text/plain; charset=utf-8',
			...others,
			...(location === undefined ? {} : {location: throughProxy(location, where, exchange)}),
		},
		body,
	};
}

function* answerOfPod(
	{options: {kubelets}}: Services,
	exchange: ResourceExchange,
	{host, port, scheme, pod}: Destination,
	path: string,
): Routine<ProxiedAnswer | {readonly error: string}> {
	if (!kubelets || !pod) {
		const where = port === '' ? host : joinHostPort(host, port);
		return {error: `dial tcp ${where}: connect: connection refused`};
	}

	return yield* kubelets.reach(pod, {
		scheme,
		port: Number(port || 80),
		path,
		method: exchange.request.method,
		headers: forwardedHeaders(exchange),
		body: bodyText(exchange.request),
	});
}

/**
The headers that a proxy sends on: those of its client without credentials, and the address that the client requested.

@mirrors k8s.io/apimachinery/pkg/util/proxy Transport.RoundTrip
*/
const forwardedHeaders = ({request}: Pick<ResourceExchange, 'request'>): Readonly<Record<string, string>> => {
	const {authorization: _credentials, ...headers} = request.headers;
	const {host = ''} = headers;
	return {
		...headers,
		'x-forwarded-uri': request.path,
		...(host === '' ? {} : {'x-forwarded-host': host}),
		'x-forwarded-proto': 'https',
	};
};

const bodyText = ({text, bytes, body}: Request): string => {
	if (text !== undefined || bytes) {
		return text ?? new TextDecoder().decode(bytes);
	}

	return body === undefined ? '' : JSON.stringify(body);
};

/**
The redirect of a proxied server, as a path through the proxy; unchanged if it names another host or no path.

@param server the requested address
@mirrors k8s.io/apimachinery/pkg/util/proxy Transport.rewriteURL
*/
export const throughProxy = (
	location: string,
	server: string,
	{request, info}: Pick<ResourceExchange, 'info' | 'request'>,
): string => {
	const [, scheme = '', host = '', path = '', rest = ''] =
		/^(?:([a-z][a-z\d+.-]*):)?(?:\/\/([^/?#]*))?([^?#]*)(.*)$/is.exec(location) ?? [];
	const own = request.headers['host'] ?? '';
	if ((host !== '' && host !== server && host !== own) || !path.startsWith('/')) {
		return location;
	}

	const prefix = request.path.slice(0, request.path.length - info.rest.length).replace(/\/$/, '');
	const place = scheme === '' && host === '' ? '' : `https://${own}`;
	return place + (path.startsWith(prefix) ? path : prefix + path) + rest;
};

const unavailable = (why: string): RequestFailure => new RequestFailure(failure(503, 'ServiceUnavailable', why));

/** @mirrors k8s.io/apimachinery/pkg/util/net SplitSchemeNamePort */
const targetOf = (id: string): Target | undefined => {
	const parts = id.split(':');
	const [scheme, name = '', port = ''] = parts.length === 3 ? parts : ['', ...parts];
	return parts.length > 3 || name === '' || !['', 'http', 'https'].includes(scheme ?? '')
		? undefined
		: {name, port, scheme: scheme === 'https' ? scheme : 'http'};
};

const podNamed = (services: Services, {resource, info}: ResourceExchange, name: string): Pod => {
	const found = services.storage.read(registryKey(resource, info.namespace, name));
	if (!found) {
		throw new RequestFailure(notFound(resource, name));
	}

	return asKind(found.value, 'v1 Pod');
};

const podAt = (pod: Pod, {port, scheme}: Target): Destination => {
	const host = pod.status?.podIP ?? '';
	if (host === '') {
		throw new RequestFailure(badRequest('address not allowed'));
	}

	const first = pod.spec.containers.flatMap(({ports = []}) => ports)[0]?.containerPort;
	return {host, port: port || String(first ?? ''), scheme, pod};
};

const serviceAt = (
	services: Services,
	{resource, info}: ResourceExchange,
	{name, port, scheme}: Target,
): Destination => {
	const {namespace} = info;
	const service = services.storage.read(registryKey(resource, namespace, name))?.value;
	if (!service || !isKind(service, 'v1 Service')) {
		throw new RequestFailure(notFound(resource, name));
	}

	let portName = port;
	if (/^\d+$/.test(port)) {
		const declared = service.spec.ports?.find((each) => each.port === Number(port));
		if (!declared) {
			throw unavailable(`no service port ${port} found for service ${JSON.stringify(name)}`);
		}

		portName = declared.name ?? '';
	}

	const stored = services.storage.read(`/registry/services/endpoints/${namespace}/${name}`)?.value;
	const endpoints = stored && asKind(stored, 'v1 Endpoints');
	for (const {addresses = [], ports = []} of endpoints?.subsets ?? []) {
		const found = ports.find((each) => (each.name ?? '') === portName);
		const [address] = addresses;
		if (found && address) {
			const {targetRef} = address;
			const pod = targetRef && services.storage.read(`/registry/pods/${targetRef.namespace}/${targetRef.name}`)?.value;
			return {host: address.ip, port: String(found.port), scheme, ...(pod ? {pod: asKind(pod, 'v1 Pod')} : {})};
		}
	}

	throw unavailable(`no endpoints available for service ${JSON.stringify(endpoints?.subsets ? info.name : name)}`);
};

const nodeAt = (services: Services, {name, port}: Target): Destination => {
	const {host, port: own} = kubeletAddress(services, name);
	return {host, port: port || String(own), scheme: 'https'};
};

/** Simplified: of the kubelet's own paths, only the health check is answered. */
const kubeletAnswer = (path: string): {readonly status: number; readonly body: string} =>
	path === '/healthz' || path === '/healthz/ping' || path === '/healthz/syncloop'
		? {status: 200, body: 'ok'}
		: {status: 404, body: '404 page not found\n'};
