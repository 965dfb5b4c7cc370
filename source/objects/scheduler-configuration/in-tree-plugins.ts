import type {ExtensionPoint, Plugins} from './configuration.js';

const filters = ['preFilter', 'filter'] as const;
const filtersAndScores = ['preFilter', 'filter', 'preScore', 'score'] as const;

/**
The plug-ins that kube-scheduler contains, and where each can act.

NodeDeclaredFeatures and GangScheduling are known by name: the simulated scheduler has no code for them.

@see https://kubernetes.io/docs/reference/scheduling/config/#scheduling-plugins
@mirrors k8s.io/kubernetes/pkg/scheduler/framework/plugins NewInTreeRegistry
*/
export const inTreePlugins: ReadonlyMap<string, readonly ExtensionPoint[]> = new Map<string, readonly ExtensionPoint[]>(
	[
		['SchedulingGates', ['preEnqueue']],
		['PrioritySort', ['queueSort']],
		['NodeUnschedulable', ['filter']],
		['NodeName', ['filter']],
		['TaintToleration', ['filter', 'preScore', 'score']],
		['NodeAffinity', filtersAndScores],
		['NodePorts', filters],
		['NodeResourcesFit', filtersAndScores],
		['VolumeRestrictions', filters],
		['NodeVolumeLimits', filters],
		['VolumeBinding', [...filtersAndScores, 'reserve', 'preBind']],
		['VolumeZone', filters],
		['PodTopologySpread', filtersAndScores],
		['InterPodAffinity', filtersAndScores],
		['DynamicResources', ['preEnqueue', 'preFilter', 'filter', 'postFilter', 'score', 'reserve', 'preBind']],
		['DefaultPreemption', ['preEnqueue', 'postFilter']],
		['NodeResourcesBalancedAllocation', ['preScore', 'score']],
		['ImageLocality', ['score']],
		['DefaultBinder', ['bind']],
		['NodeDeclaredFeatures', filters],
		['GangScheduling', ['preEnqueue', 'reserve', 'permit']],
	],
);

/**
The plug-ins of a profile that configures none, in their order.

@mirrors k8s.io/kubernetes/pkg/scheduler/apis/config/v1 getDefaultPlugins
*/
export const defaultPlugins: Plugins = {
	multiPoint: {
		enabled: [
			{name: 'SchedulingGates'},
			{name: 'PrioritySort'},
			{name: 'NodeUnschedulable'},
			{name: 'NodeName'},
			{name: 'TaintToleration', weight: 3},
			{name: 'NodeAffinity', weight: 2},
			{name: 'NodePorts'},
			{name: 'NodeResourcesFit', weight: 1},
			{name: 'VolumeRestrictions'},
			{name: 'NodeVolumeLimits'},
			{name: 'VolumeBinding'},
			{name: 'VolumeZone'},
			{name: 'PodTopologySpread', weight: 2},
			{name: 'InterPodAffinity', weight: 2},
			{name: 'DynamicResources'},
			{name: 'DefaultPreemption'},
			{name: 'NodeResourcesBalancedAllocation', weight: 1},
			{name: 'ImageLocality', weight: 1},
			{name: 'DefaultBinder'},
		],
	},
};

/** Plug-ins that a configuration may no longer name, since v1. @mirrors validation.invalidPluginsByVersion */
export const removedPlugins: readonly string[] = ['AzureDiskLimits', 'CinderLimits', 'EBSLimits', 'GCEPDLimits'];
