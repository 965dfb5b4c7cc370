import {defaultsOf, type Given} from '../defaults/type-defaults.js';
import {invalid, notSupported, required} from '../../objects/field-error.js';
import type {ClusterRoleBinding, RbacV1Subject, RoleBinding, RoleRef} from '../../objects/kubernetes.generated.js';
import {dnsSubdomainErrors, pathSegmentErrors} from '../../objects/names.js';
import {refuseEach, requireValue, type Errors} from '../validation/checks.js';
import {checkMetadata, checkMetadataUpdate, nameRules} from '../validation/metadata.js';
import {semanticEqual} from '../../kernel/equality.js';
import {ageColumn, nameColumn, type Printer} from '../table/columns.js';

const group = 'rbac.authorization.k8s.io';

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

export const checkBinding = (
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

const subjects = (binding: RoleBinding | ClusterRoleBinding, kind: string): string =>
	(binding.subjects ?? [])
		.filter((subject) => subject.kind === kind)
		.map(({namespace, name}) => (kind === 'ServiceAccount' ? `${namespace ?? ''}/${name}` : name))
		.join(', ');

export const bindingTable: Printer<RoleBinding | ClusterRoleBinding> = {
	columns: [
		nameColumn,
		{name: 'Role', cell: ({roleRef}) => `${roleRef.kind}/${roleRef.name}`},
		ageColumn,
		{name: 'Users', priority: 1, cell: (binding) => subjects(binding, 'User')},
		{name: 'Groups', priority: 1, cell: (binding) => subjects(binding, 'Group')},
		{name: 'ServiceAccounts', priority: 1, cell: (binding) => subjects(binding, 'ServiceAccount')},
	],
};

/** A reference without an API group refers to a role. */
export const withRoleGroup = (draft: {roleRef?: Given<RoleRef>}): void => {
	draft.roleRef = {...draft.roleRef, apiGroup: draft.roleRef?.apiGroup || group};
};

/** The subjects of a binding: users and groups are not API objects. */
export const subjectDefaults = defaultsOf('rbac.v1.Subject', (draft) => {
	if (!draft.apiGroup && (draft.kind === 'User' || draft.kind === 'Group')) {
		draft.apiGroup = group;
	}
});
