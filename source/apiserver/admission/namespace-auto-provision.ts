import type {KubernetesObject} from '../../objects/kubernetes-object.js';
import type {AdmissionPlugin} from './plugin.js';

/** Creates the namespace that the first object in it needs. */
export const namespaceAutoProvision: AdmissionPlugin = {
	name: 'NamespaceAutoProvision',

	handles: ({operation, resource, namespace, subresource}) =>
		operation === 'CREATE' && namespace !== '' && resource.namespaced && subresource === '',

	*admit({object, namespace, dryRun}, {reader, create}) {
		if (reader.get('namespaces', undefined, namespace)) {
			return {object: object!, text: `The namespace "${namespace}" exists already.`};
		}

		if (dryRun || !create) {
			return {object: object!, text: `The namespace "${namespace}" is missing; a dry run does not create it.`};
		}

		yield* create('namespaces', {
			apiVersion: 'v1',
			kind: 'Namespace',
			metadata: {name: namespace, labels: {'kubernetes.io/metadata.name': namespace}},
			spec: {finalizers: ['kubernetes']},
			status: {phase: 'Active'},
		} as unknown as KubernetesObject);
		return {
			object: object!,
			text: `The namespace "${namespace}" did not exist, so it is created for its first object.`,
		};
	},
};
