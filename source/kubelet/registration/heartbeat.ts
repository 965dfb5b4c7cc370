import type {Client} from '../../client/client.js';
import {ApiError, isNotFound} from '../../client/errors.js';
import {active, sleep, type Routine} from '../../kernel/routine.js';
import type {Lease, Node} from '../../objects/kubernetes.generated.js';
import {registryKey} from '../../objects/resources.js';
import {note} from '../../stages/note.js';
import {reportStatus} from './report-status.js';

const resource = 'leases.coordination.k8s.io';
const namespace = 'kube-node-lease';
const leaseSeconds = 40;
const renewMs = 10_000;
const reportMs = 300_000;

/**
Shows every ten seconds that the node is alive, with a Lease, and reports its whole status every five minutes.

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
			yield* report(client, name);
		}
	}
}

function* report(client: Client, name: string): Routine {
	try {
		yield* reportStatus(client, yield* client.get('nodes', undefined, name));
	} catch (error) {
		if (!(error instanceof ApiError)) {
			throw error;
		}

		const {reason, message} = error;
		yield* active();
		yield* note('kubelet.node', {case: 'read-refused', name, reason, message}, {outcome: 'failed'});
	}
}

/** @returns the Lease as it was written; `undefined` if it has to be read again. */
function* renew(client: Client, name: string, uid: string, lease: Lease | undefined): Routine<Lease | undefined> {
	const object = registryKey(resource, namespace, name);
	const spec = {
		holderIdentity: name,
		leaseDurationSeconds: leaseSeconds,
		renewTime: client.kernel.microTimestamp(),
	};
	yield* note('kubelet.lease', {case: 'renew', name, spec}, {object});
	try {
		const current = lease ?? (yield* found(client, name));
		return current
			? yield* client.update(resource, {...current, spec: {...current.spec, ...spec}})
			: yield* client.create(resource, namespace, {
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
