import type {
	Binding,
	DeleteOptions,
	Eviction,
	ObjectMeta,
	Resources,
	Status,
	TokenRequest,
} from '../objects/kubernetes.generated.js';
import type {Kernel} from '../kernel/kernel.js';
import type {Mailbox} from '../kernel/mailbox.js';
import {sleep, type Routine} from '../kernel/routine.js';
import {frame, note} from '../stages/note.js';
import {copyOf} from '../objects/copy.js';
import {partsOfName, type ResourceName} from '../objects/resources.js';
import {errorOf} from './errors.js';
import {RateLimiter, type RateLimit} from './rate-limiter.js';
import type {Credentials, Handler, Ignores, Request, Response} from './request.js';

export type {ResourceName};

/** An object for the server: the fields that the server fills in may be missing, at any depth. */
export type Draft<T> = T extends readonly unknown[]
	? {readonly [Index in keyof T]: Draft<T[Index]>}
	: T extends object
		? {readonly [Field in keyof T]?: Draft<T[Field]>}
		: T;

export interface ListOptions {
	readonly namespace?: string;
	readonly labelSelector?: string;
	readonly fieldSelector?: string;
	readonly resourceVersion?: string;
	/** See {@link Request}. */
	readonly onBack?: () => void;
}

export interface WatchOptions extends ListOptions {
	/** Changes that are not to be delivered. */
	readonly ignores?: Ignores;
}

export interface List<T> {
	readonly items: readonly T[];
	readonly resourceVersion: string;
}

