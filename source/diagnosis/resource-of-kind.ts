import type {ClusterRecording} from '../cluster.js';
import {apiVersionOf, registryKey, resourceOfKind, type Resource} from '../objects/resources.js';
import {definedResources} from '../registry/custom-resources/defined-resources.js';
import type {ManifestObject} from './manifest-object.js';

type Defined = Pick<ClusterRecording, 'kernel'>;

/** The resource of a kind in a cluster; custom resources too, once their definitions are stored. */
export const resourceOfKindIn = ({kernel: {ledger}}: Defined, apiVersion: string, kind: string): Resource | undefined =>
	resourceOfKind(apiVersion, kind) ??
	definedResources(ledger).find((custom) => custom.kind === kind && apiVersionOf(custom) === apiVersion);

/** The ledger key of an object in a manifest; `undefined` while nothing serves its kind. */
export const keyOfManifest = (
	recording: Defined,
	{apiVersion, kind, namespace = 'default', name}: Pick<ManifestObject, 'apiVersion' | 'kind' | 'namespace' | 'name'>,
): string | undefined => {
	const resource = resourceOfKindIn(recording, apiVersion, kind);
	return resource && registryKey(resource, resource.namespaced ? namespace : undefined, name);
};
