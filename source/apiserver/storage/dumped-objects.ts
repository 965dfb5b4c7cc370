import {registryKey} from '../../objects/resources.js';
import type {KubernetesObject} from '../../objects/kubernetes-object.js';
import {resourcesAmong} from '../../registry/custom-resources/definition-lookup.js';
import {toStorage} from '../encoding/conversion.js';

/** An object as it is to be stored, at its key. */
export interface StoredObject {
	readonly key: string;
	readonly object: KubernetesObject;
	/** The revision at which its own cluster has written it last; a new one if it is not known. */
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
