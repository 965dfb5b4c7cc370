import type {OutwardRequest} from '../../client/outward.js';
import type {Request, Response, WatchEvent} from '../../client/request.js';
import {isRecord} from '../../kernel/record.js';
import type {Routine} from '../../kernel/routine.js';
import type {APIService} from '../../objects/kubernetes.generated.js';
import {note} from '../../stages/note.js';
import {outsideAddress} from '../admission/webhook/place.js';
import type {Exchange} from '../request/exchange.js';
import {queryText} from '../request/query-text.js';
import {isTrue} from '../request/request-info.js';
import type {UserInfo} from '../request/user.js';
import type {Services} from '../services.js';
import type {Reader} from '../storage/reader.js';

/** The longest time that another server may take. */
const timeoutMs = 60_000;

/** A line of a watch that is longer than this ends it. */
const longestLine = 16 * 1024 * 1024;

const unavailable: Response = {
	status: 503,
	headers: {'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff'},
	body: 'service unavailable\n',
};

/** Headers that name the user of a request to a server. @mirrors k8s.io/client-go/transport SetAuthProxyHeaders */
const identityHeaders = ({username, uid, groups, extra = {}}: UserInfo): NonNullable<OutwardRequest['headers']> => ({
	'x-remote-user': username,
	...(uid === undefined ? {} : {'x-remote-uid': uid}),
	'x-remote-group': groups,
	...Object.fromEntries(
		Object.entries(extra).map(([key, values]) => [`x-remote-extra-${encodeURIComponent(key).toLowerCase()}`, values]),
	),
});

/** The headers of a request that are forwarded. Simplified: the answer is requested as text, never in protobuf. */
const passedOn = ({headers}: Request): Readonly<Record<string, string>> => {
	const accept = (headers['accept'] ?? '')
		.split(',')
		.filter((type) => !type.includes('protobuf'))
		.join(',');
	return {
		accept: accept.trim() === '' ? 'application/json' : accept,
		...(headers['content-type'] === undefined ? {} : {'content-type': headers['content-type']}),
		...(headers['user-agent'] ? {'user-agent': headers['user-agent']} : {}),
	};
};

const bodyOf = ({body, text, bytes}: Request): Pick<OutwardRequest, 'body' | 'bytes'> => {
	if (bytes) {
		return {bytes: Buffer.from(bytes).toString('base64')};
	}

	if (text !== undefined) {
		return {body: text};
	}

	if (body === undefined) {
		return {};
	}

	return {body: JSON.stringify(body)};
};

/**
A request to the server that an APIService names; `undefined` where that is not beyond the simulation.

@param user the one that the apiserver names as the caller.
@mirrors k8s.io/kube-aggregator/pkg/controllers/status/remote BuildTransportConfig
*/
export const remoteRequest = (
	{spec}: APIService,
	reader: Reader,
	user: UserInfo,
	request: Omit<OutwardRequest, 'url'> & {readonly target: string},
): OutwardRequest | undefined => {
	const {service, caBundle, insecureSkipTLSVerify} = spec ?? {};
	const {namespace = '', name = '', port} = service ?? {};
	const {target, headers, ...rest} = request;
	const place = outsideAddress({service: {namespace, name, port, path: target}}, reader);
	return (
		place && {
			...rest,
			...place,
			...(caBundle ? {caBundle} : {}),
			...(insecureSkipTLSVerify ? {insecure: true} : {}),
			asProxy: true,
			headers: {...headers, ...identityHeaders(user)},
		}
	);
};

/** The events of a watch, from pieces of its text. @returns a function that receives a piece, and returns whether the stream continues. */
const eventsFrom = (onEvent: (event: WatchEvent) => void): ((piece: string) => boolean) => {
	let rest = '';
	return (piece) => {
		const lines = `${rest}${piece}`.split('\n');
		rest = lines.pop() ?? '';
		for (const line of lines) {
			const event = line.trim() === '' ? undefined : parsed(line);
			if (isRecord(event)) {
				onEvent({type: event['type'] as WatchEvent['type'], object: event['object']});
			}
		}

		return rest.length <= longestLine;
	};
};

const parsed = (text: string): unknown => {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
};

/**
Forwards a request to the server that an APIService names, and returns its answer; one stop. A watch continues until one side closes it.

Simplified: connections are not upgraded, so no command can run through such a server.

@mirrors k8s.io/kube-aggregator/pkg/apiserver proxyHandler.ServeHTTP
*/
export function* askRemote(services: Services, exchange: Exchange, apiService: APIService): Routine<Response> {
	const {request, user} = exchange;
	const {outward} = services.options;
	const {onEvent} = request;
	const follows = isTrue(request.query['watch']) && onEvent !== undefined;
	const asked = remoteRequest(apiService, services.cacher, user, {
		method: request.method,
		target: `${encodeURI(request.path)}${queryText(request)}`,
		headers: passedOn(request),
		...bodyOf(request),
		...(follows ? {follows} : {}),
		timeoutMs,
	});
	if (!asked || !outward) {
		return unavailable;
	}

	const waiting = outward.send(asked);
	const {hostname: host, port} = new URL(asked.url);
	const to = {route: 'proxy', host, port: port === '' ? '443' : port, path: request.path} as const;
	yield* note('apiserver.route', {...to, asks: true}, {object: exchange.object});
	const answer = yield* waiting();
	if ('error' in answer) {
		yield* note('apiserver.route', to, {object: exchange.object, outcome: 'failed'});
		return {
			...unavailable,
			body: `error trying to reach service: ${answer.error}\n`,
		};
	}

	const {call, status, text, type = 'application/json'} = answer;
	yield* note('apiserver.route', {...to, status}, {object: exchange.object});
	const headers = {'content-type': type};
	if (!follows || status !== 200) {
		return {status, headers, body: type.startsWith('application/json') ? (parsed(text) ?? text) : text};
	}

	const take = eventsFrom(onEvent);
	const close = (): void => {
		outward.hangUp(call);
	};

	outward.follow(call, {
		onMore(piece) {
			if (!take(piece)) {
				close();
				request.onEnd?.();
			}
		},
		onEnd() {
			request.onEnd?.();
		},
	});
	return {status, headers, body: undefined, close};
}
