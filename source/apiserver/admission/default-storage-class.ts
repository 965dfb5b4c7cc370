import type {PersistentVolumeClaim} from '../../objects/kubernetes.generated.js';
import {defaultClass} from './default-classes.js';
import {creates, objectOf, type AdmissionPlugin} from './plugin.js';

/** Gives a claim that names no storage class the cluster's default one; the empty name means "none" and stays. */
export const defaultStorageClass: AdmissionPlugin<'DefaultStorageClass'> = {
	name: 'DefaultStorageClass',

	concerns: (attributes) => creates(attributes, 'persistentvolumeclaims'),

	admit(attributes, {reader}) {
		const claim = objectOf(attributes, 'v1 PersistentVolumeClaim');
		const named =
			claim.spec.storageClassName ?? claim.metadata.annotations?.['volume.beta.kubernetes.io/storage-class'];
		if (named !== undefined) {
			return {object: claim, found: named === '' ? {case: 'empty'} : {case: 'named', className: named}};
		}

		const found = defaultClass(
			reader.list('storageclasses.storage.k8s.io'),
			'storageclass.kubernetes.io/is-default-class',
			'storageclass.beta.kubernetes.io/is-default-class',
		);
		if (!found) {
			return {object: claim, found: {case: 'none'}};
		}

		const className = found.metadata.name;
		const changed: PersistentVolumeClaim = {...claim, spec: {...claim.spec, storageClassName: className}};
		return {object: changed, found: {case: 'default', className}};
	},
};
