import type {EventRecorder} from '../../client/event-recorder.js';
import type {Client} from '../../client/client.js';
import {ApiError, ignoreNotFound} from '../../client/errors.js';
import {equal} from '../../kernel/equality.js';
import type {Kernel} from '../../kernel/kernel.js';
import type {Mailbox} from '../../kernel/mailbox.js';
import {active, take, type Routine} from '../../kernel/routine.js';
import type {Lease, Node} from '../../objects/kubernetes.generated.js';
import {registryKey} from '../../objects/resources.js';
import {note} from '../../stages/note.js';
import {changedExtendedResources} from '../node/extended-resources.js';
import {nodeConditions, pressureWords, type NodeNews, type NodeState} from '../node/node-conditions.js';
import {reportStatus, type Reported} from './report-status.js';

const resource = 'leases.coordination.k8s.io';
const namespace = 'kube-node-lease';
const leaseSeconds = 40;
const renewMs = 10_000;
const reportMs = 300_000;

/** The other parts of the kubelet that heartbeats use. */
export interface HeartbeatParts {
	readonly client: Client;
	readonly recorder: EventRecorder;
	readonly node: Node;
	/** The Node as last seen; the node lifecycle controller may have written that its state is unknown. */
	readonly registered: () => Node | undefined;
	/** Names of the volumes that may be mounted on the node: these are not detached. */
	readonly inUse: () => readonly string[];
	/** The problems of the node. */
	readonly state: () => NodeState;
	/** Receives a message when the conditions have changed. */
	readonly news: Mailbox<NodeNews>;
}

/**
Renews the node's Lease every ten seconds as a sign of life, and reports its whole status every five minutes, or as soon as it has changed.

@see https://kubernetes.io/docs/concepts/architecture/nodes/#node-heartbeats
*/
export function* heartbeat(parts: HeartbeatParts): Routine {
	const {client, recorder, node, registered, inUse, state: current, news} = parts;
	const {kernel} = client;
	const {name} = node.metadata;
	let lease: Lease | undefined;
	/** The owner of a new Lease. The Node is read again later, because it may be deleted or replaced. */
	let owner: Node | undefined = node;
	let reportedMs = kernel.now;
	let renewAtMs = kernel.now;
	for (;;) {
		if (kernel.now >= renewAtMs) {
			lease = yield* renew(client, name, lease, owner);
			owner = undefined;
			renewAtMs = kernel.now + renewMs;
		}

		yield* pause(kernel, news, renewAtMs);
		const volumes = inUse();
		const before = registered()?.status;
		const changed =
			!equal(volumes, before?.volumesInUse ?? []) || Object.keys(changedExtendedResources(before ?? {})).length > 0;
		const state = current();
		const turned = turns(registered(), state);
		if (
			changed ||
			turned.length > 0 ||
			kernel.now - reportedMs >= reportMs ||
			!isReported(registered(), kernel.timestamp(), state)
		) {
			reportedMs = kernel.now;
			if (changed || turned.length > 0) {
				yield* active();
			}

			for (const event of turned) {
				const reference = {apiVersion: 'v1', kind: 'Node', metadata: {name, uid: name}};
				yield* recorder.event(reference, 'Normal', event, `Node ${name} status is now: ${event}`);
			}

			yield* report(client, name, {...state, volumesInUse: volumes});
		}
	}
}

/** Waits until the next round, which is housekeeping unless the status has changed; a shutdown ends the wait. */
function* pause(kernel: Kernel, news: Mailbox<NodeNews>, untilMs: number): Routine {
	let periodic = true;
	for (;;) {
		const word = yield* take(news, {timeoutMs: Math.max(0, untilMs - kernel.now), periodic});
		if (word !== 'pressure') {
			return;
		}

		periodic = false;
	}
}

/** Whether the Node has the conditions that the kubelet would write. @mirrors k8s.io/kubernetes/pkg/kubelet nodeStatusHasChanged */
const isReported = (node: Node | undefined, now: string, state: NodeState): boolean => {
	const before = node?.status?.conditions;
	return (
		before === undefined ||
		nodeConditions(now, before, state).every(
			({type, status}) => before.find((one) => one.type === type)?.status === status,
		)
	);
};

/** Reasons of the events for the Node's changed state, and for the beginning and end of shortages. */
const turns = (node: Node | undefined, {pressures = [], notReady}: NodeState): readonly string[] => {
	const statusOf = (type: string) => node?.status?.conditions?.find((condition) => condition.type === type)?.status;
	const short = (['MemoryPressure', 'DiskPressure', 'PIDPressure'] as const).flatMap((type) => {
		const before = statusOf(type);
		const status = pressures.includes(type) ? 'True' : 'False';
		return (before === 'True' || before === 'False') && before !== status ? [pressureWords[type][status][2]] : [];
	});
	const [before, ready] = [statusOf('Ready'), notReady === undefined ? 'True' : 'False'];
	return (before === 'True' || before === 'False') && before !== ready
		? [...short, ready === 'True' ? 'NodeReady' : 'NodeNotReady']
		: short;
};

function* report(client: Client, name: string, news: Reported): Routine {
	try {
		yield* reportStatus(client, yield* client.get('nodes', undefined, name), news);
	} catch (error) {
		if (!(error instanceof ApiError)) {
			throw error;
		}

		const {reason, message} = error;
		yield* active();
		yield* note('kubelet.node', {case: 'read-refused', name, reason, message}, {outcome: 'failed'});
	}
}

/**
Renews the Lease. A Lease without its Node is not created: the node was deleted, and the garbage collector has removed its Lease.

@param owner the Node, if it was just read.
@returns the written Lease; `undefined` if it must be read again.
@mirrors k8s.io/component-helpers/apimachinery/lease controller.sync, k8s.io/kubernetes/pkg/kubelet/util SetNodeOwnerFunc
*/
function* renew(
	client: Client,
	name: string,
	lease: Lease | undefined,
	owner: Node | undefined,
): Routine<Lease | undefined> {
	const object = registryKey(resource, namespace, name);
	const spec = {
		holderIdentity: name,
		leaseDurationSeconds: leaseSeconds,
		renewTime: client.kernel.microTimestamp(),
	};
	yield* note('kubelet.lease', {case: 'renew', name, spec}, {object});
	try {
		const current = lease ?? (yield* ignoreNotFound(client.get(resource, namespace, name)));
		if (current) {
			return yield* client.update(resource, {...current, spec: {...current.spec, ...spec}});
		}

		const {uid} = (owner ?? (yield* client.get('nodes', undefined, name))).metadata;
		return yield* client.create(resource, namespace, {
			apiVersion: 'coordination.k8s.io/v1',
			kind: 'Lease',
			metadata: {name, namespace, ownerReferences: [{apiVersion: 'v1', kind: 'Node', name, uid}]},
			spec,
		});
	} catch (error) {
		if (!(error instanceof ApiError)) {
			throw error;
		}

		const {reason, message} = error;
		yield* note('kubelet.lease', {case: 'refused', name, reason, message}, {object, outcome: 'failed'});
		return undefined;
	}
}
