import {describeKind} from '../kind.js';
import type {Role} from '../../objects/kubernetes.generated.js';
import type {Errors} from '../validation/checks.js';
import {checkMetadata, checkMetadataUpdate, nameRules} from '../validation/metadata.js';
import {checkRules} from './policy-rules.js';

export const checkRole = (errors: Errors, role: Role, old?: Role): void => {
	checkMetadata(errors, role.metadata, true, nameRules.pathSegment);
	checkRules(errors, role.rules, true);
	if (old) {
		checkMetadataUpdate(errors, role.metadata, old.metadata);
	}
};

/** @see https://kubernetes.io/docs/reference/access-authn-authz/rbac/ */
export const role = describeKind('rbac.authorization.k8s.io/v1 Role', {
	validate: {create: checkRole, update: checkRole},
	store: {createOnUpdate: true},
});
