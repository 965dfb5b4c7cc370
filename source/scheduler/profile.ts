import {defaultSchedulerName, type PluginArguments} from '../objects/scheduler-configuration/configuration.js';
import {inProfile, type ProfilePlugin} from './framework.js';
import {dynamicResources} from './plugins/dynamic-resources.js';
import {imageLocality} from './plugins/image-locality.js';
import {interPodAffinity} from './plugins/inter-pod-affinity.js';
import {nodeAffinity} from './plugins/node-affinity.js';
import {nodeName} from './plugins/node-name.js';
import {nodePorts} from './plugins/node-ports.js';
import {nodeResourcesBalancedAllocation} from './plugins/node-resources-balanced-allocation.js';
import {nodeResourcesFit} from './plugins/node-resources-fit.js';
import {nodeUnschedulable} from './plugins/node-unschedulable.js';
import {nodeVolumeLimits} from './plugins/node-volume-limits.js';
import {podTopologySpread} from './plugins/pod-topology-spread.js';
import {schedulingGates} from './plugins/scheduling-gates.js';
import {taintToleration} from './plugins/taint-toleration.js';
import {volumeBinding} from './plugins/volume-binding.js';
import {volumeRestrictions} from './plugins/volume-restrictions.js';
import {volumeZone} from './plugins/volume-zone.js';

/** One scheduler by name: its plug-ins, and its settings. */
export interface Profile {
	readonly schedulerName: string;
	/** Plug-ins that filter, in their order; also those that score, in theirs. */
	readonly plugins: readonly ProfilePlugin[];
	/** The share of a large cluster to check; 0: it falls with the cluster's size. */
	readonly percentageOfNodesToScore: number;
	/** Plug-ins that are called when no node fits. */
	readonly postFilter: ReadonlySet<string>;
	/** Plug-ins that set something aside for a Pod and make it ready before the Pod is bound. */
	readonly reserve: ReadonlySet<string>;
	/** The number of candidate nodes that preemption searches. */
	readonly candidates: (nodes: number) => number;
	/** How long a Pod waits for its volumes. */
	readonly bindTimeoutMs: number;
}

/** The default limit of preemption's search: 10 % of the nodes, at least 100. @mirrors defaultpreemption.calculateNumCandidates */
export const candidatesFor =
	({minCandidateNodesPercentage: share = 10, minCandidateNodesAbsolute: least = 100}: PreemptionArguments = {}) =>
	(nodes: number): number =>
		Math.min(nodes, Math.max(Math.trunc((nodes * share) / 100), least));

type PreemptionArguments = Pick<PluginArguments, 'minCandidateNodesPercentage' | 'minCandidateNodesAbsolute'>;

/** A profile of these plug-ins with default settings. */
export const profileWith = (
	plugins: readonly ProfilePlugin[],
	settings: Partial<Pick<Profile, 'schedulerName' | 'percentageOfNodesToScore'>> = {},
): Profile => ({
	schedulerName: settings.schedulerName ?? defaultSchedulerName,
	plugins,
	percentageOfNodesToScore: settings.percentageOfNodesToScore ?? 0,
	postFilter: new Set(['DynamicResources', 'DefaultPreemption']),
	reserve: new Set(['VolumeBinding', 'DynamicResources']),
	candidates: candidatesFor(),
	bindTimeoutMs: defaultBindTimeoutMs,
});

const defaultBindTimeoutMs = 600_000;

/**
The plug-ins of the default profile, in upstream's order. Around them, PrioritySort orders the queue, DefaultPreemption makes
room, and DefaultBinder binds.

@mirrors k8s.io/kubernetes/pkg/scheduler/apis/config/v1 getDefaultPlugins
*/
export const defaultProfile: readonly ProfilePlugin[] = [
	inProfile(schedulingGates),
	inProfile(nodeUnschedulable),
	inProfile(nodeName),
	inProfile(taintToleration, 3),
	inProfile(nodeAffinity(), 2),
	inProfile(nodePorts),
	inProfile(nodeResourcesFit(), 1),
	inProfile(volumeRestrictions),
	inProfile(nodeVolumeLimits),
	inProfile(volumeBinding),
	inProfile(volumeZone),
	inProfile(podTopologySpread(), 2),
	inProfile(interPodAffinity(), 2),
	inProfile(dynamicResources, 1),
	inProfile(nodeResourcesBalancedAllocation(), 1),
	inProfile(imageLocality, 1),
];
