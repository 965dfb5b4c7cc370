import {ageColumn, nameColumn} from '../table/columns.js';
import {describeKind} from '../kind.js';
import type {ResourceClaimTemplate} from '../../objects/kubernetes.generated.js';
import {checkImmutable, type Errors} from '../validation/checks.js';
import {checkMetadata, checkMetadataUpdate, checkTemplateMetadata, nameRules} from '../validation/metadata.js';
import {checkDeviceClaim} from './device-claim-rules.js';

/** @mirrors k8s.io/kubernetes/pkg/apis/resource/validation ValidateResourceClaimTemplate */
const checkTemplate = (errors: Errors, {metadata, spec}: ResourceClaimTemplate, old?: ResourceClaimTemplate): void => {
	if (old) {
		checkMetadataUpdate(errors, metadata, old.metadata);
		checkImmutable(errors, 'spec', spec, old.spec);
		return;
	}

	checkMetadata(errors, metadata, true, nameRules.subdomain);
	checkTemplateMetadata(errors, spec?.metadata, 'spec.metadata');
	checkDeviceClaim(errors, 'spec.spec.devices', spec?.spec?.devices);
};

/** @see https://kubernetes.io/docs/concepts/scheduling-eviction/dynamic-resource-allocation/ */
export const resourceClaimTemplate = describeKind('resource.k8s.io/v1 ResourceClaimTemplate', {
	validate: {create: checkTemplate, update: checkTemplate},
	table: {columns: [nameColumn, ageColumn]},
});
