import type {Client} from '../client/client.js';
import {isNotFound} from '../client/errors.js';
import type {ConfigMap, Secret} from '../objects/kubernetes.generated.js';
import type {Routine} from '../kernel/routine.js';

const keptMs = 60_000;

/**
Config maps and secrets that Pods of the node use.

Simplified: read when needed and kept for a minute, as the kubelet does with `configMapAndSecretChangeDetectionStrategy: Cache`; by default it watches each.
*/
export class ObjectCache {
	readonly #kept = new Map<string, {readonly object: ConfigMap | Secret; readonly untilMs: number}>();

	constructor(readonly client: Client) {}

	/** @returns `undefined` when there is none; that is not remembered. */
	*configMap(namespace: string, name: string): Routine<ConfigMap | undefined> {
		return (yield* this.#get('configmaps', namespace, name)) as ConfigMap | undefined;
	}

	*secret(namespace: string, name: string): Routine<Secret | undefined> {
		return (yield* this.#get('secrets', namespace, name)) as Secret | undefined;
	}

	*#get(resource: 'configmaps' | 'secrets', namespace: string, name: string): Routine<ConfigMap | Secret | undefined> {
		const key = `${resource}/${namespace}/${name}`;
		const {kernel} = this.client;
		const kept = this.#kept.get(key);
		if (kept && kept.untilMs > kernel.now) {
			return kept.object;
		}

		try {
			const object: ConfigMap | Secret = yield* this.client.get(resource, namespace, name);
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
}
