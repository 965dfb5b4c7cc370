import type {Client} from '../client/client.js';
import type {ApiError} from '../client/errors.js';
import type {Request, Response, Stream, WatchEvent} from '../client/request.js';
import {parseDuration} from '../go/duration.js';
import type {Routine} from '../kernel/routine.js';
import {note} from '../stages/note.js';
import type {CommandLine, Flags} from './command-line/command-line.js';
import type {Environment} from './environment.js';
import {CommandFailure, ConnectionFailure, connectionRefused} from './failure.js';
import {pathWithQuery} from './resource-path.js';
import {parseKubeconfig, targetOf, type Kubeconfig, type Target} from './kubeconfig.js';

/** The content of a request, and the use of its answer. */
export interface RequestOptions {
	readonly query?: Readonly<Record<string, string | undefined>>;
	/** Parameters without a value are sent too: `?verbose`. */
	readonly exactQuery?: boolean;
	readonly headers?: Readonly<Record<string, string>>;
	readonly body?: unknown;
	/** The body as the user wrote it, when it could not be parsed. */
	readonly text?: string;
	readonly onEvent?: (event: WatchEvent) => void;
	readonly onText?: (text: string) => void;
	readonly onEnd?: () => void;
	readonly stream?: Stream;
	readonly repeated?: Request['repeated'];
	/** Ledger key of the object it is about. */
	readonly object?: string;
	/** An answer with this status is returned instead of thrown. */
	readonly accept?: readonly number[];
	/** Finds the place in a file that a refusal is about. */
	readonly locate?: (error: ApiError) => Readonly<Record<string, unknown>> | undefined;
}

/** A command's connection to the server: the kubeconfig, its content, and a client made from it. Each is determined when it is first needed. */
export class Connection {
	#target?: Target;
	#config?: Kubeconfig;
	#client?: Client;
	readonly #environment: Environment;
	readonly #line: CommandLine;

	constructor(environment: Environment, line: CommandLine) {
		this.#environment = environment;
		this.#line = line;
	}

	/** The kubeconfig, read and parsed at the first call. */
	*config(): Routine<Kubeconfig> {
		if (!this.#config) {
			const file = this.#line.flags.text('kubeconfig');
			const text = file ? this.#environment.files[file] : this.#environment.kubeconfig;
			if (text === undefined) {
				throw new CommandFailure(`stat ${file}: no such file or directory`);
			}

			this.#config = parseKubeconfig(text, file || '~/.kube/config');
		}

		return this.#config;
	}

	/** The address of the server, and the user. */
	*target(): Routine<Target> {
		if (!this.#target) {
			const config = yield* this.config();
			const timeout = this.#line.flags.text('request-timeout');
			if (timeout && !/^\d+$/.test(timeout) && parseDuration(timeout) === undefined) {
				throw new CommandFailure(
					'Invalid timeout value. Timeout must be a single integer in seconds, or an integer followed by a corresponding time unit (e.g. 1s | 2m | 3h)',
				);
			}

			const target = targetOf(config, this.#globalFlags());
			this.#target = target;
			yield* note('kubectl.kubeconfig', {
				file: this.#line.flags.text('kubeconfig') || '~/.kube/config',
				context: target.context,
				cluster: target.cluster,
				server: target.server,
				user: target.user,
				namespace: target.namespace,
				proof: target.proof,
				...(target.headers['impersonate-user'] ? {impersonate: target.headers} : {}),
			});
		}

		return this.#target;
	}

	/** Flags of kubectl itself; a command's own flag of the same name has another meaning. */
	#globalFlags(): Pick<Flags, 'text' | 'list'> {
		const own = new Set((this.#line.command.flags ?? []).map(({name}) => name));
		return {
			text: (name) => (own.has(name) ? '' : this.#line.flags.text(name)),
			list: (name) => (own.has(name) ? [] : this.#line.flags.list(name)),
		};
	}

	/** Opens the way to the server at the first call. @throws {CommandFailure} without a server at the address. */
	*open(): Routine<Client> {
		if (!this.#client) {
			const target = yield* this.target();
			const config = yield* this.config();
			const known = config.clusters?.some(({cluster}) => cluster?.server === target.server);
			if (!known) {
				throw new CommandFailure(connectionRefused(target.server), {verbatim: true});
			}

			this.#client = this.#environment.connect(target.credentials);
		}

		return this.#client;
	}

	/** Sends a request; its answer may be a refusal. @throws {ConnectionFailure} if none arrives. */
	*send(method: Request['method'], path: string, options: RequestOptions = {}): Routine<Response> {
		const client = yield* this.open();
		const query: Record<string, string> = {};
		for (const [key, value] of Object.entries(options.query ?? {})) {
			if (value !== undefined && (options.exactQuery || value !== '')) {
				query[key] = value;
			}
		}

		const {headers, server} = yield* this.target();
		const response = yield* client.exchange(method, path, {
			query,
			headers: {...headers, ...options.headers},
			body: options.body,
			text: options.text,
			onEvent: options.onEvent,
			onText: options.onText,
			onEnd: options.onEnd,
			stream: options.stream,
			repeated: options.repeated,
		});
		if (response.lost !== undefined) {
			const error = new ConnectionFailure(server, {method, url: pathWithQuery(path, query)}, response.lost);
			yield* note(
				'kubectl.request',
				{case: 'lost', method, path, message: response.lost},
				{object: options.object, outcome: 'refused'},
			);
			throw error;
		}

		return response;
	}
}
