import {describeKind} from '../kind.js';
import {required} from '../../objects/field-error.js';
import type {ControllerRevision} from '../../objects/kubernetes.generated.js';
import {type Errors, checkImmutable, checkNonNegative} from '../validation/checks.js';
import {checkMetadata, checkMetadataUpdate, nameRules} from '../validation/metadata.js';

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

/** A version of a StatefulSet's or DaemonSet's template. */
export const controllerRevision = describeKind('apps/v1 ControllerRevision', {
	validate: {create: checkControllerRevision, update: checkControllerRevision},
});
