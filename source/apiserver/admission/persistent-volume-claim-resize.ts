import type {PersistentVolumeClaim} from '../../objects/kubernetes.generated.js';
import {compareQuantities} from '../../objects/quantity.js';
import {isAbout, objectOf, oldObjectOf, refuse, type AdmissionPlugin} from './plugin.js';

/** The annotation of old still counts more than the field. @mirrors helper.GetPersistentVolumeClaimClass */
const classOf = ({metadata, spec}: PersistentVolumeClaim): string =>
	metadata.annotations?.['volume.beta.kubernetes.io/storage-class'] ?? spec.storageClassName ?? '';

const storageOf = ({spec}: PersistentVolumeClaim): string => spec.resources?.requests?.['storage'] ?? '0';

/** A claim grows only when it is bound and its storage class says that volumes expand. */
export const persistentVolumeClaimResize: AdmissionPlugin<'PersistentVolumeClaimResize'> = {
	name: 'PersistentVolumeClaimResize',

	concerns: (attributes) => attributes.operation === 'UPDATE' && isAbout(attributes, 'persistentvolumeclaims'),

	validate(attributes, {reader}) {
		const claim = objectOf(attributes, 'v1 PersistentVolumeClaim');
		const old = oldObjectOf(attributes, 'v1 PersistentVolumeClaim');
		const [from, to] = [storageOf(old), storageOf(claim)];
		if (compareQuantities(to, from) <= 0) {
			return {case: 'no-more', claim: attributes.name};
		}

		if (old.status?.phase !== 'Bound') {
			throw refuse(attributes, 'Only bound persistent volume claims can be expanded');
		}

		const name = classOf(claim);
		const found =
			name === '' || name !== classOf(old) ? undefined : reader.get('storageclasses.storage.k8s.io', undefined, name);
		if (!found?.allowVolumeExpansion) {
			throw refuse(
				attributes,
				'only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc must support resize',
			);
		}

		return {case: 'may-grow', storageClass: name, from, to};
	},
};
