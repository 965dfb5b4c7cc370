import type {Toleration} from '../../objects/kubernetes.generated.js';
import {tolerated, untoleratedTaint} from '../../objects/taints.js';
import {refuseForGood, scaleScores, type Plugin} from '../framework.js';

/**
Keeps Pods off nodes whose taints they do not tolerate, and prefers nodes with fewer soft taints.

@see https://kubernetes.io/docs/concepts/scheduling-eviction/taint-and-toleration/
*/
export const taintToleration: Plugin<never, readonly Toleration[]> = {
	name: 'TaintToleration',

	filter: ({pod}, {node}) =>
		untoleratedTaint(node.spec?.taints, pod.spec?.tolerations)
			? refuseForGood('node(s) had untolerated taint(s)')
			: undefined,

	// A toleration with another effect says nothing about soft taints.
	prescore: ({pod}) => (pod.spec?.tolerations ?? []).filter(({effect}) => !effect || effect === 'PreferNoSchedule'),

	score(_pod, {node}, tolerations) {
		const taints = node.spec?.taints;
		if (!taints) {
			return 0;
		}

		let count = 0;
		for (const taint of taints) {
			if (taint.effect === 'PreferNoSchedule' && !tolerated(taint, tolerations)) {
				count++;
			}
		}

		return count;
	},

	normalise: (scores) => scaleScores(scores, true),

	worthRetrying: (pod, event) =>
		event.resource === 'nodes' &&
		event.action !== 'DELETED' &&
		!untoleratedTaint(event.object.spec?.taints, pod.spec?.tolerations),
};
