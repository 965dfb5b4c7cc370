import {gunzipSync} from 'node:zlib';
import {readFileSync} from 'node:fs';
import {asObject, type KubernetesObject} from '../objects/kubernetes-object.js';
import {Kernel} from '../kernel/kernel.js';
import {active, type Routine} from '../kernel/routine.js';
import type {Stop} from '../kernel/stop.js';
import type {Resources} from '../objects/kubernetes.generated.js';
import {resourceName, resourceNamed, resourceOfKind, type ResourceName} from '../objects/resources.js';
import type {UserInfo} from '../apiserver/request/user.js';
import {decide} from '../apiserver/authorization/authorize.js';
import type {Reader} from '../apiserver/storage/reader.js';
import {RequestFailure} from '../apiserver/request/failure.js';
import {mutate, validateAdmission} from '../apiserver/admission/chain.js';
import type {AdmissionAttributes, AdmissionContext} from '../apiserver/admission/plugin.js';
import {pluginsFor, type AdmissionOptions} from '../apiserver/admission/plugins.js';
import {WebhookServers, type WebhookServer} from '../apiserver/admission/webhook/server.js';
import {must} from './must.js';
import {getOrInsert} from '../kernel/get-or-insert.js';

/** An object of a test, with only the tested fields. */
export type Sketch = {
	readonly apiVersion: string;
	readonly kind: string;
	readonly metadata: {readonly name?: string; readonly namespace?: string; readonly [field: string]: unknown};
	readonly [field: string]: unknown;
};

/** Objects by their resource, where admission and authorization look them up. */
class Objects implements Reader {
	readonly #objects = new Map<string, readonly KubernetesObject[]>();

	get<R extends ResourceName>(resource: R, namespace: string | undefined, name: string): Resources[R] | undefined;
	get(resource: string, namespace: string | undefined, name: string): KubernetesObject | undefined;
	get(resource: string, namespace: string | undefined, name: string): KubernetesObject | undefined {
		return this.#all(resource).find(
			({metadata}) => metadata.name === name && (metadata.namespace || undefined) === (namespace || undefined),
		);
	}

	list<R extends ResourceName>(resource: R, namespace?: string): ReadonlyArray<Resources[R]>;
	list(resource: string, namespace?: string): readonly KubernetesObject[];
	list(resource: string, namespace?: string): readonly KubernetesObject[] {
		const all = this.#all(resource);
		return namespace ? all.filter(({metadata}) => metadata.namespace === namespace) : all;
	}

	#all(resource: string): readonly KubernetesObject[] {
		return getOrInsert(this.#objects, resource, () => {
			// The same list is returned until something changes.
			return [];
		});
	}

	/** Creates or replaces. */
	put(resource: string, object: KubernetesObject): void {
		const {name, namespace} = object.metadata;
		const others = this.#all(resource).filter(
			({metadata}) => metadata.name !== name || metadata.namespace !== namespace,
		);
		this.#objects.set(resource, [...others, object]);
	}
}

/** The smallest world for tests of admission and authorization: objects behind a Reader. */
export class AdmissionWorld {
	readonly kernel = new Kernel();
	readonly warnings: string[] = [];
	readonly #objects = new Objects();

	constructor(...objects: readonly Sketch[]) {
		for (const object of objects) {
			this.put(object);
		}
	}

	get reader(): Reader {
		return this.#objects;
	}

	/** Creates or replaces. */
	put(object: Sketch | KubernetesObject): void {
		const resource = must(resourceOfKind(object.apiVersion, object.kind), `resource of ${object.kind}`);
		this.#objects.put(resourceName(resource), asObject(object));
	}

	/** Servers behind webhooks. */
	webhooks: readonly WebhookServer[] = [];
	readonly annotations: Record<string, string> = {};

