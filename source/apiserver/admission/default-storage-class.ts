import type {PersistentVolumeClaim} from '../../objects/kubernetes.generated.js';
import {defaultClass} from './default-classes.js';
import {creates, type AdmissionPlugin} from './plugin.js';

/** Gives a claim that names no storage class the cluster's default one; the empty name means "none" and stays. */
export const defaultStorageClass: AdmissionPlugin = {
	name: 'DefaultStorageClass',

	handles: (attributes) => creates(attributes, 'persistentvolumeclaims'),

	admit({object}, {reader}) {
		const claim = object as PersistentVolumeClaim;
		const named =
			claim.spec.storageClassName ?? claim.metadata.annotations?.['volume.beta.kubernetes.io/storage-class'];
		if (named !== undefined) {
			return {
				object: claim,
				text: named === '' ? 'The claim asks for no storage class.' : `The claim names the storage class "${named}".`,
			};
		}

		const found = defaultClass(
			reader.list('storageclasses.storage.k8s.io'),
			'storageclass.kubernetes.io/is-default-class',
			'storageclass.beta.kubernetes.io/is-default-class',
		);
		return found
			? {
					object: {...claim, spec: {...claim.spec, storageClassName: found.metadata.name}} as PersistentVolumeClaim,
					text: `The claim names no storage class, so it gets the default one, "${found.metadata.name}".`,
				}
			: {object: claim, text: 'The claim names no storage class and the cluster has no default one.'};
	},
};
