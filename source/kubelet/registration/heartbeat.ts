import type {Client} from '../../client/client.js';
import {ApiError, isAlreadyExists, isNotFound} from '../../client/errors.js';
import type {EventRecorder} from '../../client/event-recorder.js';
import {active, note, sleep, type Routine} from '../../kernel/routine.js';
import type {Lease, Node} from '../../objects/kubernetes.generated.js';
import type {NodeOptions} from '../node/options.js';
import {initialNode, nodeConditions} from './node-status.js';
import type {Runtime} from '../runtime/runtime.js';

const leaseSeconds = 40;
const renewMs = 10_000;
const reportMs = 300_000;

/**
Makes the Node, or takes over the one that is there, and says that it is ready.

@mirrors k8s.io/kubernetes/pkg/kubelet registerWithAPIServer
*/
export function* registerNode(
	client: Client,
	recorder: EventRecorder,
	options: NodeOptions,
	runtime: Runtime,
): Routine<Node> {
	const {kernel} = client;
	const {name} = options;
	const images = [...runtime.images.all.values()].map(({name: image, digest, size}) => ({
		names: [digest, image],
		sizeBytes: size,
	}));
	let node: Node;
	for (;;) {
		try {
			node = yield* client.create('nodes', undefined, initialNode(options, images, kernel.timestamp()));
			yield* note(
				'kubelet.node',
				`The kubelet has registered ${name}: capacity, addresses, labels and a first, not yet ready, status.`,
				{node},
				{object: `/registry/minions/${name}`},
			);
			break;
		} catch (error) {
			if (isAlreadyExists(error)) {
				node = yield* client.get('nodes', undefined, name);
				yield* note(
					'kubelet.node',
					`${name} is registered already; the kubelet goes on with it.`,
					{node},
					{object: `/registry/minions/${name}`},
				);
				break;
			}

			if (!(error instanceof ApiError)) {
				throw error;
			}

			yield* note(
				'kubelet.node',
				`${name} cannot be registered: ${error.message}. It is tried again.`,
				{reason: error.reason, message: error.message},
				{outcome: 'failed'},
			);
			yield* sleep(1000, {periodic: true});
		}
	}

	const reference = {apiVersion: 'v1', kind: 'Node', metadata: {name, uid: name}};
	yield* recorder.event(reference, 'Normal', 'Starting', 'Starting kubelet.');
	yield* recorder.event(reference, 'Normal', 'NodeAllocatableEnforced', 'Updated Node Allocatable limit across pods');
	const ready = yield* reportStatus(client, node);
	yield* recorder.event(reference, 'Normal', 'NodeReady', `Node ${name} status is now: NodeReady`);
	return ready;
}

function* reportStatus(client: Client, node: Node): Routine<Node> {
	const {name} = node.metadata;
	const conditions = nodeConditions(client.kernel.timestamp(), node.status?.conditions);
	try {
		const written = yield* client.patch('nodes', undefined, name, {status: {conditions}}, {subresource: 'status'});
		yield* note(
			'kubelet.node',
			`${name} reports its conditions: it is ready.`,
			{before: node.status?.conditions, after: conditions},
			{object: `/registry/minions/${name}`},
		);
		return written;
	} catch (error) {
		if (!(error instanceof ApiError)) {
			throw error;
		}

		yield* note(
			'kubelet.node',
			`${name} cannot report its conditions: ${error.message}.`,
			{reason: error.reason, message: error.message},
			{object: `/registry/minions/${name}`, outcome: 'failed'},
		);
		return node;
	}
}

/**
Shows every ten seconds that the node is alive, by a Lease; and its whole status every five minutes.

@see https://kubernetes.io/docs/concepts/architecture/nodes/#node-heartbeats
*/
export function* heartbeat(client: Client, node: Node): Routine {
	const {kernel} = client;
	const {name, uid} = node.metadata;
	let lease: Lease | undefined;
	let reportedMs = kernel.now;
	for (;;) {
		lease = yield* renew(client, name, uid, lease);
		yield* sleep(renewMs, {periodic: true});
		if (kernel.now - reportedMs >= reportMs) {
			reportedMs = kernel.now;
			try {
				yield* reportStatus(client, yield* client.get('nodes', undefined, name));
			} catch (error) {
				if (!(error instanceof ApiError)) {
					throw error;
				}

				yield* active();
				yield* note(
					'kubelet.node',
					`${name} cannot read its Node: ${error.message}.`,
					{reason: error.reason, message: error.message},
					{outcome: 'failed'},
				);
			}
		}
	}
}

const namespace = 'kube-node-lease';

function* renew(client: Client, name: string, uid: string, lease: Lease | undefined): Routine<Lease | undefined> {
	const {kernel} = client;
	const object = `/registry/leases/${namespace}/${name}`;
	const spec = {holderIdentity: name, leaseDurationSeconds: leaseSeconds, renewTime: kernel.microTimestamp()};
	try {
		const current = lease ?? (yield* found(client, name));
		const written = current
			? yield* client.update('leases.coordination.k8s.io', {...current, spec: {...current.spec, ...spec}})
			: yield* client.create('leases.coordination.k8s.io', namespace, {
					apiVersion: 'coordination.k8s.io/v1',
					kind: 'Lease',
					metadata: {name, namespace, ownerReferences: [{apiVersion: 'v1', kind: 'Node', name, uid}]},
					spec,
				});
		yield* note(
			'kubelet.lease',
			`${name} renews its lease: it is alive, and believed for ${leaseSeconds} s.`,
			{spec},
			{object},
		);
		return written;
	} catch (error) {
		if (!(error instanceof ApiError)) {
			throw error;
		}

		yield* note(
			'kubelet.lease',
			`${name} cannot renew its lease: ${error.message}.`,
			{reason: error.reason, message: error.message},
			{object, outcome: 'failed'},
		);
		return undefined;
	}
}

function* found(client: Client, name: string): Routine<Lease | undefined> {
	try {
		return yield* client.get('leases.coordination.k8s.io', namespace, name);
	} catch (error) {
		if (isNotFound(error)) {
			return undefined;
		}

		throw error;
	}
}
