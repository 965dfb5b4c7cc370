import type {ClusterView} from './framework.js';
import type {SchedulerParts} from './parts.js';
import {siblingSelectors} from './sibling-selectors.js';

/** Answers plug-ins' questions about objects other than nodes, from the scheduler's caches. */
export const clusterQuestions = ({
	informers,
	cache,
	nominator,
	assumedVolumes,
	devices,
}: Pick<SchedulerParts, 'informers' | 'cache' | 'nominator' | 'assumedVolumes' | 'devices'>): Omit<
	ClusterView,
	'nodes'
> => ({
	imageNodeCount: (name) => cache.imageNodeCount(name),
	namespaceLabels: (name) => informers.namespaces.get(undefined, name)?.metadata.labels,
	claim: (namespace, name) => informers.claims.get(namespace, name),
	volume: (name) => informers.volumes.get(undefined, name),
	volumes: () => informers.volumes.list(),
	storageClass: (name) => informers.storageClasses.get(undefined, name),
	csiNode: (name) => informers.csiNodes.get(undefined, name),
	disruptionBudgets: (namespace) => informers.disruptionBudgets.list(namespace),
	siblingSelectors: (pod) => siblingSelectors(pod, informers),
	nominated: (node, info) => nominator.nominatedFor(node, info),
	volumeAssumedFor: (name) => assumedVolumes.claimOf(name),
	devices,
});
