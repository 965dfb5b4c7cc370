import {refuseForGood, type Plugin} from '../framework.js';

/** Keeps a Pod out of the queue until all its scheduling gates are removed. */
export const schedulingGates: Plugin = {
	name: 'SchedulingGates',

	preEnqueue(pod) {
		const gates = pod.spec?.schedulingGates ?? [];
		return gates.length > 0
			? refuseForGood(`waiting for scheduling gates: [${gates.map(({name}) => name).join(' ')}]`)
			: undefined;
	},
};
