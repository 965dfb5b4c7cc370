import {defaultsOf} from '../defaults/type-defaults.js';
import {describeKind} from '../kind.js';
import type {ClusterRoleBinding} from '../../objects/kubernetes.generated.js';
import type {Errors} from '../validation/checks.js';
import {bindingTable, checkBinding, withRoleGroup} from './binding.js';

/** @mirrors ValidateClusterRoleBinding */
export const checkClusterRoleBinding = (
	errors: Errors,
	binding: ClusterRoleBinding,
	old?: ClusterRoleBinding,
): void => {
	checkBinding(errors, binding, false, old);
};

/** @see https://kubernetes.io/docs/reference/access-authn-authz/rbac/ */
export const clusterRoleBinding = describeKind('rbac.authorization.k8s.io/v1 ClusterRoleBinding', {
	validate: {create: checkClusterRoleBinding, update: checkClusterRoleBinding},
	store: {createOnUpdate: true},
	table: bindingTable,
	defaults: [defaultsOf('rbac.v1.ClusterRoleBinding', withRoleGroup)],
});
