import {failure, notFound, RequestFailure} from '../request/failure.js';
import {refuse, type AdmissionPlugin} from './plugin.js';

const immortal = new Set(['default', 'kube-system', 'kube-public']);

/**
Refuses to create objects in a namespace that is missing or being deleted, and to delete the namespaces of the system.

@mirrors lifecycle.Lifecycle.Admit
*/
export const namespaceLifecycle: AdmissionPlugin<'NamespaceLifecycle'> = {
	name: 'NamespaceLifecycle',

	concerns: ({operation, resource, subresource}) =>
		(operation === 'CREATE' && resource.namespaced && resource.plural !== 'localsubjectaccessreviews') ||
		(operation === 'DELETE' && resource.plural === 'namespaces' && resource.group === '' && subresource === ''),

	handles: ({operation, namespace}) => operation === 'DELETE' || namespace !== '',

	admit(attributes, {reader}) {
		const {operation, resource, namespace, name, object} = attributes;
		if (operation === 'DELETE') {
			if (immortal.has(name)) {
				throw refuse(attributes, 'this namespace may not be deleted');
			}

			return {object, found: {case: 'mortal', namespace: name}};
		}

		const found = reader.get('namespaces', undefined, namespace);
		if (!found) {
			throw new RequestFailure(notFound({group: '', plural: 'namespaces'}, namespace));
		}

		if (found.status?.phase === 'Terminating' || found.metadata.deletionTimestamp !== undefined) {
			const {status} = refuse(
				attributes,
				`unable to create new content in namespace ${namespace} because it is being terminated`,
			);
			throw new RequestFailure(
				failure(403, 'Forbidden', status.message ?? '', {
					...status.details,
					causes: [
						{
							reason: 'NamespaceTerminating',
							message: `namespace ${namespace} is being terminated`,
							field: 'metadata.namespace',
						},
					],
				}),
			);
		}

		return {object, found: {case: 'active', namespace, resource: resource.plural}};
	},
};
