import {ApiError, isNotFound} from '../client/errors.js';
import type {Request, Response} from '../client/request.js';
import type {Routine} from '../kernel/routine.js';
import {parseDuration} from '../go/duration.js';
import {note} from '../stages/note.js';
import {itemsOf, nestedString, unstructuredOf, type Unstructured} from '../objects/unstructured.js';
import {Connection, type RequestOptions} from './connection.js';
import type {CommandLine, Flags} from './command-line/command-line.js';
import {
	discover,
	learnSchema,
	openAPIIndex,
	type ApiResource,
	type ApiResources,
	type OpenAPIIndex,
} from './discovery.js';
import type {Environment} from './environment.js';
import {statusOf} from './failure.js';
import type {Kubeconfig, Target} from './kubeconfig.js';
import {keyOf, pathOf, pathWithQuery} from './resource-path.js';
import {TerminalOutput} from './terminal-output.js';

/** One invocation of a command: its flags, its connection to the server, and its output. */
export class Invocation {
	#resources?: ApiResources;
	#index?: OpenAPIIndex;
	#hasSwagger = false;
	/** Whether they are from the server and not from the cache. */
	#asked = false;
	readonly #output: TerminalOutput;
	readonly #connection: Connection;

	constructor(
		readonly environment: Environment,
		readonly line: CommandLine,
	) {
		this.#output = new TerminalOutput(environment);
		this.#connection = new Connection(environment, line);
	}

	get flags(): Flags {
		return this.line.flags;
	}

	/** The words that are neither commands nor flags. */
	get words(): readonly string[] {
		return this.line.arguments;
	}

	/** `kubectl rollout status`. */
	get commandPath(): string {
		return this.line.path.join(' ');
	}

	get kernel() {
		return this.environment.kernel;
	}

	/** Prints on standard output with the next stop. */
	out(text: string): void {
		this.#output.out(text);
	}

	/** Prints on standard error with the next stop. */
	err(text: string): void {
		this.#output.err(text);
	}

	/** Prints a warning once. */
	warn(text: string): void {
		this.#output.warn(text);
	}

	/** Writes a warning, or the reason of the program's end, as klog does: for readers of logs, not for the user. */
	log(text: string, place: string, severity?: 'W' | 'F'): void {
		this.#output.log(text, place, severity);
	}

	/** Shows the output since the last time. */
	flush(outcome?: 'refused' | 'failed'): Routine {
		return this.#output.flush(outcome);
	}

	/** The kubeconfig, read and parsed at the first call. */
	config(): Routine<Kubeconfig> {
		return this.#connection.config();
	}

	/** The address of the server, and the user. */
	target(): Routine<Target> {
		return this.#connection.target();
	}

	/** The time after which `--request-timeout` ends a request or a watch; 0 is no limit. */
	get requestTimeoutMs(): number {
		const text = this.flags.text('request-timeout');
		return /^\d+$/.test(text) ? Number(text) * 1000 : (parseDuration(text) ?? 0);
	}

	/** The namespace of the command. */
	*namespace(): Routine<string> {
		return (yield* this.target()).namespace;
	}

	*#send(method: Request['method'], path: string, options: RequestOptions = {}): Routine<Response> {
		const response = yield* this.#connection.send(method, path, options);
		for (const warning of response.warnings ?? []) {
			this.warn(warning);
		}

