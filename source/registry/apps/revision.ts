import {required} from '../../objects/field-error.js';
import type {ControllerRevision, PodTemplate} from '../../objects/kubernetes.generated.js';
import {checkImmutable, checkNonNegative, type Errors} from '../validation/checks.js';
import {checkMetadata, checkMetadataUpdate, nameRules} from '../validation/metadata.js';
import {checkTemplate} from '../core/pod/pod.js';

/** @mirrors k8s.io/kubernetes/pkg/apis/apps/validation ValidateControllerRevision */
export const checkControllerRevision = (
	errors: Errors,
	revision: ControllerRevision,
	old?: ControllerRevision,
): void => {
	if (old) {
		checkMetadataUpdate(errors, revision.metadata, old.metadata);
	}

	checkMetadata(errors, revision.metadata, true, nameRules.subdomain);
	if (revision.data === undefined || revision.data === null) {
		errors.push(required('data', 'data is mandatory'));
	}

	checkNonNegative(errors, 'revision', revision.revision);
	if (old) {
		checkImmutable(errors, 'data', revision.data, old.data);
	}
};

/** @mirrors k8s.io/kubernetes/pkg/apis/core/validation ValidatePodTemplate */
export const checkPodTemplate = (errors: Errors, podTemplate: PodTemplate, old?: PodTemplate): void => {
	if (old) {
		checkMetadataUpdate(errors, podTemplate.metadata, old.metadata);
	} else {
		checkMetadata(errors, podTemplate.metadata, true, nameRules.subdomain);
	}

	checkTemplate(errors, 'template', {...podTemplate.template, spec: podTemplate.template?.spec ?? {containers: []}});
};
