import {refuseForGood, type Plugin} from '../framework.js';

/** Admits only the node that a Pod names, if it names one. */
export const nodeName: Plugin = {
	name: 'NodeName',

	filter: ({pod}, {name}) =>
		pod.spec?.nodeName && pod.spec.nodeName !== name
			? refuseForGood("node(s) didn't match the requested node name")
			: undefined,

	worthRetrying: (pod, event) => event.resource === 'nodes' && event.action === 'ADDED',
};
