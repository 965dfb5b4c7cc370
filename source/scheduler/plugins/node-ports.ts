import {refuse, skip, type Plugin, type Prefiltered} from '../framework.js';
import {podInfo, type HostPort} from '../pod-info.js';

/** Keeps two Pods from using the same port of a node. */
export const nodePorts: Plugin<readonly HostPort[]> = {
	name: 'NodePorts',

	prefilter: ({hostPorts}): Prefiltered<readonly HostPort[]> =>
		hostPorts.length > 0 ? {kind: 'go', state: hostPorts} : skip,

	filter(_pod, node, wanted) {
		for (const {hostPorts} of node.pods) {
			if (hostPorts.some((used) => wanted.some((port) => conflicts(port, used)))) {
				return refuse("node(s) didn't have free ports for the requested pod ports");
			}
		}

		return undefined;
	},

	worthRetrying: (pod, event) =>
		(event.resource === 'nodes' && event.action === 'ADDED') ||
		(event.resource === 'pods' &&
			event.action === 'DELETED' &&
			podInfo(event.object).hostPorts.some((used) => podInfo(pod).hostPorts.some((port) => conflicts(port, used)))),
};

/** Equal ports and protocols conflict if the addresses are equal or one of them is the wildcard. */
const conflicts = (a: HostPort, b: HostPort): boolean =>
	a.port === b.port && a.protocol === b.protocol && (a.ip === b.ip || a.ip === '0.0.0.0' || b.ip === '0.0.0.0');
