import type {Client} from '../../client/client.js';
import {ApiError, isNotFound} from '../../client/errors.js';
import {equal} from '../../kernel/equality.js';
import {active, sleep, type Routine} from '../../kernel/routine.js';
import type {Lease, Node} from '../../objects/kubernetes.generated.js';
import {registryKey} from '../../objects/resources.js';
import {note} from '../../stages/note.js';
import {nodeConditions} from '../node/node-conditions.js';
import {reportStatus} from './report-status.js';

const resource = 'leases.coordination.k8s.io';
const namespace = 'kube-node-lease';
const leaseSeconds = 40;
const renewMs = 10_000;
const reportMs = 300_000;

/**
Shows every ten seconds that the node is alive, with a Lease, and reports its whole status every five minutes, or as soon as the Node says something else.

@param inUse names of the volumes that may be mounted on the node: what is among them is not detached.
@param registered the Node as last seen; the node lifecycle controller may have written that its state is unknown.

@see https://kubernetes.io/docs/concepts/architecture/nodes/#node-heartbeats
*/
export function* heartbeat(
	client: Client,
	node: Node,
	registered: () => Node | undefined,
	inUse: () => readonly string[],
): Routine {
	const {kernel} = client;
	const {name} = node.metadata;
	let lease: Lease | undefined;
	/** Owner of a new Lease; later the Node is read again, as it may be another one or none by then. */
	let owner: Node | undefined = node;
	let reportedMs = kernel.now;
	for (;;) {
		lease = yield* renew(client, name, lease, owner);
		owner = undefined;
		yield* sleep(renewMs, {periodic: true});
		const volumes = inUse();
		const changed = !equal(volumes, registered()?.status.volumesInUse ?? []);
		if (changed || kernel.now - reportedMs >= reportMs || !isReported(registered(), kernel.timestamp())) {
			reportedMs = kernel.now;
			if (changed) {
				yield* active();
			}

			yield* report(client, name, volumes);
		}
	}
}

/** Whether the Node has the conditions that the kubelet would write. @mirrors k8s.io/kubernetes/pkg/kubelet nodeStatusHasChanged */
const isReported = (node: Node | undefined, now: string): boolean => {
	const before = node?.status?.conditions;
	return (
		before === undefined ||
		nodeConditions(now, before).every(({type, status}) => before.find((one) => one.type === type)?.status === status)
	);
};

function* report(client: Client, name: string, volumes: readonly string[]): Routine {
	try {
		yield* reportStatus(client, yield* client.get('nodes', undefined, name), volumes);
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
A Lease without its Node is not created: the node has been deleted, and the garbage collector has removed its Lease.

@param owner the Node, if it was just read.
@returns the Lease as it was written; `undefined` if it has to be read again.
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
		const current = lease ?? (yield* found(client, name));
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

function* found(client: Client, name: string): Routine<Lease | undefined> {
	try {
		return yield* client.get(resource, namespace, name);
	} catch (error) {
		if (isNotFound(error)) {
			return undefined;
		}

		throw error;
	}
}
