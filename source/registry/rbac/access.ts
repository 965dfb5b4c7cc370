import {invalid, notSupported, required} from '../../objects/field-error.js';
import type {
	ClusterRole,
	ClusterRoleBinding,
	PolicyRule,
	RbacV1Subject,
	Role,
	RoleBinding,
} from '../../objects/kubernetes.generated.js';
import {dnsSubdomainErrors, pathSegmentErrors} from '../../objects/names.js';
import {refuseEach, requireValue, type Errors} from '../validation/checks.js';
import {checkMetadata, checkMetadataUpdate, nameRules} from '../validation/metadata.js';
import {checkLabelSelector, isUsableSelector} from '../validation/selectors.js';
import {semanticEqual} from '../../kernel/equality.js';

const group = 'rbac.authorization.k8s.io';

/** @mirrors k8s.io/kubernetes/pkg/apis/rbac/validation ValidatePolicyRule */
const checkRules = (errors: Errors, rules: readonly PolicyRule[] | null | undefined, namespaced: boolean): void => {
	for (const [index, {verbs, nonResourceURLs = [], apiGroups = [], resources = [], resourceNames = []}] of (
		rules ?? []
	).entries()) {
		const at = `rules[${index}]`;
		requireValue(errors, `${at}.verbs`, verbs, 'verbs must contain at least one value');
		if (nonResourceURLs.length > 0) {
			if (namespaced) {
				errors.push(
					invalid(`${at}.nonResourceURLs`, nonResourceURLs, 'namespaced rules cannot apply to non-resource URLs'),
				);
			}

			if (apiGroups.length + resources.length + resourceNames.length > 0) {
				const detail = 'rules cannot apply to both regular resources and non-resource URLs';
				errors.push(invalid(`${at}.nonResourceURLs`, nonResourceURLs, detail));
			}

			continue;
		}

		requireValue(errors, `${at}.apiGroups`, apiGroups, 'resource rules must supply at least one api group');
		requireValue(errors, `${at}.resources`, resources, 'resource rules must supply at least one resource');
	}
};

export const checkRole = (errors: Errors, role: Role, old?: Role): void => {
	checkMetadata(errors, role.metadata, true, nameRules.pathSegment);
	checkRules(errors, role.rules, true);
	if (old) {
		checkMetadataUpdate(errors, role.metadata, old.metadata);
	}
};

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

const kinds = ['ServiceAccount', 'User', 'Group'];

const checkSubject = (
	errors: Errors,
	path: string,
	{kind, name, namespace, apiGroup = ''}: RbacV1Subject,
	namespaced: boolean,
): void => {
	requireValue(errors, `${path}.name`, name);
	if (kind === 'ServiceAccount') {
		if (name) {
			refuseEach(errors, `${path}.name`, name, dnsSubdomainErrors(name));
		}

		if (apiGroup !== '') {
			errors.push(notSupported(`${path}.apiGroup`, apiGroup, ['']));
		}

		if (!namespaced && !namespace) {
			errors.push(required(`${path}.namespace`));
		}
	} else if (kind === 'User' || kind === 'Group') {
		if (apiGroup !== group) {
			errors.push(notSupported(`${path}.apiGroup`, apiGroup, [group]));
		}
	} else {
		errors.push(notSupported(`${path}.kind`, kind, kinds));
	}
};

const checkBinding = (
	errors: Errors,
	binding: RoleBinding | ClusterRoleBinding,
	namespaced: boolean,
	old?: RoleBinding | ClusterRoleBinding,
): void => {
	const {metadata, roleRef, subjects} = binding;
	const roles = namespaced ? ['Role', 'ClusterRole'] : ['ClusterRole'];
	checkMetadata(errors, metadata, namespaced, nameRules.pathSegment);
	if (roleRef.apiGroup !== group) {
		errors.push(notSupported('roleRef.apiGroup', roleRef.apiGroup, [group]));
	}

	if (!roles.includes(roleRef.kind)) {
		errors.push(notSupported('roleRef.kind', roleRef.kind, roles));
	}

	if (requireValue(errors, 'roleRef.name', roleRef.name)) {
		refuseEach(errors, 'roleRef.name', roleRef.name, pathSegmentErrors(roleRef.name));
	}

	for (const [index, subject] of (subjects ?? []).entries()) {
		checkSubject(errors, `subjects[${index}]`, subject, namespaced);
	}

	if (old) {
		checkMetadataUpdate(errors, metadata, old.metadata);
		if (!semanticEqual(old.roleRef, roleRef)) {
			const shown = {APIGroup: roleRef.apiGroup, Kind: roleRef.kind, Name: roleRef.name};
			errors.push(invalid('roleRef', shown, 'cannot change roleRef'));
		}
	}
};

/** @mirrors ValidateRoleBinding */
export const checkRoleBinding = (errors: Errors, binding: RoleBinding, old?: RoleBinding): void => {
	checkBinding(errors, binding, true, old);
};

/** @mirrors ValidateClusterRoleBinding */
export const checkClusterRoleBinding = (
	errors: Errors,
	binding: ClusterRoleBinding,
	old?: ClusterRoleBinding,
): void => {
	checkBinding(errors, binding, false, old);
};
