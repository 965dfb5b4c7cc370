import type {Binding, Pod} from '../../objects/kubernetes.generated.js';
import type {AdmissionPlugin} from './plugin.js';

const keys = ['topology.kubernetes.io/zone', 'topology.kubernetes.io/region'] as const;

/** Copies the zone and region of the node into the binding, from where the Pod gets them: its containers can read where they run. */
export const podTopologyLabels: AdmissionPlugin = {
	name: 'PodTopologyLabels',

	handles: ({operation, resource, subresource}) =>
		operation === 'CREATE' &&
		resource.group === '' &&
		((resource.plural === 'pods' && subresource === 'binding') ||
			(resource.plural === 'bindings' && subresource === '')),

	admit({object, name}, {reader}) {
		const binding = object as unknown as Binding | Pod;
		const node = 'target' in binding ? reader.get('nodes', undefined, binding.target.name ?? '') : undefined;
		const labels = Object.fromEntries(
			keys.flatMap((key) => (node?.metadata.labels?.[key] === undefined ? [] : [[key, node.metadata.labels[key]]])),
		);
		return Object.keys(labels).length === 0
			? {object: object!, text: `The node has no zone or region that Pod "${name}" could learn.`}
			: {
					object: {...object!, metadata: {...object!.metadata, labels: {...object!.metadata.labels, ...labels}}},
					text: `Pod "${name}" learns where it runs: ${Object.entries(labels)
						.map(([key, value]) => `${key}=${value}`)
						.join(', ')}.`,
				};
	},
};
