import {urlPath, type Client, type Draft, type List, type ListOptions} from '../client/client.js';
import type {Routine} from '../kernel/routine.js';
import type {DeleteOptions, Resources} from '../objects/kubernetes.generated.js';
import type {KubernetesObject} from '../objects/kubernetes-object.js';
import type {ResourceName} from '../objects/resources.js';

/**
A connection to the kube-apiserver for a controller that is not Kubernetes' own: it types built-in resources; the caller types custom ones.

Resources are named `pods`, `deployments.apps`, `crontabs.stable.example.com`; a custom one without `v1` names its version:
`crontabs.v1alpha1.stable.example.com`. The namespace of a cluster-scoped object is `undefined`. Each method throws {@link ApiError} for every answer except success.

@example
const pod = yield* client.get('pods', 'default', 'web'); // Pod
const tab = yield* client.get<CronTab>('crontabs.stable.example.com', 'default', 'nightly');
*/
export class CustomClient {
	readonly #client: Client;

	constructor(client: Client) {
		this.#client = client;
	}

	get<R extends ResourceName>(resource: R, namespace: string | undefined, name: string): Routine<Resources[R]>;
	get<T extends KubernetesObject>(resource: string, namespace: string | undefined, name: string): Routine<T>;
	get(resource: string, namespace: string | undefined, name: string): Routine<KubernetesObject> {
		return this.#client.send('GET', urlPath(resource, namespace, name));
	}

	/** Sends requests to the apiserver; watched objects are in the controller's cache without a request. */
	list<R extends ResourceName>(resource: R, options?: ListOptions): Routine<List<Resources[R]>>;
	list<T extends KubernetesObject>(resource: string, options?: ListOptions): Routine<List<T>>;
	*list(resource: string, {namespace, ...selectors}: ListOptions = {}): Routine<List<KubernetesObject>> {
		const query: Record<string, string> = {};
		for (const [name, value] of Object.entries(selectors)) {
			if (typeof value === 'string') {
				query[name] = value;
			}
		}

		const answer = yield* this.#client.send<{
			readonly metadata: {readonly resourceVersion: string};
			readonly items: readonly KubernetesObject[] | null;
		}>('GET', urlPath(resource, namespace), {query});
		return {items: answer.items ?? [], resourceVersion: answer.metadata.resourceVersion};
	}

	create<R extends ResourceName>(
		resource: R,
		namespace: string | undefined,
		object: Draft<Resources[R]>,
	): Routine<Resources[R]>;
	create<T extends KubernetesObject>(resource: string, namespace: string | undefined, object: Draft<T>): Routine<T>;
	create(resource: string, namespace: string | undefined, object: object): Routine<KubernetesObject> {
		return this.#client.send('POST', urlPath(resource, namespace), {body: object});
	}

	/** PUT of the whole object; a stale `resourceVersion` is a Conflict. @param subresource such as `status`. */
	update<T extends KubernetesObject>(resource: string, object: T, subresource?: string): Routine<T> {
		const {namespace, name} = object.metadata;
		return this.#client.send('PUT', urlPath(resource, namespace, name, subresource), {body: object});
	}

	/** PUT of the status of an object: its subresource `status`. A stale `resourceVersion` is a Conflict. */
	updateStatus<T extends KubernetesObject>(resource: string, object: T): Routine<T> {
		return this.update(resource, object, 'status');
	}

	/** A JSON merge patch. @param subresource such as `status`. */
	patch<R extends ResourceName>(
		resource: R,
		namespace: string | undefined,
		name: string,
		patch: Draft<Resources[R]>,
		subresource?: string,
	): Routine<Resources[R]>;
	patch<T extends KubernetesObject>(
		resource: string,
		namespace: string | undefined,
		name: string,
		patch: Draft<T>,
		subresource?: string,
	): Routine<T>;
	patch(
		resource: string,
		namespace: string | undefined,
		name: string,
		patch: object,
		subresource?: string,
	): Routine<KubernetesObject> {
		return this.#client.send('PATCH', urlPath(resource, namespace, name, subresource), {
			body: patch,
			headers: {'content-type': 'application/merge-patch+json'},
		});
	}

	/** Server-side apply that takes ownership from others. @param manager name of the field manager. */
	apply<T extends KubernetesObject>(resource: string, object: Draft<T>, manager: string): Routine<T> {
		const {namespace, name} = nameIn(object);
		return this.#client.send('PATCH', urlPath(resource, namespace, name), {
			body: object,
			query: {fieldManager: manager, force: 'true'},
			headers: {'content-type': 'application/apply-patch+yaml'},
		});
	}

	delete(
		resource: string,
		namespace: string | undefined,
		name: string,
		options?: Partial<DeleteOptions>,
	): Routine<unknown> {
		return this.#client.send('DELETE', urlPath(resource, namespace, name), {
			body: options && {kind: 'DeleteOptions', apiVersion: 'v1', ...options},
		});
	}
}

/** The key of an object. @throws {TypeError} when it has no name. */
const nameIn = ({metadata}: {readonly metadata?: {readonly namespace?: string; readonly name?: string}}) => {
	if (metadata?.name === undefined) {
		throw new TypeError('an object that is applied needs metadata.name');
	}

	return {namespace: metadata.namespace, name: metadata.name};
};
