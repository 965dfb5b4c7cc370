import {
	argumentsOf,
	defaultSchedulerName,
	type SchedulerConfiguration,
	type SchedulerProfile,
} from '../objects/scheduler-configuration/configuration.js';
import {expandPlugins, mergePlugins, type Expanded} from '../objects/scheduler-configuration/expand.js';
import {defaultPlugins, inTreePlugins} from '../objects/scheduler-configuration/in-tree-plugins.js';
import {inProfile, type FirstLook, type ProfilePlugin} from './framework.js';
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
import {candidatesFor, profileWith, type Profile} from './profile.js';

/** The plug-ins of Kubernetes with the arguments of a profile; those that only order, evict or bind are parts of the scheduler itself. */
const pluginsOf = (profile: SchedulerProfile): ReadonlyMap<string, ProfilePlugin> => {
	const plugins = [
		inProfile(schedulingGates),
		inProfile(nodeUnschedulable),
		inProfile(nodeName),
		inProfile(taintToleration),
		inProfile(nodeAffinity(argumentsOf(profile, 'NodeAffinity'))),
		inProfile(nodePorts),
		inProfile(nodeResourcesFit(argumentsOf(profile, 'NodeResourcesFit'))),
		inProfile(volumeRestrictions),
		inProfile(nodeVolumeLimits),
		inProfile(volumeBinding),
		inProfile(volumeZone),
		inProfile(podTopologySpread(argumentsOf(profile, 'PodTopologySpread'))),
		inProfile(interPodAffinity(argumentsOf(profile, 'InterPodAffinity'))),
		inProfile(dynamicResources),
		inProfile(nodeResourcesBalancedAllocation(argumentsOf(profile, 'NodeResourcesBalancedAllocation'))),
		inProfile(imageLocality),
	];
	return new Map(plugins.map((plugin) => [plugin.name, plugin]));
};

/** A filter that refuses no node: only the plug-in's PreFilter has an effect. */
const narrowing = (answer: FirstLook): FirstLook =>
	answer.kind === 'go' ? {...answer, filter: () => undefined} : answer;

/** A check of the nodes alone, without PreFilter's decision. */
const filtering = (answer: FirstLook): FirstLook =>
	answer.kind === 'go' ? {...answer, nodeNames: undefined} : {kind: 'skip'};

/** The first look of a plug-in that acts at one of PreFilter and Filter, or at both. */
const lookAt = ({name, look}: ProfilePlugin, {preFilter, filter}: Expanded['plugins']): Pick<ProfilePlugin, 'look'> => {
	if (!look || (preFilter.includes(name) && filter.includes(name)) || !inTreePlugins.get(name)?.includes('preFilter')) {
		return {look};
	}

	const part = filter.includes(name) ? filtering : narrowing;
	return {look: (pod, view) => part(look(pod, view))};
};

/**
The plug-ins as the framework runs them: gates, then filters, then scores, each in their own order.

Simplified: PreFilter has the order of Filter. A plug-in that acts at only one of PreFilter and Filter, or of PreScore and Score, does all its work at this point.
*/
const ordered = (profile: SchedulerProfile, {plugins, weights}: Expanded): readonly ProfilePlugin[] => {
	const known = pluginsOf(profile);
	const nothing = {weight: 0, look: undefined, score: undefined, preEnqueue: undefined, worthRetrying: undefined};
	const take = (names: readonly string[], part: (plugin: ProfilePlugin) => Partial<ProfilePlugin>) =>
		names.flatMap((name) => {
			const plugin = known.get(name);
			return plugin ? [{...plugin, ...nothing, ...part(plugin)}] : [];
		});
	const filters = [...plugins.filter, ...plugins.preFilter.filter((name) => !plugins.filter.includes(name))];
	return [
		...take(plugins.preEnqueue, ({preEnqueue, worthRetrying}) => ({preEnqueue, worthRetrying})),
		...take(filters, (plugin) => ({...lookAt(plugin, plugins), worthRetrying: plugin.worthRetrying})),
		...take(plugins.score, ({name, score}) => ({score, weight: weights.get(name) ?? 1})),
	].filter(({preEnqueue, look, score}) => preEnqueue ?? look ?? score);
};

/**
The schedulers that a configuration describes.

@throws {Error} for an unchecked configuration: the reader refuses one with which kube-scheduler does not start.
@mirrors k8s.io/kubernetes/pkg/scheduler/profile NewMap
*/
export const configuredProfiles = ({
	profiles = [],
	percentageOfNodesToScore = 0,
}: SchedulerConfiguration): readonly Profile[] =>
	(profiles.length > 0 ? profiles : [{}]).map((profile) => {
		const {schedulerName = defaultSchedulerName} = profile;
		const expanded = expandPlugins(mergePlugins(defaultPlugins, profile.plugins), inTreePlugins, schedulerName);
		if ('message' in expanded) {
			throw new Error(expanded.message);
		}

		const {postFilter, reserve, preBind} = expanded.plugins;
		const {bindTimeoutSeconds = 600} = argumentsOf(profile, 'VolumeBinding');
		return {
			...profileWith(ordered(profile, expanded), {schedulerName}),
			percentageOfNodesToScore: profile.percentageOfNodesToScore ?? percentageOfNodesToScore,
			postFilter: new Set(postFilter),
			reserve: new Set(reserve.filter((name) => preBind.includes(name))),
			candidates: candidatesFor(argumentsOf(profile, 'DefaultPreemption')),
			bindTimeoutMs: bindTimeoutSeconds * 1000,
		};
	});
