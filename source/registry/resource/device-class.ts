import {ageColumn, nameColumn} from '../table/columns.js';
import {describeKind} from '../kind.js';
import type {DeviceClass} from '../../objects/kubernetes.generated.js';
import type {Errors} from '../validation/checks.js';
import {checkMetadata, checkMetadataUpdate, nameRules} from '../validation/metadata.js';
import {checkSelectors} from './device-claim-rules.js';

/** @mirrors k8s.io/kubernetes/pkg/apis/resource/validation ValidateDeviceClass */
const checkDeviceClass = (errors: Errors, {metadata, spec}: DeviceClass, old?: DeviceClass): void => {
	if (old) {
		checkMetadataUpdate(errors, metadata, old.metadata);
	} else {
		checkMetadata(errors, metadata, false, nameRules.subdomain);
	}

	checkSelectors(errors, 'spec.selectors', spec?.selectors);
};

/** @see https://kubernetes.io/docs/concepts/scheduling-eviction/dynamic-resource-allocation/ */
export const deviceClass = describeKind('resource.k8s.io/v1 DeviceClass', {
	validate: {create: checkDeviceClass, update: checkDeviceClass},
	generation: 'counts changes',
	table: {columns: [nameColumn, ageColumn]},
});
