import type {Kernel} from '../kernel/kernel.js';
import {note, type Routine} from '../kernel/routine.js';
import {Client} from '../client/client.js';
import type {Handler, Request, Response, WatchEvent} from '../client/request.js';
import type {ObjectMeta} from '../objects/kubernetes.generated.js';
import {matchesRequirements, parseLabelSelector} from '../objects/labels.js';
import {applyMergePatch} from '../objects/merge-patch.js';
import {resourceAt, registryKey, type Resource} from '../objects/resources.js';
import {schemaOfKind} from '../objects/schema.js';
import {applyStrategicMergePatch} from '../objects/strategic-merge-patch.js';
import {equal} from '../kernel/equality.js';

interface Stored {
	readonly apiVersion: string;
	readonly kind: string;
	readonly metadata: ObjectMeta;
	readonly spec?: Readonly<Record<string, unknown>>;
	readonly status?: unknown;
}

type Target = {resource: Resource; namespace?: string; name?: string; subresource?: string};

interface Watcher extends Target {
	readonly send: (event: WatchEvent) => void;
}

/**
For the tests of the controllers alone: stores, lists, watches and patches objects, and checks nothing but resource versions.

Deletion knows finalizers and the policies of the garbage collector; Pods disappear at once.
*/
export class FakeApiServer {
	readonly requests: string[] = [];
	/** Answers instead, when it returns a response. */
	intercept: ((request: Request) => Response | undefined) | undefined;
	readonly #objects = new Map<string, Stored>();
	readonly #watchers = new Set<Watcher>();
	#version = 1;

	constructor(readonly kernel: Kernel) {}

	readonly handler: Handler = (request) => this.#handle(request);

	connect = (userAgent: string): Client => new Client(this.kernel, this.handler, userAgent);

	/** Whatever is stored under a key of the registry. */
	get<T>(key: string): T | undefined {
		return this.#objects.get(key) as T | undefined;
	}

