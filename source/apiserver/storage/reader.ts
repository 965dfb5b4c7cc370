import type {ResourceName} from '../../client/client.js';
import type {KubernetesObject} from '../../objects/kubernetes-object.js';
import type {Resources} from '../../objects/kubernetes.generated.js';

/**
The watch cache as admission and authorization see it: at once, without a request and without a stop.

In the real apiserver this is a loopback informer; here both read the cacher's current content.
*/
export interface Reader {
	/** One object, or `undefined` if it does not exist. Cluster-scoped resources take `undefined` for the namespace. */
	get<R extends ResourceName>(resource: R, namespace: string | undefined, name: string): Resources[R] | undefined;
	/** One object of a resource whose name is known only at run time. */
	get(resource: string, namespace: string | undefined, name: string): KubernetesObject | undefined;
	/** All objects of a resource, or those of one namespace, in the order of their keys. The array is shared until the next change. */
	list<R extends ResourceName>(resource: R, namespace?: string): ReadonlyArray<Resources[R]>;
	list(resource: string, namespace?: string): readonly KubernetesObject[];
}
