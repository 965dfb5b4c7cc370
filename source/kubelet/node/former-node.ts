import type {KubernetesObject} from '../../objects/kubernetes-object.js';
import type {Pod, Service} from '../../objects/kubernetes.generated.js';

/** The contents of a node at the start of its simulation. */
export interface FormerNode {
	/** The Pods bound to it, from the API. */
	readonly pods: readonly Pod[];
	/** Services of the cluster. */
	readonly services: readonly Service[];
	/** Finds a ConfigMap or Secret by its key. */
	readonly find: (key: string) => KubernetesObject | undefined;
}