	/** All objects of a kind, as stored. */
	all<T>(kind: string): T[] {
		return [...this.#objects.values()].filter((object) => object.kind === kind) as T[];
	}

	/** Ends all watches as a server does whose history is too short. */
	expireWatches(): void {
		for (const watcher of this.#watchers) {
			this.#watchers.delete(watcher);
			watcher.send({
				type: 'ERROR',
				object: {kind: 'Status', code: 410, reason: 'Expired', message: 'too old resource version'},
			});
		}
	}

	*#handle(request: Request): Routine<Response> {
		this.requests.push(`${request.method} ${request.path}`);
		const target = parse(request.path);
		const response =
			this.intercept?.(request) ??
			(target ? this.#answer(request, target) : failure(404, 'NotFound', 'there is nothing here'));
		yield* note('fake.answer', `${request.method} ${request.path}: ${response.status}`);
		return response;
	}

	#answer(request: Request, target: Target): Response {
		// Discovery tells of no group that is not built in.
		if (request.path === '/apis') {
			return ok({items: []});
		}

		const {resource, namespace, name, subresource} = target;
		const key = name ? registryKey(resource, namespace, name) : '';
		const found = this.#objects.get(key);
		if (request.query['watch']) {
			const watcher = {...target, send: request.onEvent!};
			this.#watchers.add(watcher);
			return {...ok({}), close: () => this.#watchers.delete(watcher)};
		}

		if (!name && request.method !== 'POST') {
			const requirements = parseLabelSelector(request.query['labelSelector'] ?? '');
			const prefix = registryKey(resource, namespace, '');
			const items = [...this.#objects].filter(
				([at, {metadata}]) => at.startsWith(prefix) && matchesRequirements(requirements, metadata.labels),
			);
			if (request.method === 'DELETE') {
				for (const [at, object] of items) {
					this.#delete(at, target, object, undefined);
				}
			}

			return ok({metadata: {resourceVersion: String(this.#version)}, items: items.map(([, object]) => object)});
		}

		if (request.method === 'POST' && !subresource) {
			return this.#create(target, request.body as Stored);
		}

		if (!found) {
			return failure(404, 'NotFound', `${resource.plural} "${name}" not found`);
		}

		if (request.method === 'GET') {
			return ok(found);
		}

		const wanted = (request.body as Stored | undefined)?.metadata;
		if (
			request.method !== 'DELETE' &&
			((wanted?.resourceVersion && wanted.resourceVersion !== found.metadata.resourceVersion) ||
				(wanted?.uid && wanted.uid !== found.metadata.uid))
		) {
			return failure(
				409,
				'Conflict',
				`Operation cannot be fulfilled on ${resource.plural} "${name}": the object has been modified`,
			);
		}

		switch (request.method) {
			case 'DELETE': {
				return this.#delete(key, target, found, request.body as {propagationPolicy?: string} | undefined);
			}

			case 'PATCH': {
				const schema = schemaOfKind(found.apiVersion, found.kind)!;
				const strategic = request.headers['content-type']?.includes('strategic');
				const patched = (
					strategic ? applyStrategicMergePatch(found, request.body, schema) : applyMergePatch(found, request.body)
				) as Stored;
				return ok(this.#put(key, target, patched, found));
			}

			default: {
				const body = request.body as Stored;
				const next =
					subresource === 'status'
						? {...found, status: body.status, metadata: {...found.metadata, annotations: body.metadata.annotations}}
						: subresource === 'finalize'
							? {...found, spec: body.spec}
							: {...body, status: found.status};
				return ok(this.#put(key, target, next, found));
			}
		}
	}

	#create(target: Target, body: Stored): Response {
		const {kernel} = this;
		const meta = body.metadata;
		const name = meta.name ?? `${(meta as {generateName?: string}).generateName}${kernel.random('names').suffix()}`;
		const key = registryKey(target.resource, target.namespace, name);
		if (this.#objects.has(key)) {
			return failure(409, 'AlreadyExists', `${target.resource.plural} "${name}" already exists`);
		}

		const metadata = {
			...meta,
			name,
			...(target.namespace ? {namespace: target.namespace} : {}),
			uid: kernel.random('uids').uid(),
			creationTimestamp: kernel.timestamp(),
			generation: 1,
		};
		return ok(this.#put(key, target, {status: body.kind === 'Pod' ? {phase: 'Pending'} : {}, ...body, metadata}), 201);
	}

	#delete(key: string, target: Target, found: Stored, options: {propagationPolicy?: string} | undefined): Response {
		const extra =
			options?.propagationPolicy === 'Foreground'
				? ['foregroundDeletion']
				: options?.propagationPolicy === 'Orphan'
					? ['orphan']
					: [];
		const finalizers = [...new Set([...(found.metadata.finalizers ?? []), ...extra])];
		const metadata = {
			...found.metadata,
			finalizers,
			deletionTimestamp: found.metadata.deletionTimestamp ?? this.kernel.timestamp(),
		};
		if (finalizers.length > 0 || (found.spec?.['finalizers'] as string[] | undefined)?.length) {
			const terminating = target.resource.kind === 'Namespace' ? {status: {phase: 'Terminating'}} : {};
			return ok(this.#put(key, target, {...found, metadata, ...terminating}, found));
		}

		this.#remove(key, target, found);
		return ok(found);
	}

	#remove(key: string, target: Target, found: Stored): void {
		this.#objects.delete(key);
		this.kernel.ledger.delete(key);
		const metadata = {...found.metadata, resourceVersion: String(++this.#version)};
		this.#tell(target, {type: 'DELETED', object: {...found, metadata}});
	}

	#put(key: string, target: Target, object: Stored, before?: Stored): Stored {
		const changed = before !== undefined && !equal(before.spec, object.spec);
		const generation = (before?.metadata.generation ?? 1) + (changed ? 1 : 0);
		const stored = {...object, metadata: {...object.metadata, generation, resourceVersion: String(++this.#version)}};
		this.kernel.ledger.write(key, stored);
		this.#objects.set(key, stored);
		this.#tell(target, {type: before ? 'MODIFIED' : 'ADDED', object: stored});
		if (
			stored.metadata.deletionTimestamp &&
			!stored.metadata.finalizers?.length &&
			!(stored.spec?.['finalizers'] as string[] | undefined)?.length
		) {
			this.#remove(key, target, stored);
		}

		return stored;
	}

	#tell(target: Target, event: WatchEvent): void {
		for (const watcher of this.#watchers) {
			if (watcher.resource === target.resource && (!watcher.namespace || watcher.namespace === target.namespace)) {
				watcher.send(event);
			}
		}
	}
}

/** What a path is of; `undefined`: of no resource, such as discovery. */
const parse = (path: string): Target | undefined => {
	const parts = path.split('/').slice(1);
	const [group, version] = parts[0] === 'api' ? ['', parts[1]!] : [parts[1]!, parts[2]!];
	const rest = parts.slice(parts[0] === 'api' ? 2 : 3);
	const namespaced = rest[0] === 'namespaces' && rest.length > 2 && !['status', 'finalize'].includes(rest[2]!);
	const [plural, name, subresource] = namespaced ? rest.slice(2) : rest;
	const resource = resourceAt(group, version, plural!);
	return (
		resource && {
			resource,
			namespace: namespaced ? rest[1] : undefined,
			name,
			subresource,
		}
	);
};

const ok = (body: unknown, status = 200): Response => ({status, headers: {}, body});

export const failure = (code: number, reason: string, message: string): Response =>
	ok({kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', reason, message, code}, code);
