import type {Client} from '../../client/client.js';
import {ApiError, isAlreadyExists} from '../../client/errors.js';
import type {Routine} from '../../kernel/routine.js';
import type {SimulatedDriver} from '../../objects/csi.js';
import type {Node} from '../../objects/kubernetes.generated.js';
import {registryKey} from '../../objects/resources.js';
import {note} from '../../stages/note.js';
import type {KubeletOptions} from '../node/options.js';

/** The drivers whose node plug-in runs on this node. */
export const driversOf = ({node, csiDrivers = []}: KubeletOptions): readonly SimulatedDriver[] =>
	csiDrivers.filter(({nodes}) => nodes?.includes(node.name) ?? true);

/**
Writes the node's drivers into a CSINode, where schedulers read volume limits and attachers read the node's name in the driver.

Simplified: the node plug-ins exist before the kubelet, and register at once.

@mirrors k8s.io/kubernetes/pkg/volume/csi/nodeinfomanager CreateCSINode, InstallCSIDriver
*/
export function* registerDrivers(client: Client, node: Node, drivers: readonly SimulatedDriver[]): Routine {
	const {name, uid} = node.metadata;
	const object = registryKey('csinodes.storage.k8s.io', undefined, name);
	const spec = {
		drivers: drivers.map(({name: driver, topologyKeys, volumesPerNode}) => ({
			name: driver,
			nodeID: name,
			...(topologyKeys ? {topologyKeys} : {}),
			...(volumesPerNode === undefined ? {} : {allocatable: {count: volumesPerNode}}),
		})),
	};
	yield* note('kubelet.node', {case: 'csi-node', name, drivers: drivers.map((driver) => driver.name)}, {object});
	try {
		yield* client.create('csinodes.storage.k8s.io', undefined, {
			apiVersion: 'storage.k8s.io/v1',
			kind: 'CSINode',
			metadata: {
				name,
				ownerReferences: [{apiVersion: 'v1', kind: 'Node', name, uid}],
			},
			spec,
		});
	} catch (error) {
		if (!(error instanceof ApiError)) {
			throw error;
		}

		if (!isAlreadyExists(error)) {
			const {reason, message} = error;
			yield* note('kubelet.node', {case: 'read-refused', name, reason, message}, {object, outcome: 'failed'});
		}
	}
}
