import {isKind, type KubernetesObject} from '../../objects/kubernetes-object.js';
import {apiVersionOf, resourceOfKind, type Resource} from '../../objects/resources.js';
import {resourcesOf} from './definition.js';

/** Finds the resource of a kind. */
export type ResourceLookup = (apiVersion: string, kind: string) => Resource | undefined;

/** Finds the resource of a built-in kind, or of a kind that a CustomResourceDefinition among these objects defines. */
export const resourcesAmong = (objects: Iterable<KubernetesObject>): ResourceLookup => {
	const custom = new Map<string, Resource>();
	for (const object of objects) {
		if (isKind(object, 'apiextensions.k8s.io/v1 CustomResourceDefinition')) {
			for (const resource of resourcesOf(object)) {
				custom.set(`${apiVersionOf(resource)} ${resource.kind}`, resource);
			}
		}
	}

	return (apiVersion, kind) => resourceOfKind(apiVersion, kind) ?? custom.get(`${apiVersion} ${kind}`);
};
