import {withMetadata} from '../../objects/kubernetes-object.js';
import {objectOf, type AdmissionAttributes, type AdmissionPlugin} from './plugin.js';

const keys = ['topology.kubernetes.io/zone', 'topology.kubernetes.io/region'] as const;

/** The node that a binding or a new Pod names; empty if it names no node. */
const nodeOf = (attributes: AdmissionAttributes): string => {
	if (attributes.subresource !== 'binding') {
		return objectOf(attributes, 'v1 Pod').spec.nodeName ?? '';
	}

	const {target} = objectOf(attributes, 'v1 Binding');
	return target.kind === 'Node' ? (target.name ?? '') : '';
};

/**
Copies the zone and region of the node into the binding, which passes them to the Pod: its containers can read where they run.

A Pod that is created with a node gets them at once. Existing labels are overwritten.

@mirrors podtopologylabels.Plugin.Admit
*/
export const podTopologyLabels: AdmissionPlugin<'PodTopologyLabels'> = {
	name: 'PodTopologyLabels',

	concerns: ({operation, resource, subresource}) =>
		operation === 'CREATE' &&
		resource.group === '' &&
		resource.plural === 'pods' &&
		(subresource === 'binding' || subresource === ''),

	handles: (attributes) => attributes.subresource === 'binding' || nodeOf(attributes) !== '',

	admit(attributes, {reader}) {
		const {object, name} = attributes;
		const node = reader.get('nodes', undefined, nodeOf(attributes));
		const labels = object?.metadata.labels ?? {};
		const added: Record<string, string> = {};
		for (const key of keys) {
			const value = node?.metadata.labels?.[key];
			if (value !== undefined && labels[key] !== value) {
				added[key] = value;
			}
		}

		return {
			object: object && Object.keys(added).length > 0 ? withMetadata(object, {labels: {...labels, ...added}}) : object,
			found: {pod: name, added},
		};
	},
};
