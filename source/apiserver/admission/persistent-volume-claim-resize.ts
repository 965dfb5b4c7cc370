import type {PersistentVolumeClaim} from '../../objects/kubernetes.generated.js';
import {compareQuantities} from '../../objects/quantity.js';
import {isAbout, refuse, type AdmissionPlugin} from './plugin.js';

/** The annotation of old still counts more than the field. @mirrors helper.GetPersistentVolumeClaimClass */
const classOf = ({metadata, spec}: PersistentVolumeClaim): string =>
	metadata.annotations?.['volume.beta.kubernetes.io/storage-class'] ?? spec.storageClassName ?? '';

/** A claim grows only when it is bound and its storage class says that volumes expand. */
export const persistentVolumeClaimResize: AdmissionPlugin = {
	name: 'PersistentVolumeClaimResize',

	handles: (attributes) => attributes.operation === 'UPDATE' && isAbout(attributes, 'persistentvolumeclaims'),

	validate(attributes, {reader}) {
		const claim = attributes.object as PersistentVolumeClaim;
		const old = attributes.oldObject as PersistentVolumeClaim;
		const [before, after] = [old, claim].map(({spec}) => spec.resources?.requests?.['storage'] ?? '0') as [
			string,
			string,
		];
		if (compareQuantities(after, before) <= 0) {
			return `The claim "${attributes.name}" does not ask for more than before.`;
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

		return `The storage class "${name}" expands volumes, so the claim may grow from ${before} to ${after}.`;
	},
};
