import {forbidden, required} from '../../objects/field-error.js';
import type {PersistentVolumeSpec} from '../../objects/kubernetes.generated.js';
import {checkKnownAccessModes} from '../pod/claim-spec.js';
import {checkSources, persistentVolumeSources} from '../pod/volume-sources.js';
import {requireValue, type Errors} from '../validation/checks.js';

const inline = 'in the context of inline volumes';

/**
Checks a volume that only its attachment has: it must be a CSI volume.

@mirrors k8s.io/kubernetes/pkg/apis/core/validation ValidatePersistentVolumeSpec with validateInlinePersistentVolumeSpec
*/
export const checkInlineVolume = (errors: Errors, path: string, spec: PersistentVolumeSpec): void => {
	if (spec.claimRef) {
		errors.push(forbidden(`${path}.claimRef`, `may not be specified ${inline}`));
	}

	if (Object.keys(spec.capacity ?? {}).length > 0) {
		errors.push(forbidden(`${path}.capacity`, `may not be specified ${inline}`));
	}

	if (!spec.csi) {
		errors.push(required(`${path}.csi`, `has to be specified ${inline}`));
	}

	requireValue(errors, `${path}.accessModes`, spec.accessModes);
	checkKnownAccessModes(errors, `${path}.accessModes`, spec.accessModes);
	const reclaim = spec.persistentVolumeReclaimPolicy;
	if (reclaim && reclaim !== 'Retain') {
		errors.push(forbidden(`${path}.persistentVolumeReclaimPolicy`, `may only be Retain ${inline}`));
	}

	if (spec.nodeAffinity) {
		errors.push(forbidden(`${path}.nodeAffinity`, `may not be specified ${inline}`));
	}

	if (checkSources(errors, path, spec, persistentVolumeSources, 0, '') === 0) {
		errors.push(required(path, 'must specify a volume type'));
	}

	if (spec.storageClassName) {
		errors.push(forbidden(`${path}.storageClassName`, `may not be specified ${inline}`));
	}

	if (spec.volumeMode !== undefined && spec.volumeMode !== 'Filesystem') {
		errors.push(forbidden(`${path}.volumeMode`, `may not specify volumeMode other than Filesystem ${inline}`));
	}
};
