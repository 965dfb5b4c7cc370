import type {KubernetesObject} from '../../objects/kubernetes-object.js';
import {creates, type AdmissionPlugin} from './plugin.js';

const finalizers: Readonly<Record<string, string>> = {
	persistentvolumes: 'kubernetes.io/pv-protection',
	persistentvolumeclaims: 'kubernetes.io/pvc-protection',
};

/** Puts a finalizer on volumes and claims, so that deleting one waits until nobody uses it. */
export const storageObjectInUseProtection: AdmissionPlugin = {
	name: 'StorageObjectInUseProtection',

	handles: (attributes) => creates(attributes, 'persistentvolumes') || creates(attributes, 'persistentvolumeclaims'),

	admit({object, resource, name}) {
		const finalizer = finalizers[resource.plural]!;
		const present = object!.metadata.finalizers ?? [];
		const changed: KubernetesObject = present.includes(finalizer)
			? object!
			: {...object!, metadata: {...object!.metadata, finalizers: [...present, finalizer]}};
		return {
			object: changed,
			text: `${object!.kind} "${name}" carries the finalizer ${finalizer}: deleting it waits until nobody uses it.`,
		};
	},
};
