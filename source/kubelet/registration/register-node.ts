import type {Client} from '../../client/client.js';
import {ApiError, isAlreadyExists} from '../../client/errors.js';
import type {EventRecorder} from '../../client/event-recorder.js';
import {sleep, type Routine} from '../../kernel/routine.js';
import type {Node} from '../../objects/kubernetes.generated.js';
import {registryKey} from '../../objects/resources.js';
import {note} from '../../stages/note.js';
import type {NodeOptions} from '../node/options.js';
import type {KnownNode} from '../node/own-node.js';
import type {ImageService} from '../../cri/image-service.js';
import type {Host} from '../../host/host.js';
import {initialNode} from '../node/initial-node.js';
import {reportStatus} from './report-status.js';

const retryMs = 1000;

/**
Creates the Node, or adopts the existing one, and reports that it is ready.

@mirrors k8s.io/kubernetes/pkg/kubelet registerWithAPIServer
*/
export function* registerNode(
	client: Client,
	recorder: EventRecorder,
	options: NodeOptions,
	runtimeImages: ImageService,
	host: Host,
): Routine<Node> {
	const {name} = options;
	const images = [...runtimeImages.listImages().values()].map(({name: image, digest, size}) => ({
		names: [digest, image],
		sizeBytes: size,
	}));
	const bootID = `boot-${name}${host.boots > 0 ? `-${host.boots}` : ''}`;
	const wanted = (): KnownNode => {
		const initial = initialNode(options, images, client.kernel.timestamp());
		const {status} = initial;
		const {nodeInfo} = status;
		return nodeInfo ? {...initial, status: {...status, nodeInfo: {...nodeInfo, bootID}}} : initial;
	};
	let node: Node | undefined;
	while (!node) {
		node = yield* makeNode(client, wanted());
	}

	const reference = {apiVersion: 'v1', kind: 'Node', metadata: {name, uid: name}};
	yield* recorder.event(reference, 'Normal', 'Starting', 'Starting kubelet.');
	yield* recorder.event(reference, 'Normal', 'NodeAllocatableEnforced', 'Updated Node Allocatable limit across pods');
	// Upstream's own text.
	const isRebooted = node.status.nodeInfo !== undefined && node.status.nodeInfo.bootID !== bootID;
	if (isRebooted) {
		yield* recorder.event(reference, 'Warning', 'Rebooted', `Node ${name} has been rebooted, boot id: ${bootID}`);
	}

	const ready = yield* reportStatus(client, node, isRebooted ? {bootID} : {});
	yield* recorder.event(reference, 'Normal', 'NodeReady', `Node ${name} status is now: NodeReady`);
	return ready;
}

/** The existing Node of a kubelet that continues; `undefined` if it does not exist or cannot be read. */
export function* knownNode(client: Client, name: string): Routine<Node | undefined> {
	try {
		const node = yield* client.get('nodes', undefined, name);
		yield* note('kubelet.node', {case: 'known', node}, {object: registryKey('nodes', undefined, name)});
		return node;
	} catch (error) {
		if (error instanceof ApiError) {
			return undefined;
		}

		throw error;
	}
}

/** @returns `undefined`, after a pause, if the apiserver refuses. */
function* makeNode(client: Client, wanted: KnownNode): Routine<Node | undefined> {
	const {name} = wanted.metadata;
	const object = registryKey('nodes', undefined, name);
	yield* note('kubelet.node', {case: 'register', node: wanted}, {object});
	try {
		return yield* createOrRead(client, wanted);
	} catch (error) {
		if (!(error instanceof ApiError)) {
			throw error;
		}

		const {reason, message} = error;
		yield* note('kubelet.node', {case: 'register-refused', name, reason, message}, {outcome: 'failed'});
		yield* sleep(retryMs, {periodic: true});
		return undefined;
	}
}

function* createOrRead(client: Client, wanted: KnownNode): Routine<Node> {
	try {
		return yield* client.create('nodes', undefined, wanted);
	} catch (error) {
		if (!isAlreadyExists(error)) {
			throw error;
		}

		const {name} = wanted.metadata;
		const node = yield* client.get('nodes', undefined, name);
		yield* note('kubelet.node', {case: 'known', node}, {object: registryKey('nodes', undefined, name)});
		return node;
	}
}