		return response;
	}

	/** The resources that the server serves. */
	*resources(options: {fresh?: boolean} = {}): Routine<ApiResources> {
		if (!this.#resources || options.fresh) {
			const {server} = yield* this.target();
			this.#asked = false;
			this.#resources = yield* discover(
				this.environment,
				server,
				(path, sent) => {
					this.#asked = true;
					return this.#send('GET', path, sent);
				},
				options,
			);
		}

		return this.#resources;
	}

	/**
	Looks up a name in the served resources. If the cache does not know the word, the server is queried.

	@mirrors client-go/restmapper DeferredDiscoveryRESTMapper
	*/
	*lookUp<T>(search: (resources: ApiResources) => T | undefined): Routine<T | undefined> {
		const found = search(yield* this.resources());
		return found !== undefined || this.#asked ? found : search(yield* this.resources({fresh: true}));
	}

	/** The resource for a word of the user, with a warning about others that its short name also matches. */
	*named(word: string): Routine<ApiResource | undefined> {
		const found = yield* this.lookUp((resources) => resources.named(word));
		this.warnOfOthers(word, yield* this.resources());
		return found;
	}

	/** Warns where a short name means resources of several groups. */
	warnOfOthers(word: string, resources: ApiResources): void {
		for (const other of resources.alsoNamed(word)) {
			this.warn(`short name "${word.split('.', 1)[0]}" could also match lower priority resource ${other}`);
		}
	}

	/** Finds out how objects of a group and version are checked; `source` is the file of such an object. */
	*schema(apiVersion: string, source: string): Routine {
		const {server} = yield* this.target();
		const get = (path: string, sent: RequestOptions) => this.#send('GET', path, sent);
		this.#index ??= yield* openAPIIndex(source, server, get);
		yield* learnSchema(this.environment.home, server, apiVersion, this.#index, get);
	}

	/**
	Finds out how objects of a custom kind are patched: OpenAPI v3 documents list no strategic merge patch for it, so the v2 document is also read.

	@mirrors kubectl/pkg/cmd/apply Patcher.patchSimple
	*/
	*patchSchema(apiVersion: string, kind: string): Routine {
		if (this.#hasSwagger) {
			return;
		}

		this.#hasSwagger = true;
		const path = '/openapi/v2';
		const {status} = yield* this.#send('GET', path, {});
		yield* note('kubectl.discover', {case: 'patch-types', path, apiVersion, kind, status});
	}

	/**
	Sends a request and returns the answer.

	@throws {ApiError} for an answer of 4xx or 5xx.
	*/
	*request(method: Request['method'], path: string, options: RequestOptions = {}): Routine<Response> {
		yield* this.flush();
		yield* this.#connection.open();
		const {proof} = yield* this.target();
		const url = pathWithQuery(path, options.query);
		yield* note(
			'kubectl.request',
			{
				case: 'send',
				url,
				request: {method, path, query: options.query, headers: options.headers, body: options.body},
				proof,
			},
			{object: options.object},
		);
		const response = yield* this.#send(method, path, options);
		if (response.status >= 400 && !options.accept?.includes(response.status)) {
			const error = new ApiError(statusOf(response));
			yield* note(
				'kubectl.request',
				{
					case: 'refused',
					method,
					path,
					code: response.status,
					reason: error.reason,
					message: error.message,
					causes: error.status.details?.causes,
					...options.locate?.(error),
				},
				{object: options.object, outcome: 'refused'},
			);
			throw error;
		}

		return response;
	}

	*#object(method: Request['method'], path: string, options?: RequestOptions): Routine<Unstructured> {
		return unstructuredOf((yield* this.request(method, path, options)).body);
	}

	get(
		resource: ApiResource,
		namespace: string | undefined,
		name: string,
		options?: RequestOptions,
	): Routine<Unstructured> {
		return this.#object('GET', pathOf(resource, namespace, name), {
			object: keyOf(resource, namespace, name),
			...options,
		});
	}

	/**
	The object that the user named. If it does not exist, kubectl asks for its namespace too, and reports a missing one instead.

	@throws {ApiError} for the object or its namespace.
	@mirrors cli-runtime/pkg/resource Info.Get
	*/
	*getNamed(
		resource: ApiResource,
		namespace: string | undefined,
		name: string,
		options?: RequestOptions,
	): Routine<Unstructured> {
		try {
			return yield* this.get(resource, namespace, name, options);
		} catch (error) {
			yield* this.throwMissingNamespace(error, namespace);
			throw error;
		}
	}

	/** @throws {ApiError} when the server does not know an object because its namespace does not exist. */
	*throwMissingNamespace(error: unknown, namespace: string | undefined): Routine {
		if (!isNotFound(error) || namespace === undefined || namespace === '' || namespace === 'default') {
			return;
		}

		try {
			yield* this.request('GET', `/api/v1/namespaces/${namespace}`);
		} catch (failure) {
			if (isNotFound(failure)) {
				throw failure;
			}
		}
	}

	/** The object; `undefined` if it does not exist. */
	*find(resource: ApiResource, namespace: string | undefined, name: string): Routine<Unstructured | undefined> {
		const response = yield* this.request('GET', pathOf(resource, namespace, name), {
			accept: [404],
			object: keyOf(resource, namespace, name),
		});
		return response.status === 404 ? undefined : unstructuredOf(response.body);
	}

	/** The items of a list, each with apiVersion and kind. */
	*list(
		resource: ApiResource,
		namespace: string | undefined,
		query: RequestOptions['query'] = {},
	): Routine<readonly Unstructured[]> {
		const found: Unstructured[] = [];
		let more: string | undefined;
		do {
			const list = yield* this.#object('GET', pathOf(resource, namespace), {
				query: {limit: '500', ...query, continue: more},
			});
			found.push(...itemsOf(list));
			more = nestedString(list, 'metadata', 'continue');
		} while (more);

		return found;
	}

	create(
		resource: ApiResource,
		namespace: string | undefined,
		object: Unstructured,
		options?: RequestOptions,
	): Routine<Unstructured> {
		return this.#object('POST', pathOf(resource, namespace), {
			body: object,
			headers: {'content-type': 'application/json'},
			object: keyOf(resource, namespace, object.metadata?.name ?? ''),
			...options,
		});
	}

	update(
		resource: ApiResource,
		namespace: string | undefined,
		object: Unstructured,
		options: RequestOptions & {readonly subresource?: string} = {},
	): Routine<Unstructured> {
		return this.#object('PUT', pathOf(resource, namespace, object.metadata?.name, options.subresource), {
			body: object,
			headers: {'content-type': 'application/json'},
			object: keyOf(resource, namespace, object.metadata?.name ?? ''),
			...options,
		});
	}

	patch(
		resource: ApiResource,
		namespace: string | undefined,
		name: string,
		type: 'strategic-merge' | 'merge' | 'json' | 'apply',
		patch: unknown,
		options: RequestOptions & {readonly subresource?: string} = {},
	): Routine<Unstructured> {
		const contentType = {
			'strategic-merge': 'application/strategic-merge-patch+json',
			merge: 'application/merge-patch+json',
			json: 'application/json-patch+json',
			apply: 'application/apply-patch+yaml',
		}[type];
		return this.#object('PATCH', pathOf(resource, namespace, name, options.subresource), {
			body: patch,
			headers: {'content-type': contentType},
			object: keyOf(resource, namespace, name),
			...options,
		});
	}

	delete(
		resource: ApiResource,
		namespace: string | undefined,
		name: string,
		options: unknown,
		query?: RequestOptions['query'],
	): Routine<Unstructured> {
		return this.#object('DELETE', pathOf(resource, namespace, name), {
			body: options,
			query,
			object: keyOf(resource, namespace, name),
		});
	}
}
