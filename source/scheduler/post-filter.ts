import type {Filtering, Prefiltering} from './filtering.js';
import type {ProfilePlugin, ClusterView} from './framework.js';
import {preempt, type Preemption} from './plugins/default-preemption.js';
import type {PodInfo} from './pod-info.js';

/**
What happens after no node was found: resource claims that nobody uses any more would be given back, then Pods of lower
priority would have to go.

Simplified: no Pod has resource claims, so the first of the two (DynamicResources) only adds its words to the message: it finds
nothing to give back, or, when an earlier plug-in refused the Pod outright, not even its own preparation.
*/
export const explainAfterwards = (
	profile: readonly ProfilePlugin[],
	pod: PodInfo,
	view: ClusterView,
	prefiltering: Prefiltering,
	filtering: Pick<Filtering, 'refusals'>,
): Preemption => {
	if (prefiltering.refused) {
		return {candidates: [], message: 'not found'};
	}

	const preemption = preempt(profile, pod, view, prefiltering, filtering);
	return preemption.chosen
		? preemption
		: {...preemption, message: `no new claims to deallocate, ${preemption.message}`};
};
