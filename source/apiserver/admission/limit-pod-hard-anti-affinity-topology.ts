import {objectOf, refuse, writes, type AdmissionPlugin} from './plugin.js';

const hostname = 'kubernetes.io/hostname';

/** Limits required anti-affinity to single nodes: otherwise one Pod could keep all others out of a whole zone. */
export const limitPodHardAntiAffinityTopology: AdmissionPlugin<'LimitPodHardAntiAffinityTopology'> = {
	name: 'LimitPodHardAntiAffinityTopology',

	concerns: (attributes) => writes(attributes, 'pods'),

	validate(attributes) {
		const {affinity} = objectOf(attributes, 'v1 Pod').spec;
		const terms = affinity?.podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? [];
		const wide = terms.find(({topologyKey}) => topologyKey !== hostname);
		if (wide) {
			throw refuse(
				attributes,
				`affinity.PodAntiAffinity.RequiredDuringScheduling has TopologyKey ${wide.topologyKey} but only key ${hostname} is allowed`,
			);
		}

		return {case: terms.length === 0 ? 'none' : 'single-nodes'};
	},
};
