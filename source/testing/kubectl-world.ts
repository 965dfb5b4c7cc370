import {Client} from '../client/client.js';
import type {Handler, Request, Response, WatchEvent} from '../client/request.js';
import {Kernel} from '../kernel/kernel.js';
import type {Stop} from '../kernel/stop.js';
import {applyMergePatch} from '../objects/merge-patch.js';
import {resources} from '../objects/resources.js';
import type {Environment} from '../kubectl/environment.js';
import {kubeconfigText} from '../kubectl/kubeconfig.js';
import {kubectl} from '../kubectl/kubectl.js';
import {splitWords} from '../kubectl/command-line/split-words.js';
import type {Unstructured, Value} from '../kubectl/unstructured.js';

/** What one command did in a {@link FakeWorld}. */
export interface Ran {
	readonly code: number | undefined;
	readonly stdout: string;
	readonly stderr: string;
	readonly stops: readonly Stop[];
}

const discoveryOf = (core: boolean): Value => {
	const groups = new Map<string, Map<string, Value[]>>();
	for (const one of resources.filter(({group}) => (group === '') === core)) {
		const versions = groups.get(one.group) ?? new Map<string, Value[]>();
		groups.set(one.group, versions.set(one.version, [...(versions.get(one.version) ?? []), one]));
	}

	return {
		kind: 'APIGroupDiscoveryList',
		items: [...groups].map(([name, versions]) => ({
			metadata: {name},
			versions: [...versions].map(([version, list]) => ({
				version,
				resources: list.map((one) => ({
					resource: one.plural,
					singularResource: one.singular,
					responseKind: {kind: one.kind},
					scope: one.namespaced ? 'Namespaced' : 'Cluster',
					shortNames: one.shortNames,
					categories: one.categories,
					verbs: one.verbs,
					subresources: one.subresources.map(({name: subresource}: Value) => ({subresource})),
				})),
			})),
		})),
	};
};

const status = (code: number, reason: string, message: string, details?: unknown): Response => ({
	status: code,
	headers: {},
	body: {apiVersion: 'v1', kind: 'Status', metadata: {}, status: 'Failure', code, reason, message, details},
});

/** For tests: a server that keeps objects as they are sent, and a terminal before it. */
export class FakeWorld {
	readonly kernel = new Kernel({latencies: {'client.request': 0}});
	/** Objects by their path. */
	readonly objects = new Map<string, Unstructured>();
	readonly requests: Request[] = [];
	/** Answers some requests instead of the store. */
	answer?: (request: Request) => Response | undefined;
	readonly #watchers = new Set<{path: string; send: (event: WatchEvent) => void}>();
	#commands = 0;

	/** Runs a command line without the word kubectl, until it ends or nothing more happens. */
	run(line: string, extra: Partial<Environment> = {}): Ran {
		const printed = {stdout: '', stderr: ''};
		let code: number | undefined;
		const environment: Environment = {
			kernel: this.kernel,
			connect: (credentials) => new Client(this.kernel, this.#handler, 'kubectl', credentials),
			kubeconfig: kubeconfigText({
				server: 'https://10.0.0.1:6443',
				user: 'kubernetes-admin',
				credentials: {certificate: {commonName: 'kubernetes-admin', organizations: ['kubeadm:cluster-admins']}},
			}),
			files: {},
			write(stream, text) {
				printed[stream] += text;
			},
			...extra,
		};
		this.kernel.spawn(`kubectl/${this.#commands++}`, 'kubectl', function* () {
			code = yield* kubectl(environment, splitWords(line));
		});
		const stops: Stop[] = [];
		for (let stop = this.kernel.step(); stop; stop = code === undefined ? this.kernel.step() : undefined) {
			stops.push(stop);
		}

		return {code, ...printed, stops};
	}

	/** Removes an object and tells those who watch. */
	remove(path: string): void {
		const object = this.objects.get(path);
		this.objects.delete(path);
		this.#tell(path, 'DELETED', object);
	}

	#tell(path: string, type: WatchEvent['type'], object: unknown): void {
		for (const watcher of this.#watchers) {
			if (path.startsWith(`${watcher.path}/`)) {
				watcher.send({type, object});
			}
		}
	}

	readonly #handler: Handler = (request) => this.#handle(request);

	// eslint-disable-next-line require-yield
	*#handle(request: Request): ReturnType<Handler> {
		this.requests.push(request);
		return this.answer?.(request) ?? this.#respond(request);
	}

	#respond({method, path, body, query, onEvent}: Request): Response {
		if (path === '/api' || path === '/apis') {
			return {status: 200, headers: {}, body: discoveryOf(path === '/api')};
		}

		if (path.startsWith('/openapi')) {
			return {status: 200, headers: {}, body: {}};
		}

		const segments = path.split('/');
		const name = segments.at(-1)!;
		const object = this.objects.get(path);
		const missing = () => status(404, 'NotFound', `${segments.at(-2)} "${name}" not found`);
		switch (method) {
			case 'POST': {
				const sent = body as Unstructured;
				const key = `${path}/${sent.metadata?.name}`;
				if (this.objects.has(key)) {
					return status(409, 'AlreadyExists', `${name} "${sent.metadata?.name}" already exists`);
				}

				const created = {
					...sent,
					metadata: {...sent.metadata, uid: `uid-${this.objects.size}`, creationTimestamp: this.kernel.timestamp()},
				};
				this.objects.set(key, created);
				return {status: 201, headers: {}, body: created};
			}

			case 'PATCH': {
				if (!object) {
					return missing();
				}

				const patched = applyMergePatch(object, body) as Unstructured;
				this.objects.set(path, patched);
				this.#tell(path, 'MODIFIED', patched);
				return {status: 200, headers: {}, body: patched};
			}

			case 'DELETE': {
				if (!object) {
					return missing();
				}

				if ((object.metadata?.finalizers ?? []).length > 0) {
					const marked = {...object, metadata: {...object.metadata, deletionTimestamp: this.kernel.timestamp()}};
					this.objects.set(path, marked);
					return {status: 200, headers: {}, body: marked};
				}

				this.remove(path);
				return {status: 200, headers: {}, body: object};
			}

			default: {
				if (query.watch) {
					const watcher = {path, send: onEvent!};
					this.#watchers.add(watcher);
					return {status: 200, headers: {}, body: {}, close: () => this.#watchers.delete(watcher)};
				}

				if (object) {
					return {status: 200, headers: {}, body: object};
				}

				if (!resources.some(({plural}) => plural === name)) {
					return missing();
				}

				const items = [...this.objects].filter(([key]) => key.startsWith(`${path}/`)).map(([, one]) => one);
				const wanted = /metadata\.name=([^,]+)/.exec(query.fieldSelector ?? '')?.[1];
				const {kind} = resources.find(({plural}) => plural === name)!;
				return {
					status: 200,
					headers: {},
					body: {
						kind: `${kind}List`,
						apiVersion: 'v1',
						metadata: {resourceVersion: '1'},
						items: items.filter((one) => !wanted || one.metadata?.name === wanted),
					},
				};
			}
		}
	}
}
