import {registryKey} from '../../objects/resources.js';
import type {KubernetesObject} from '../../objects/kubernetes-object.js';
import {resourcesAmong} from '../../registry/custom-resources/definition-lookup.js';
import {toStorage} from '../encoding/conversion.js';

/** An object to store, with its key. */
export interface StoredObject {
	readonly key: string;
	readonly object: KubernetesObject;
	/** The revision of its last write in its own cluster; a new revision if that is unknown. */
	readonly revision?: number;
}

/** The objects of another cluster with their keys, in the version in which they are stored. Objects without a definition of their kind are left out. */
export const dumpedObjects = (objects: readonly KubernetesObject[]): readonly StoredObject[] => {
	const lookup = resourcesAmong(objects);
	return objects.flatMap((object) => {
		const resource = lookup(object.apiVersion, object.kind);
		if (!resource) {
			return [];
		}

		const {namespace, name, resourceVersion} = object.metadata;
		const revision = Number(resourceVersion);
		return [
			{
				key: registryKey(resource, namespace, name),
				object: toStorage(object, resource.custom),
				...(revision > 0 ? {revision} : {}),
			},
		];
	});
};