/** A watch event of a typed resource. */
export type TypedEvent<T> =
	| {readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'; readonly object: T}
	/** Nothing has happened up to this resource version. */
	| {readonly type: 'BOOKMARK'; readonly object: {readonly metadata: Pick<ObjectMeta, 'resourceVersion'>}}
	/** The connection has ended, and missed events are not reported. */
	| {readonly type: 'CLOSED'}
	/** The watch is over: 410 Gone, it fell behind. */
	| {readonly type: 'ERROR'; readonly object: Partial<Status>};

/** An open watch. */
export interface Watch {
	readonly close: () => void;
}

/** Subresources for POST: the body and the answer. */
interface PostedSubresources {
	readonly pods: {
		readonly binding: {readonly body: Binding; readonly answer: Status};
		readonly eviction: {readonly body: Eviction; readonly answer: Status};
	};
	readonly serviceaccounts: {
		readonly token: {readonly body: TokenRequest; readonly answer: TokenRequest};
	};
}

type BodyOf<Posted> = Posted extends {readonly body: infer Body} ? Body : never;
type AnswerOf<Posted> = Posted extends {readonly answer: infer Answer} ? Answer : never;

interface Path {
	readonly prefix: string;
}

const groupVersions: Readonly<Record<string, string>> = {
	'': 'api/v1',
	autoscaling: 'apis/autoscaling/v2',
};

const pathOf = (resource: string): Path & {readonly plural: string} => {
	const {plural, group, version = 'v1'} = partsOfName(resource);
	return {prefix: `/${groupVersions[group] ?? `apis/${group}/${version}`}`, plural};
};

/** client-go logs waits above this. */
const loggedWaitMs = 50;

const headersOf = (userAgent: string, token: string | undefined): Readonly<Record<string, string>> => ({
	'user-agent': userAgent,
	accept: 'application/json',
	...(token ? {authorization: `Bearer ${token}`} : {}),
});

const noQuery: Readonly<Record<string, string>> = Object.freeze({});

/** URL path of a collection or, with a name, of one object. */
export const urlPath = (resource: string, namespace?: string, name?: string, subresource?: string): string => {
	const {prefix, plural} = pathOf(resource);
	return [
		prefix,
		...(namespace ? ['namespaces', namespace] : []),
		plural,
		...(name ? [name] : []),
		...(subresource ? [subresource] : []),
	].join('/');
};

/**
A component's connection to the kube-apiserver: client-go's typed client.

A request runs in the caller's process. Each method throws {@link ApiError} for every answer except success.

The name of a resource determines the type of its objects: `pods` is a Pod, `deployments.apps` a Deployment. The table {@link Resources} is
generated from the facts of the API. So code that uses a client, an {@link Informer} or {@link Informers} needs no casts.
Requests carry a {@link Draft}, without the fields that the server fills in. `isResourceName` (objects/resources) narrows a name that is only known at run time;
`isKind` (objects/kubernetes-object) narrows an object of any kind.

@example
const pod = yield* client.get('pods', 'default', 'web'); // Pod
yield* client.create('configmaps', 'default', {metadata: {name: 'settings'}, data: {colour: 'blue'}});
*/
export class Client {
	#headers: Readonly<Record<string, string>>;
	/** The token in the headers. */
	#token: string | undefined;
	readonly #limiter: RateLimiter | undefined;

	/**
	@param userAgent such as `kube-scheduler`; it also names the caller in frames.
	@param limit how fast it may send requests; without one there is no limit.
	*/
	constructor(
		readonly kernel: Kernel,
		readonly handler: Handler,
		readonly userAgent: string,
		readonly credentials: Credentials = {},
		limit?: RateLimit,
	) {
		this.#limiter = limit && limit.qps >= 0 ? new RateLimiter(limit) : undefined;
		this.#token = credentials.token;
		this.#headers = headersOf(userAgent, credentials.token);
	}

	/** A client of the same program for another user. */
	as(credentials: Credentials): Client {
		return new Client(this.kernel, this.handler, this.userAgent, credentials);
	}

	/** A separate client for the same user, with its own limit: each process makes one when it starts. */
	limited(limit: RateLimit): Client {
		return new Client(this.kernel, this.handler, this.userAgent, this.credentials, limit);
	}

	/** Sends one request and returns any answer, including 4xx and 5xx. The wire takes `latency('client.request')` each way. */
	*exchange(
		method: Request['method'],
		path: string,
		options: {
			readonly query?: Record<string, string>;
			readonly headers?: Record<string, string>;
			/** Whether the client's rate limit does not apply to it. */
			readonly unlimited?: boolean;
		} & Pick<
			Request,
			'body' | 'text' | 'bytes' | 'repeated' | 'onEvent' | 'ignores' | 'onText' | 'onEnd' | 'onBack' | 'stream'
		> = {},
	): Routine<Response> {
		const {tokenSource} = this.credentials;
		if (tokenSource) {
			this.#useToken(yield* tokenSource.token());
		}

		const request: Request = {
			method,
			path,
			query: options.query ?? noQuery,
			headers: options.headers ? Object.assign(copyOf(this.#headers), options.headers) : this.#headers,
			certificate: this.credentials.certificate,
			body: options.body,
			text: options.text,
			bytes: options.bytes,
			repeated: options.repeated,
			onEvent: options.onEvent,
			ignores: options.ignores,
			onText: options.onText,
			onEnd: options.onEnd,
			onBack: options.onBack,
			stream: options.stream,
		};
		const response = yield* frame({name: `${method} ${path}`}, this.#roundTrip(request, options.unlimited ?? false));
		if (tokenSource && response.status === 401) {
			tokenSource.reject(this.#token ?? '');
		}

		return response;
	}

	#useToken(token: string): void {
		if (token !== this.#token) {
			this.#token = token;
			this.#headers = headersOf(this.userAgent, token);
		}
	}

	*#roundTrip(request: Request, unlimited: boolean): Routine<Response> {
		const limiter = this.#limiter;
		// A watch is never held back.
		if (limiter && !unlimited && request.onEvent === undefined) {
			const {hasRunDry} = limiter;
			const waitMs = limiter.take(this.kernel.now);
			if (waitMs > 0) {
				yield* this.#waitForToken(request, limiter, waitMs, !hasRunDry);
			}
		}

		const wireMs = this.kernel.latency('client.request', 1);
		if (wireMs > 0) {
			yield* sleep(wireMs);
		}

		const response = yield* this.handler(request);
		if (wireMs > 0) {
			yield* sleep(wireMs);
		}

		return response;
	}

	/**
	Whether a wait is a stop: the first one since the bucket was full, and each one that client-go would log.

	@mirrors k8s.io/client-go/rest Request.tryThrottle
	*/
	*#waitForToken({method, path}: Request, {qps, burst}: RateLimiter, waitMs: number, first: boolean): Routine {
		if (first || waitMs > loggedWaitMs) {
			yield* note('client.throttle', {client: this.userAgent, method, path, waitMs, qps, burst, first});
		}

		yield* sleep(waitMs);
	}

	/** Sends one request. @returns the body of the answer, which the caller expects to be a `T`. @throws {ApiError} for any answer but success. */
	*send<T>(method: Request['method'], path: string, options: Parameters<Client['exchange']>[2] = {}): Routine<T> {
		const response = yield* this.exchange(method, path, options);
		if (response.status >= 400) {
			throw errorOf(response);
		}

		return response.body as T;
	}

	get<R extends ResourceName>(resource: R, namespace: string | undefined, name: string): Routine<Resources[R]> {
		return this.send('GET', urlPath(resource, namespace, name));
	}

	/** @param options `fillsCache`: for an informer. Simplified: clients of this version fill a cache from a watch, which no limit holds back. */
	*list<R extends ResourceName>(
		resource: R,
		options: ListOptions & {readonly fillsCache?: boolean} = {},
	): Routine<List<Resources[R]>> {
		const list = yield* this.send<{metadata: {resourceVersion: string}; items: ReadonlyArray<Resources[R]> | null}>(
			'GET',
			urlPath(resource, options.namespace),
			{
				query: listQuery(options),
				unlimited: options.fillsCache,
				onBack: options.onBack,
			},
		);
		return {items: list.items ?? [], resourceVersion: list.metadata.resourceVersion};
	}

	create<R extends ResourceName>(
		resource: R,
		namespace: string | undefined,
		object: Draft<Resources[R]>,
	): Routine<Resources[R]> {
		return this.send('POST', urlPath(resource, namespace), {body: object});
	}

	/** PUT of the whole object; a stale `resourceVersion` is a Conflict. */
	update<R extends ResourceName>(resource: R, object: Resources[R]): Routine<Resources[R]> {
		const {namespace, name}: ObjectMeta = object.metadata;
		return this.send('PUT', urlPath(resource, namespace, name), {body: object});
	}

	updateStatus<R extends ResourceName>(resource: R, object: Resources[R]): Routine<Resources[R]> {
		const {namespace, name}: ObjectMeta = object.metadata;
		return this.send('PUT', urlPath(resource, namespace, name, 'status'), {body: object});
	}

	/** @param type the format of `patch`. */
	patch<R extends ResourceName>(
		resource: R,
		namespace: string | undefined,
		name: string,
		patch: unknown,
		options: {readonly type?: 'merge' | 'strategic-merge' | 'json'; readonly subresource?: string} = {},
	): Routine<Resources[R]> {
		const type = options.type ?? 'strategic-merge';
		return this.send('PATCH', urlPath(resource, namespace, name, options.subresource), {
			body: patch,
			headers: {'content-type': type === 'json' ? 'application/json-patch+json' : `application/${type}-patch+json`},
		});
	}

	/** Server-side apply that takes ownership from others. @param manager name of the field manager. @param subresource to apply alone, such as `status`. */
	apply<R extends ResourceName>(
		resource: R,
		namespace: string | undefined,
		name: string,
		object: unknown,
		manager: string,
		subresource?: string,
	): Routine<Resources[R]> {
		return this.send('PATCH', urlPath(resource, namespace, name, subresource), {
			body: object,
			query: {fieldManager: manager, force: 'true'},
			headers: {'content-type': 'application/apply-patch+yaml'},
		});
	}

	delete<R extends ResourceName>(
		resource: R,
		namespace: string | undefined,
		name: string,
		options?: Partial<DeleteOptions>,
	): Routine<unknown> {
		return this.send('DELETE', urlPath(resource, namespace, name), {
			body: options && {kind: 'DeleteOptions', apiVersion: 'v1', ...options},
		});
	}

	/** POST to a subresource, such as `binding` of `pods`. */
	createSubresource<R extends keyof PostedSubresources, S extends keyof PostedSubresources[R] & string>(
		resource: R,
		namespace: string,
		name: string,
		subresource: S,
		body: Draft<BodyOf<PostedSubresources[R][S]>>,
	): Routine<AnswerOf<PostedSubresources[R][S]>> {
		return this.send('POST', urlPath(resource, namespace, name, subresource), {body});
	}

	/**
	Opens a watch. Its events arrive in `mailbox` one wire latency later, in order, with the step that sent them. They end with the calling process.

	@param wrap converts an event to the message that the mailbox's owner expects; `undefined` if the owner ignores it.
	*/
	*watch<R extends ResourceName, M>(
		resource: R,
		options: WatchOptions,
		mailbox: Mailbox<M>,
		wrap: (event: TypedEvent<Resources[R]>) => M | undefined,
	): Routine<Watch> {
		let open = true;
		const stage = `${this.userAgent}.watch`;
		// Computed again for each event: the slowness of its sender changes while a watch is open.
		const wireMs = () => this.kernel.latency(stage, 1, 'client.watch');
		const response = yield* this.exchange('GET', urlPath(resource, options.namespace), {
			query: {...listQuery(options), watch: 'true'},
			ignores: options.ignores,
			onBack: options.onBack,
			onEvent: (event) => {
				const message = open ? wrap(event as TypedEvent<Resources[R]>) : undefined;
				// Nothing follows an error.
				open &&= event.type !== 'ERROR';
				if (message !== undefined) {
					this.kernel.send(mailbox, message, wireMs());
				}
			},
			onEnd: () => {
				const message = open ? wrap({type: 'CLOSED'}) : undefined;
				open = false;
				if (message !== undefined) {
					this.kernel.send(mailbox, message, wireMs());
				}
			},
		});
		if (response.status >= 400) {
			throw errorOf(response);
		}

		const close = () => {
			open = false;
			response.close?.();
		};

		this.kernel.atExit(close);
		return {close};
	}
}

const listQuery = (options: ListOptions): Record<string, string> => {
	const query: Record<string, string> = {};
	for (const key of ['labelSelector', 'fieldSelector', 'resourceVersion'] as const) {
		if (options[key]) {
			query[key] = options[key];
		}
	}

	return query;
};
