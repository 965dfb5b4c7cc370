import type {SchedulerPlugin} from './scheduling.js';

/**
A Policy file of kube-scheduler, as it was given with `--policy-config-file` until v1.23: it sets the predicates and priorities. The reader
of scenarios and the scheduler both use these tables, which have the successor of each name.

@see https://v1-22.docs.kubernetes.io/docs/reference/scheduling/policies/
@mirrors k8s.io/kubernetes/pkg/scheduler/framework/plugins NewLegacyRegistry, of v1.22
*/
export interface SchedulerPolicy {
	/** The predicates; by default, the default ones. */
	readonly predicates?: ReadonlyArray<{readonly name: string}>;
	/** The priorities; by default, the default ones. */
	readonly priorities?: ReadonlyArray<{readonly name: string; readonly weight: number}>;
}

/** The release that no longer reads a Policy file. */
export const policyRemovedIn = 'v1.23';

/** The plug-ins that filter in place of each predicate of former versions. */
export const predicates: ReadonlyMap<string, readonly SchedulerPlugin[]> = new Map([
	['CheckNodeUnschedulable', ['NodeUnschedulable']],
	['GeneralPredicates', ['NodeResourcesFit', 'NodeName', 'NodePorts', 'NodeAffinity']],
	['HostName', ['NodeName']],
	['PodFitsHostPorts', ['NodePorts']],
	['MatchNodeSelector', ['NodeAffinity']],
	['PodFitsResources', ['NodeResourcesFit']],
	['NoDiskConflict', ['VolumeRestrictions']],
	['PodToleratesNodeTaints', ['TaintToleration']],
	['MaxCSIVolumeCountPred', ['NodeVolumeLimits']],
	['CheckVolumeBinding', ['VolumeBinding']],
	['NoVolumeZoneConflict', ['VolumeZone']],
	['EvenPodsSpread', ['PodTopologySpread']],
	['MatchInterPodAffinity', ['InterPodAffinity']],
]);

/** The predicates that always apply. */
export const mandatoryPredicates: readonly string[] = ['PodToleratesNodeTaints', 'CheckNodeUnschedulable'];

/** The predicates of a file that names none. */
export const defaultPredicates: readonly string[] = [
	'NoVolumeZoneConflict',
	'MaxCSIVolumeCountPred',
	'MatchInterPodAffinity',
	'NoDiskConflict',
	'GeneralPredicates',
	'CheckVolumeBinding',
	'EvenPodsSpread',
];

/** The plug-in that scores in place of each priority of former versions; with its weight when the file names no priorities, or `undefined` if the priority applies only by name. */
export const priorities: ReadonlyMap<string, {readonly plugin: SchedulerPlugin; readonly weight?: number}> = new Map([
	['InterPodAffinityPriority', {plugin: 'InterPodAffinity', weight: 1}],
	['LeastRequestedPriority', {plugin: 'NodeResourcesFit', weight: 1}],
	['MostRequestedPriority', {plugin: 'NodeResourcesMostAllocated'}],
	['BalancedResourceAllocation', {plugin: 'NodeResourcesBalancedAllocation', weight: 1}],
	['NodeAffinityPriority', {plugin: 'NodeAffinity', weight: 1}],
	['TaintTolerationPriority', {plugin: 'TaintToleration', weight: 1}],
	['ImageLocalityPriority', {plugin: 'ImageLocality', weight: 1}],
	['EvenPodsSpreadPriority', {plugin: 'PodTopologySpread', weight: 2}],
]);
