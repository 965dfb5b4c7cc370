import {tolerated} from '../../objects/taints.js';
import {refuseForGood, type Plugin} from '../framework.js';

const taint = {key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule'} as const;

/** Keeps Pods off cordoned nodes, unless they tolerate the taint. */
export const nodeUnschedulable: Plugin = {
	name: 'NodeUnschedulable',

	filter: ({pod}, {node}) =>
		node.spec?.unschedulable && !tolerated(taint, pod.spec?.tolerations)
			? refuseForGood('node(s) were unschedulable')
			: undefined,

	worthRetrying: (_pod, event) =>
		event.resource === 'nodes' && event.action !== 'DELETED' && !event.object.spec?.unschedulable,
};
