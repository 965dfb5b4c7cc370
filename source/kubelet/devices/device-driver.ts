import type {Client} from '../../client/client.js';
import {ApiError, isNotFound} from '../../client/errors.js';
import {Mailbox} from '../../kernel/mailbox.js';
import {receive, sleep, type Routine} from '../../kernel/routine.js';
import {devicesOn, pluginProcess, type SimulatedDeviceDriver} from '../../objects/device-driver.js';
import type {Node} from '../../objects/kubernetes.generated.js';
import {note} from '../../stages/note.js';

const slices = 'resourceslices.resource.k8s.io';
const firstPauseMs = 10;
const longestPauseMs = 1000;

/**
Starts the plug-in of a driver on a node: it publishes the devices of the node as a ResourceSlice, and answers the kubelet.

@mirrors k8s.io/dynamic-resource-allocation/kubeletplugin Start, resourceslice Controller
*/
export const startDeviceDriver = (client: Client, driver: SimulatedDeviceDriver, node: string): void => {
	const process = pluginProcess(driver.name, node);
	client.kernel.spawn(process, 'device-driver', () => run(client, driver, node, process));
};

function* run(client: Client, driver: SimulatedDeviceDriver, node: string, process: string): Routine {
	const devices = devicesOn(driver, node);
	yield* note('dra.driver', {case: 'start', driver: driver.name, node, devices: devices.map(({name}) => name)});
	for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(longestPauseMs, pauseMs * 2)) {
		try {
			yield* publish(client, driver, node);
			break;
		} catch (error) {
			if (!(error instanceof ApiError)) {
				throw error;
			}

			// The Node may not be there yet.
			if (!isNotFound(error)) {
				const {message} = error;
				yield* note('dra.driver', {case: 'refused', driver: driver.name, node, message}, {outcome: 'failed'});
			}

			yield* sleep(pauseMs, {periodic: pauseMs === longestPauseMs});
		}
	}

	yield* receive(new Mailbox(process));
}

/** Publishes the devices of the node, unless they are already published. @throws {ApiError} */
function* publish(client: Client, driver: SimulatedDeviceDriver, node: string): Routine {
	const {metadata}: Node = yield* client.get('nodes', undefined, node);
	const fieldSelector = `spec.driver=${driver.name},spec.nodeName=${node}`;
	const {items} = yield* client.list(slices, {fieldSelector});
	if (items.length > 0) {
		return;
	}

	const devices = devicesOn(driver, node);
	yield* note('dra.driver', {case: 'publish', driver: driver.name, node, devices});
	yield* client.create(slices, undefined, {
		apiVersion: 'resource.k8s.io/v1',
		kind: 'ResourceSlice',
		metadata: {
			generateName: `${node}-${driver.name}-`,
			ownerReferences: [{apiVersion: 'v1', kind: 'Node', name: node, uid: metadata.uid, controller: true}],
		},
		spec: {
			driver: driver.name,
			nodeName: node,
			pool: {name: node, generation: 1, resourceSliceCount: 1},
			...(devices.length > 0 ? {devices} : {}),
		},
	});
}
