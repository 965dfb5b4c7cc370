import {describeKind} from '../kind.js';
import {invalid, required} from '../../objects/field-error.js';
import type {ClusterRole} from '../../objects/kubernetes.generated.js';
import type {Errors} from '../validation/checks.js';
import {checkMetadata, checkMetadataUpdate, nameRules} from '../validation/metadata.js';
import {checkLabelSelector, isUsableSelector} from '../validation/selectors.js';
import {checkRules} from './policy-rules.js';

/** @mirrors ValidateClusterRole */
export const checkClusterRole = (errors: Errors, role: ClusterRole, old?: ClusterRole): void => {
	checkMetadata(errors, role.metadata, false, nameRules.pathSegment);
	checkRules(errors, role.rules, false);
	if (role.aggregationRule) {
		const path = 'aggregationRule.clusterRoleSelectors';
		const selectors = role.aggregationRule.clusterRoleSelectors ?? [];
		if (selectors.length === 0) {
			errors.push(required(path, 'at least one clusterRoleSelector required if aggregationRule is non-nil'));
		}

		for (const [index, selector] of selectors.entries()) {
			checkLabelSelector(errors, `${path}[${index}]`, selector);
			if (!isUsableSelector(selector)) {
				errors.push(invalid(`${path}[${index}]`, null, 'invalid label selector.'));
			}
		}
	}

	if (old) {
		checkMetadataUpdate(errors, role.metadata, old.metadata);
	}
};

/** @see https://kubernetes.io/docs/reference/access-authn-authz/rbac/ */
export const clusterRole = describeKind('rbac.authorization.k8s.io/v1 ClusterRole', {
	validate: {create: checkClusterRole, update: checkClusterRole},
	store: {createOnUpdate: true},
});
