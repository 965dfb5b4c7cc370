import {invalid} from '../../objects/field-error.js';
import type {PolicyRule} from '../../objects/kubernetes.generated.js';
import {requireValue, type Errors} from '../validation/checks.js';

/** @mirrors k8s.io/kubernetes/pkg/apis/rbac/validation ValidatePolicyRule */
export const checkRules = (
	errors: Errors,
	rules: readonly PolicyRule[] | null | undefined,
	namespaced: boolean,
): void => {
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