	get context(): AdmissionContext {
		const writing = (object: KubernetesObject): Routine => {
			this.put(object);
			return active();
		};
		return {
			kernel: this.kernel,
			reader: this.reader,
			authorize: (attributes) => decide(attributes, {reader: this.reader}),
			update: (_, object) => writing(object),
			create: (_, object) => writing(object),
			webhooks: new WebhookServers(this.webhooks),
			annotate: (key, value) => {
				this.annotations[key] = value;
			},
			warn: (text) => {
				this.warnings.push(text);
			},
		};
	}

	/** Runs a routine to its end: its stops, and its result or error. */
	run<T>(routine: () => Routine<T>): {
		readonly stops: readonly Stop[];
		readonly value?: T;
		readonly failure?: RequestFailure;
	} {
		const result: {value?: T; failure?: RequestFailure} = {};
		this.kernel.spawn(`test-${this.kernel.steps}`, 'kube-apiserver', function* () {
			try {
				result.value = yield* routine();
			} catch (error) {
				if (!(error instanceof RequestFailure)) {
					throw error;
				}

				result.failure = error;
			}
		});
		const stops: Stop[] = [];
		for (let stop = this.kernel.step(); stop; stop = this.kernel.step()) {
			stops.push(stop);
		}

		return {stops, ...result};
	}

	/** Sends an object through mutating and validating admission. */
	admit(
		object: Sketch,
		options: Partial<Omit<AdmissionAttributes, 'object' | 'oldObject'>> & {
			readonly old?: Sketch;
			readonly plugins?: AdmissionOptions;
		} = {},
	) {
		const {old, plugins, ...more} = options;
		const resource = must(more.resource ?? resourceOfKind(object.apiVersion, object.kind), object.kind);
		const attributes: AdmissionAttributes = {
			operation: old ? 'UPDATE' : 'CREATE',
			resource,
			subresource: '',
			namespace: object.metadata.namespace ?? '',
			name: object.metadata.name ?? '',
			user: admin,
			object: asObject(object),
			...(old ? {oldObject: asObject(old)} : {}),
			dryRun: false,
			...more,
		};
		const {context} = this;
		const chain = pluginsFor(plugins);
		return this.run(function* () {
			const admitted = yield* mutate(attributes, chain, context);
			yield* validateAdmission({...attributes, object: admitted}, chain, context);
			return admitted;
		});
	}
}

export const admin: UserInfo = {username: 'kubernetes-admin', groups: ['system:masters', 'system:authenticated']};

/** The initial RBAC objects of every control plane. */
export const bootstrapObjects = (): readonly Sketch[] => {
	const url = new URL('../../snapshots/cluster/fresh-cluster.json.gz', import.meta.url);
	const stored = JSON.parse(gunzipSync(readFileSync(url)).toString('utf8')) as Readonly<
		Record<string, readonly Sketch[] | {readonly items: readonly Sketch[]}>
	>;
	return Object.entries(stored)
		.filter(([path]) => path.includes('rbac.authorization.k8s.io'))
		.flatMap(([path, list]) => {
			const plural = path.split('/').at(-1)!;
			const resource = resourceNamed(`${plural}.rbac.authorization.k8s.io`)!;
			const items = Array.isArray(list)
				? (list as readonly Sketch[])
				: (list as {readonly items: readonly Sketch[]}).items;
			return items.map((item) => ({...item, apiVersion: 'rbac.authorization.k8s.io/v1', kind: resource.kind}));
		});
};

/** A namespace with its default account. */
export const namespaceWith = (name: string, labels: Readonly<Record<string, string>> = {}): readonly Sketch[] => [
	{apiVersion: 'v1', kind: 'Namespace', metadata: {name, labels}, status: {phase: 'Active'}},
	{apiVersion: 'v1', kind: 'ServiceAccount', metadata: {name: 'default', namespace: name, uid: 'account-1'}},
];

/** A Pod of one container. */
export const podOf = (
	name: string,
	spec: Readonly<Record<string, unknown>> = {},
	container: Readonly<Record<string, unknown>> = {},
): Sketch => ({
	apiVersion: 'v1',
	kind: 'Pod',
	metadata: {name, namespace: 'default'},
	spec: {containers: [{name: 'main', image: 'nginx', ...container}], ...spec},
});
