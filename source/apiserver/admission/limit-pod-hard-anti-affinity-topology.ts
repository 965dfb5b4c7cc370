import type {Pod} from '../../objects/kubernetes.generated.js';
import {isAbout, refuse, type AdmissionPlugin} from './plugin.js';

const hostname = 'kubernetes.io/hostname';

/** Lets a required anti-affinity speak of single nodes only: one Pod could keep everybody else out of a whole zone. */
export const limitPodHardAntiAffinityTopology: AdmissionPlugin = {
	name: 'LimitPodHardAntiAffinityTopology',

	handles: (attributes) =>
		isAbout(attributes, 'pods') && (attributes.operation === 'CREATE' || attributes.operation === 'UPDATE'),

	validate(attributes) {
		const terms =
			(attributes.object as Pod).spec.affinity?.podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? [];
		const wide = terms.find(({topologyKey}) => topologyKey !== hostname);
		if (wide) {
			throw refuse(
				attributes,
				`affinity.PodAntiAffinity.RequiredDuringScheduling has TopologyKey ${wide.topologyKey} but only key ${hostname} is allowed`,
			);
		}

		return terms.length === 0
			? 'The Pod has no required anti-affinity.'
			: 'Its required anti-affinity speaks of single nodes only.';
	},
};
