import type {Client} from '../../client/client.js';
import {isNotFound} from '../../client/errors.js';
import {parseTimestamp} from '../../kernel/clock.js';
import type {Routine} from '../../kernel/routine.js';
import type {ConfigMap, Pod, RuntimeClass, Secret} from '../../objects/kubernetes.generated.js';

const keptMs = 60_000;

/** Objects of one kind, each kept for a minute after a read. */
class KeptObjects<T> {
	readonly #kept = new Map<string, {readonly object: T; readonly readAtMs: number}>();

	constructor(
		readonly client: Client,
		readonly read: (namespace: string, name: string) => Routine<T>,
	) {}

	/** @returns `undefined` if there is no such object; that is not cached. */
	*get(pod: Pod, namespace: string, name: string): Routine<T | undefined> {
		const key = `${namespace}/${name}`;
		const {kernel} = this.client;
		const kept = this.#kept.get(key);
		const isCurrent = kept && (name === rootCertificate || !isNewerThan(pod, kept.readAtMs));
		if (isCurrent && kept.readAtMs + keptMs > kernel.wallClockMs) {
			return kept.object;
		}

		try {
			const object = yield* this.read(namespace, name);
			this.#kept.set(key, {object, readAtMs: kernel.wallClockMs});
			return object;
		} catch (error) {
			if (isNotFound(error)) {
				this.#kept.delete(key);
				return undefined;
			}

			throw error;
		}
	}
}

/** The certificate of the cluster, a ConfigMap of each namespace: its content does not change. */
const rootCertificate = 'kube-root-ca.crt';

const isNewerThan = ({metadata: {creationTimestamp = ''}}: Pod, readAtMs: number): boolean =>
	parseTimestamp(creationTimestamp) > readAtMs;

/**
Config maps, secrets and runtime classes that Pods of the node use.

Simplified: read when needed and kept for a minute, but not for a Pod that is created later, as the kubelet does with
`configMapAndSecretChangeDetectionStrategy: Cache`; by default it watches each.

@mirrors k8s.io/kubernetes/pkg/kubelet/util/manager objectStore
*/
export class ObjectCache {
	readonly #configMaps: KeptObjects<ConfigMap>;
	readonly #secrets: KeptObjects<Secret>;
	readonly #runtimeClasses: KeptObjects<RuntimeClass>;

	constructor(client: Client) {
		this.#configMaps = new KeptObjects(client, (namespace, name) => client.get('configmaps', namespace, name));
		this.#secrets = new KeptObjects(client, (namespace, name) => client.get('secrets', namespace, name));
		this.#runtimeClasses = new KeptObjects(client, (_, name) =>
			client.get('runtimeclasses.node.k8s.io', undefined, name),
		);
	}

	/** A ConfigMap of the namespace of a Pod. @returns `undefined` if there is no such object. */
	configMap(pod: Pod, name: string): Routine<ConfigMap | undefined> {
		return this.#configMaps.get(pod, pod.metadata.namespace, name);
	}

	/** A Secret of the namespace of a Pod. @returns `undefined` if there is no such object. */
	secret(pod: Pod, name: string): Routine<Secret | undefined> {
		return this.#secrets.get(pod, pod.metadata.namespace, name);
	}

	/** The RuntimeClass of a Pod. @returns `undefined` if there is no such object. */
	runtimeClass(pod: Pod, name: string): Routine<RuntimeClass | undefined> {
		return this.#runtimeClasses.get(pod, '', name);
	}
}
