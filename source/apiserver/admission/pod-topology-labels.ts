import type {Binding, Pod} from '../../objects/kubernetes.generated.js';
import type {AdmissionPlugin} from './plugin.js';

const keys = ['topology.kubernetes.io/zone', 'topology.kubernetes.io/region'] as const;

/**
Copies the zone and region of the node into the binding, from where the Pod gets them: its containers can read where they run.

A Pod that is created with a node gets them at once. What is labelled already stays.

@mirrors podtopologylabels.Plugin.Admit
*/
export const podTopologyLabels: AdmissionPlugin = {
	name: 'PodTopologyLabels',

	handles: ({operation, resource, subresource, object}) =>
		operation === 'CREATE' &&
		resource.group === '' &&
		resource.plural === 'pods' &&
		(subresource === 'binding' || (subresource === '' && ((object as Pod).spec.nodeName ?? '') !== '')),

	admit({object, name, subresource}, {reader}) {
		const target = subresource === 'binding' ? (object as unknown as Binding).target : undefined;
		const node = reader.get(
			'nodes',
			undefined,
			target ? (target.kind === 'Node' ? (target.name ?? '') : '') : (object as Pod).spec.nodeName!,
		);
		const {labels = {}} = object!.metadata;
		const added = Object.fromEntries(
			keys.flatMap((key) => {
				const value = node?.metadata.labels?.[key];
				return value === undefined || Object.hasOwn(labels, key) ? [] : [[key, value]];
			}),
		);
		return Object.keys(added).length === 0
			? {object: object!, text: `The node has no zone or region that Pod "${name}" could learn.`}
			: {
					object: {...object!, metadata: {...object!.metadata, labels: {...labels, ...added}}},
					text: `Pod "${name}" learns where it runs: ${Object.entries(added)
						.map(([key, value]) => `${key}=${value}`)
						.join(', ')}.`,
				};
	},
};
