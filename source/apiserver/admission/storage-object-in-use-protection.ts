import {withMetadata} from '../../objects/kubernetes-object.js';
import {creates, type AdmissionPlugin} from './plugin.js';

/** Puts a finalizer on volumes and claims, so that deleting one waits until it is no longer in use. */
export const storageObjectInUseProtection: AdmissionPlugin<'StorageObjectInUseProtection'> = {
	name: 'StorageObjectInUseProtection',

	concerns: (attributes) => creates(attributes, 'persistentvolumes') || creates(attributes, 'persistentvolumeclaims'),

	admit({object, resource, name}) {
		const finalizer = `kubernetes.io/${resource.plural === 'persistentvolumes' ? 'pv' : 'pvc'}-protection`;
		const present = object?.metadata.finalizers ?? [];
		return {
			object:
				object && !present.includes(finalizer) ? withMetadata(object, {finalizers: [...present, finalizer]}) : object,
			found: {kind: resource.kind, name, finalizer},
		};
	},
};
