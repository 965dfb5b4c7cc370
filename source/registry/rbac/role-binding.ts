import {defaultsOf} from '../defaults/type-defaults.js';
import {describeKind} from '../kind.js';
import type {RoleBinding} from '../../objects/kubernetes.generated.js';
import type {Errors} from '../validation/checks.js';
import {bindingTable, checkBinding, subjectDefaults, withRoleGroup} from './binding.js';

/** @mirrors ValidateRoleBinding */
export const checkRoleBinding = (errors: Errors, binding: RoleBinding, old?: RoleBinding): void => {
	checkBinding(errors, binding, true, old);
};

/** @see https://kubernetes.io/docs/reference/access-authn-authz/rbac/ */
export const roleBinding = describeKind('rbac.authorization.k8s.io/v1 RoleBinding', {
	validate: {create: checkRoleBinding, update: checkRoleBinding},
	store: {createOnUpdate: true},
	table: bindingTable,
	defaults: [defaultsOf('rbac.v1.RoleBinding', withRoleGroup), subjectDefaults],
});
