import {asObject} from '../../objects/kubernetes-object.js';
import type {AdmissionPlugin} from './plugin.js';

/** Creates the namespace that the first object in it needs. */
export const namespaceAutoProvision: AdmissionPlugin<'NamespaceAutoProvision'> = {
	name: 'NamespaceAutoProvision',

	concerns: ({operation, resource, subresource}) => operation === 'CREATE' && resource.namespaced && subresource === '',

	handles: ({namespace}) => namespace !== '',

	*admit({object, namespace, dryRun}, {reader, create}) {
		if (reader.get('namespaces', undefined, namespace)) {
			return {object, found: {case: 'exists', namespace}};
		}

		if (dryRun || !create) {
			return {object, found: {case: 'dry-run', namespace}};
		}

		const made = asObject({
			apiVersion: 'v1',
			kind: 'Namespace',
			metadata: {name: namespace, labels: {'kubernetes.io/metadata.name': namespace}},
			spec: {finalizers: ['kubernetes']},
			status: {phase: 'Active'},
		});
		yield* create('namespaces', made);
		return {object, found: {case: 'created', namespace}};
	},
};
