import type {KubernetesObject} from '../../objects/kubernetes-object.js';
import {nestedMapSlice} from '../../objects/unstructured.js';

/** Names of the initializers that have yet to process the object, in the legacy mode of the scenario; the first of them acts. */
export const pendingOf = (object: KubernetesObject): readonly string[] =>
	nestedMapSlice(object, 'metadata', 'initializers', 'pending').flatMap(({name}) =>
		typeof name === 'string' ? [name] : [],
	);
