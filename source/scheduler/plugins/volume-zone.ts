import {refuseForGood, skip, type Plugin, type Prefiltered} from '../framework.js';

const topologyLabels = [
	'failure-domain.beta.kubernetes.io/zone',
	'failure-domain.beta.kubernetes.io/region',
	'topology.kubernetes.io/zone',
	'topology.kubernetes.io/region',
];

type Demands = ReadonlyArray<{readonly key: string; readonly values: readonly string[]}>;

/** Keeps a Pod in the zone of its volumes, if their labels name one, as those of older provisioners do. */
export const volumeZone: Plugin<Demands> = {
	name: 'VolumeZone',

	prefilter({pod, claimNames}, view): Prefiltered<Demands> {
		const demands = [];
		for (const name of claimNames) {
			const volumeName = view.claim(pod.metadata?.namespace ?? 'default', name)?.spec?.volumeName;
			const labels = (volumeName ? view.volume(volumeName)?.metadata?.labels : undefined) ?? {};
			for (const key of topologyLabels) {
				if (labels[key] !== undefined) {
					demands.push({key, values: labels[key].split('__')});
				}
			}
		}

		return demands.length > 0 ? {kind: 'go', state: demands} : skip;
	},

	filter: (_pod, {labels}, demands) =>
		// A cluster of one zone may do without zone labels on its nodes.
		topologyLabels.some((key) => labels[key] !== undefined) &&
		demands.some(({key, values}) => !values.includes(labels[key] ?? ''))
			? refuseForGood('node(s) had no available volume zone')
			: undefined,

	worthRetrying: (_pod, event) =>
		event.resource !== 'pods' && event.resource !== 'namespaces' && event.action !== 'DELETED',
};
