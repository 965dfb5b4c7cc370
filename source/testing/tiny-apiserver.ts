import type {Handler, Request, Response, WatchEvent} from '../client/request.js';
import type {Kernel} from '../kernel/kernel.js';
import {note, type Routine} from '../kernel/routine.js';
import {registryKey, resourceAt} from '../objects/resources.js';
import {schemaOfKind} from '../objects/schema.js';
import {applyStrategicMergePatch} from '../objects/strategic-merge-patch.js';

interface Stored {
	readonly apiVersion?: string;
	readonly kind?: string;
	readonly metadata: Readonly<Record<string, unknown>> & {
		readonly name: string;
		readonly namespace?: string;
		readonly uid: string;
	};
	readonly spec?: Readonly<Record<string, unknown>>;
	readonly status?: unknown;
}

interface Target {
	readonly group: string;
	readonly plural: string;
	readonly kind: string;
	readonly apiVersion: string;
	readonly namespace?: string;
	readonly name?: string;
	readonly subresource?: string;
}

const targetOf = (path: string): Target => {
	const parts = path.split('/').filter(Boolean);
	const core = parts[0] === 'api';
	const [group, version] = core ? ['', parts[1]!] : [parts[1]!, parts[2]!];
	let rest = parts.slice(core ? 2 : 3);
	const namespace = rest[0] === 'namespaces' && rest.length > 2 ? rest[1] : undefined;
	rest = namespace === undefined ? rest : rest.slice(2);
	const [plural = '', name, subresource] = rest;
	const resource = resourceAt(group, version, plural);
	return {
		group,
		plural,
		kind: resource?.kind ?? plural,
		apiVersion: core ? version : `${group}/${version}`,
		namespace,
		name,
		subresource,
	};
};

const answer = (status: number, body: unknown): Response => ({status, headers: {}, body});

/** For the tests of the kubelet alone: stores, lists, watches and patches objects, and checks nothing. */
export class TinyApiServer {
	readonly requests: string[] = [];
	readonly #watches = new Set<{
		readonly plural: string;
		readonly matches: (object: Stored) => boolean;
		readonly send: (event: WatchEvent) => void;
	}>();
	#version = 1;

	constructor(readonly kernel: Kernel) {}

	readonly handler: Handler = (request) => this.#handle(request);

	*#handle(request: Request): Routine<Response> {
		const target = targetOf(request.path);
		this.requests.push(`${request.method} ${request.path}`);
		const response = this.#answer(request, target);
		yield* note('apiserver.respond', `${request.method} ${request.path} is answered with ${response.status}.`, {
			status: response.status,
		});
		return response;
	}

	#key({group, plural, namespace}: Target, name: string): string {
		return registryKey({group, plural}, namespace, name);
	}

	#answer({method, query, body, onEvent}: Request, target: Target): Response {
		const key = target.name === undefined ? '' : this.#key(target, target.name);
		const stored = key ? this.kernel.ledger.read<Stored>(key) : undefined;
		if (method === 'POST' && target.subresource === 'token') {
			return answer(201, {status: {token: 'a.b.c'}});
		}

		if (method === 'POST') {
			const object = body as Stored;
			const {uid: _uid, ...metadata} = object.metadata;
			if (target.plural === 'pods' && this.kernel.ledger.read(this.#key(target, metadata.name)) !== undefined) {
				return answer(409, {
					kind: 'Status',
					code: 409,
					reason: 'AlreadyExists',
					message: `pods "${metadata.name}" already exists`,
				});
			}

			return answer(201, this.put({...object, metadata, kind: target.kind, apiVersion: target.apiVersion}, target));
		}

		if (target.name === undefined) {
			const [field, wanted] = (query['fieldSelector'] ?? '').split('=');
			const matches = (object: Stored) =>
				(!field ||
					String(field === 'metadata.name' ? object.metadata.name : object.spec?.[field.replace('spec.', '')]) ===
						wanted) &&
				(!target.namespace || object.metadata.namespace === target.namespace);
			if (query['watch']) {
				const watch = {plural: target.plural, matches, send: onEvent!};
				this.#watches.add(watch);
				return {...answer(200, {}), close: () => this.#watches.delete(watch)};
			}

			const prefix = this.#key({...target, namespace: undefined}, '').replace(/\/+$/, '/');
			const items = this.kernel.ledger.keys(prefix).map((item) => this.kernel.ledger.read<Stored>(item)!);
			return answer(200, {
				metadata: {resourceVersion: String(this.#version)},
				items: items.filter((item) => matches(item)),
			});
		}

		if (!stored) {
			return answer(404, {
				kind: 'Status',
				code: 404,
				reason: 'NotFound',
				message: `${target.plural}${target.group ? `.${target.group}` : ''} "${target.name}" not found`,
			});
		}

		switch (method) {
			case 'PUT': {
				return answer(200, this.put(body as Stored, target));
			}

			case 'PATCH': {
				return answer(
					200,
					this.put(
						applyStrategicMergePatch(
							stored as never,
							body as never,
							schemaOfKind(target.apiVersion, target.kind)!,
						) as Stored,
						target,
					),
				);
			}

			case 'DELETE': {
				this.remove(target, (body as {gracePeriodSeconds?: number} | undefined)?.gracePeriodSeconds);
				return answer(200, stored);
			}

			default: {
				return answer(200, stored);
			}
		}
	}

	/** Stores an object and tells who watches. The next stop tells of the write. */
	put(
		object: Omit<Stored, 'metadata'> & {
			readonly metadata: {readonly name: string; readonly namespace?: string; readonly uid?: string};
		},
		{group, plural}: Pick<Target, 'group' | 'plural'>,
	): Stored {
		const {name, namespace} = object.metadata;
		const key = registryKey({group, plural}, namespace, name);
		const before = this.kernel.ledger.read<Stored>(key);
		const stored: Stored = {
			...object,
			metadata: {
				generation: 1,
				creationTimestamp: this.kernel.timestamp(),
				uid: this.kernel.random('tiny').uid(),
				...before?.metadata,
				...object.metadata,
				resourceVersion: String(++this.#version),
			} as Stored['metadata'],
		};
		this.kernel.ledger.write(key, stored);
		this.#tell(before ? 'MODIFIED' : 'ADDED', plural, stored);
		return stored;
	}

	/** Asks for an object's end with a grace period; with 0, or for anything but a Pod, it is gone. */
	remove(
		{
			group,
			plural,
			namespace,
			name,
		}: {readonly group: string; readonly plural: string; readonly namespace?: string; readonly name?: string},
		graceSeconds?: number,
	): void {
		const key = registryKey({group, plural}, namespace, name!);
		const stored = this.kernel.ledger.read<Stored>(key)!;
		const grace = graceSeconds ?? (stored.spec?.['terminationGracePeriodSeconds'] as number | undefined) ?? 30;
		if (plural === 'pods' && grace > 0) {
			this.put(
				{
					...stored,
					metadata: {
						...stored.metadata,
						deletionTimestamp: this.kernel.timestamp(),
						deletionGracePeriodSeconds: grace,
						generation: 2,
					} as Stored['metadata'],
				},
				{group, plural},
			);
			return;
		}

		this.kernel.ledger.delete(key);
		this.#tell('DELETED', plural, stored);
	}

	#tell(type: WatchEvent['type'], plural: string, object: Stored): void {
		for (const watch of this.#watches) {
			if (watch.plural === plural && watch.matches(object)) {
				watch.send({type, object});
			}
		}
	}
}
