import type {ResourceV1ResourceClaim} from '../objects/kubernetes.generated.js';
import type {Filtering, Prefiltering} from './filtering.js';
import type {ClusterView} from './framework.js';
import {preempt, type Preemption} from './plugins/default-preemption.js';
import {idleClaim} from './plugins/dynamic-resources.js';
import type {PodInfo} from './pod-info.js';
import type {Profile} from './profile.js';

/** The result of PostFilter. */
export interface Afterwards extends Preemption {
	/** A claim that can be given other devices. */
	readonly idle?: ResourceV1ResourceClaim;
}

/**
The last attempts when no node fits: unused resource claims are deallocated, then Pods of lower priority are preempted. For a Pod without
claims, the first step (DynamicResources) only adds its words to the message: it finds no claim, or, when an earlier plug-in refused the Pod
outright, not even its own state.
*/
export const explainAfterwards = (
	{plugins, postFilter, candidates}: Pick<Profile, 'plugins' | 'postFilter' | 'candidates'>,
	pod: PodInfo,
	view: ClusterView,
	prefiltering: Prefiltering,
	filtering: Pick<Filtering, 'refusals'>,
): Afterwards => {
	const asksForDevices = postFilter.has('DynamicResources');
	if (asksForDevices && prefiltering.refused && prefiltering.refused.plugin !== 'DynamicResources') {
		return {candidates: [], message: 'not found'};
	}

	const preemption: Preemption = postFilter.has('DefaultPreemption')
		? preempt(plugins, pod, view, prefiltering, filtering, candidates(view.nodes.length))
		: {candidates: [], message: ''};
	if (!asksForDevices) {
		return preemption;
	}

	const hasClaims = prefiltering.active.some(({plugin}) => plugin === 'DynamicResources');
	const idle = hasClaims ? idleClaim(pod, view) : undefined;
	const none = hasClaims ? 'still not schedulable' : 'no new claims to deallocate';
	const found = idle ? 'deallocation of ResourceClaim completed' : none;
	return preemption.chosen
		? preemption
		: {...preemption, idle, message: [found, preemption.message].filter(Boolean).join(', ')};
};
