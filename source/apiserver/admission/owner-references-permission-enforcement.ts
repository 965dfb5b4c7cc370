import type {OwnerReference} from '../../objects/kubernetes.generated.js';
import {groupVersionOf, resourceOfKind} from '../../objects/resources.js';
import type {Attributes} from '../authorization/attributes.js';
import {refuse, type AdmissionPlugin} from './plugin.js';

/** To change the owners of an object, a user must be allowed to delete the object; to let it block its owner's deletion, a user must be allowed to set the owner's finalizers. */
export const ownerReferencesPermissionEnforcement: AdmissionPlugin<'OwnerReferencesPermissionEnforcement'> = {
	name: 'OwnerReferencesPermissionEnforcement',

	concerns: ({operation, resource, subresource}) =>
		(operation === 'CREATE' || operation === 'UPDATE') &&
		!(resource.group === '' && resource.plural === 'pods' && subresource === 'status'),

	handles: ({object, oldObject}) =>
		JSON.stringify(object?.metadata.ownerReferences ?? []) !==
		JSON.stringify(oldObject?.metadata.ownerReferences ?? []),

	validate(attributes, {authorize}) {
		const {user, resource, subresource, namespace, name, object, oldObject, operation} = attributes;
		const question = (verb: string, more: Partial<Attributes>): Attributes => ({
			user,
			verb,
			group: resource.group,
			version: resource.version,
			resource: resource.plural,
			subresource: '',
			namespace,
			name,
			path: '',
			isResourceRequest: true,
			...more,
		});
		// The creator of an object chooses its owners freely; only a later change requires the right to delete.
		if (operation === 'UPDATE') {
			const decision = authorize(question('delete', {subresource}));
			if (!decision.allowed) {
				throw refuse(attributes, `cannot set an ownerRef on a resource you can't delete: ${decision.reason}, <nil>`);
			}
		}

		const before = oldObject?.metadata.ownerReferences ?? [];
		const blocking = (object?.metadata.ownerReferences ?? []).filter(
			(reference) =>
				reference.blockOwnerDeletion && !before.some((old) => old.uid === reference.uid && old.blockOwnerDeletion),
		);
		for (const reference of blocking) {
			const owner = resourceOfKind(reference.apiVersion, reference.kind);
			if (!owner) {
				throw refuse(attributes, unknownKind(reference));
			}

			const decision = authorize(
				question('update', {
					group: owner.group,
					version: owner.version,
					resource: owner.plural,
					subresource: 'finalizers',
					namespace: owner.namespaced ? namespace : '',
					name: reference.name,
				}),
			);
			if (!decision.allowed) {
				throw refuse(
					attributes,
					`cannot set blockOwnerDeletion if an ownerReference refers to a resource you can't set finalizers on: ${decision.reason}, <nil>`,
				);
			}
		}

		return {user: user.username};
	},
};

const unknownKind = ({apiVersion, kind}: OwnerReference): string => {
	const {group, version} = groupVersionOf(apiVersion);
	return `cannot set blockOwnerDeletion in this case because cannot find RESTMapping for APIVersion ${apiVersion} Kind ${kind}: no matches for kind "${kind}" in version "${group === '' ? version : `${group}/${version}`}"`;
};
