import type {Client} from '../../client/client.js';
import {isNotFound} from '../../client/errors.js';
import type {Routine} from '../../kernel/routine.js';
import type {KubernetesObject} from '../../objects/kubernetes-object.js';
import {registryKey} from '../../objects/resources.js';
import type {ConfigMap, RuntimeClass, Secret} from '../../objects/kubernetes.generated.js';

const keptMs = 60_000;

/** Objects of one kind, each kept for a minute after a read, or until it changes. */
class KeptObjects<T extends KubernetesObject> {
	readonly #kept = new Map<string, {readonly object: T; readonly untilMs: number}>();

	constructor(
		readonly client: Client,
		readonly read: (namespace: string, name: string) => Routine<T>,
		readonly keyOf: (namespace: string, name: string) => string,
	) {}

	/** @returns `undefined` if there is no such object; that is not cached. */
	*get(namespace: string, name: string): Routine<T | undefined> {
		const key = `${namespace}/${name}`;
		const {kernel} = this.client;
		const kept = this.#kept.get(key);
		if (kept && kept.untilMs > kernel.now && !this.#hasChanged(namespace, name, kept.object)) {
			return kept.object;
		}

		try {
			const object = yield* this.read(namespace, name);
			this.#kept.set(key, {object, untilMs: kernel.now + keptMs});
			return object;
		} catch (error) {
			if (isNotFound(error)) {
				this.#kept.delete(key);
				return undefined;
			}

			throw error;
		}
	}

	/** Whether a watch of the object would have reported a change. */
	#hasChanged(namespace: string, name: string, {metadata}: T): boolean {
		const current = this.client.kernel.ledger.read<KubernetesObject>(this.keyOf(namespace, name));
		return current?.metadata.resourceVersion !== metadata.resourceVersion;
	}
}

/**
Config maps, secrets and runtime classes that Pods of the node use.

Simplified: by default, the kubelet watches each object, so that a Pod finds a change at once. Here it reads an object when a Pod needs it, keeps it for a
minute, and reads it again after a change.
*/
export class ObjectCache {
	readonly #configMaps: KeptObjects<ConfigMap>;
	readonly #secrets: KeptObjects<Secret>;
	readonly #runtimeClasses: KeptObjects<RuntimeClass>;

	constructor(client: Client) {
		this.#configMaps = new KeptObjects(
			client,
			(namespace, name) => client.get('configmaps', namespace, name),
			(namespace, name) => registryKey('configmaps', namespace, name),
		);
		this.#secrets = new KeptObjects(
			client,
			(namespace, name) => client.get('secrets', namespace, name),
			(namespace, name) => registryKey('secrets', namespace, name),
		);
		this.#runtimeClasses = new KeptObjects(
			client,
			(_, name) => client.get('runtimeclasses.node.k8s.io', undefined, name),
			(_, name) => registryKey('runtimeclasses.node.k8s.io', undefined, name),
		);
	}

	/** @returns `undefined` if there is no such object. */
	configMap(namespace: string, name: string): Routine<ConfigMap | undefined> {
		return this.#configMaps.get(namespace, name);
	}

	/** @returns `undefined` if there is no such object. */
	secret(namespace: string, name: string): Routine<Secret | undefined> {
		return this.#secrets.get(namespace, name);
	}

	/** @returns `undefined` if there is no such object. */
	runtimeClass(name: string): Routine<RuntimeClass | undefined> {
		return this.#runtimeClasses.get('', name);
	}
}
