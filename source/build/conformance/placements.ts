import {isRecord} from '../../kernel/record.js';
import type {Node, Pod} from '../../objects/kubernetes.generated.js';
import {podCondition} from '../../objects/pod.js';
import {untoleratedTaint} from '../../objects/taints.js';
import type {Routine} from '../../kernel/routine.js';
import {SimulatedCluster, adminToken} from './cluster.js';

/** Nodes with Pods on them, and the node of one more Pod: any of `answer.nodes`, or none for the reason in `answer.message`. */
export interface Placement {
	readonly index: number;
	readonly nodes: readonly Node[];
	readonly pods: readonly Pod[];
	readonly pod: Pod;
	readonly answer: {readonly nodes?: readonly string[]; readonly message?: string; readonly refused?: string};
}

const namespace = 'placements';

/** The recordings that test a scheduler: a Pod that a NoExecute taint evicts is no longer on its node. */
const stays = (pod: Pod, nodes: readonly Node[]): boolean => {
	const node = nodes.find(({metadata}) => metadata.name === pod.spec.nodeName);
	return untoleratedTaint(node?.spec?.taints, pod.spec.tolerations, ['NoExecute']) === undefined;
};

/** Puts the Pod into a cluster of these nodes and Pods. @returns its node, or the reason why no node fits; for a refusal, the apiserver's message. */
export const place = ({
	nodes,
	pods,
	pod,
}: Placement): {readonly node?: string; readonly message?: string; readonly refused?: string} => {
	// Without controllers, as nothing reports for these nodes.
	const cluster = new SimulatedCluster({controllers: false});
	cluster.start();
	const client = cluster.connect('conformance', {token: adminToken});
	const path = `/api/v1/namespaces/${namespace}`;
	let refused: string | undefined;
	function* post(at: string, body: unknown): Routine<unknown> {
		const response = yield* client.exchange('POST', at, {body});
		if (response.status >= 400 && isRecord(response.body)) {
			refused = String(response.body['message']);
		}

		return response.body;
	}

	function* prepare(): Routine<true> {
		yield* post('/api/v1/namespaces', {apiVersion: 'v1', kind: 'Namespace', metadata: {name: namespace}});
		yield* post(`${path}/serviceaccounts`, {apiVersion: 'v1', kind: 'ServiceAccount', metadata: {name: 'default'}});
		for (const node of nodes) {
			const {name} = node.metadata;
			yield* post('/api/v1/nodes', node);
			// A new node has the taint of one that is not ready yet.
			const made = yield* client.get('nodes', undefined, name);
			yield* client.update('nodes', {...made, spec: {...made.spec, taints: node.spec?.taints}});
		}

		for (const other of pods.filter((one) => stays(one, nodes))) {
			yield* post(`${path}/pods`, other);
		}

		return true;
	}

	if (!cluster.run(prepare, 60_000)) {
		return {message: 'the cluster cannot be prepared'};
	}

	cluster.runUntil(cluster.kernel.now + 1000);
	refused = undefined;
	cluster.run(() => post(`${path}/pods`, pod), 10_000);
	if (refused !== undefined) {
		return {refused};
	}

	const {name} = pod.metadata;
	const deadlineMs = cluster.kernel.now + 10_000;
	while (cluster.kernel.now < deadlineMs) {
		cluster.runUntil(cluster.kernel.now + 50);
		const now = cluster.server.reader.get('pods', namespace, name);
		if (now?.spec.nodeName) {
			return {node: now.spec.nodeName};
		}

		const message = now && podCondition(now, 'PodScheduled')?.message;
		if (message) {
			return {message};
		}
	}

	return {message: 'nothing happens'};
};

/** The differences from the recording; empty if the Pod is placed on the same node. */
export const tryPlacement = (placement: Placement): string[] => {
	const {answer} = placement;
	const ours = place(placement);
	const isRefusedAlike =
		answer.refused === undefined ? ours.message === answer.message : ours.refused === answer.refused;
	const equal = answer.nodes ? ours.node !== undefined && answer.nodes.includes(ours.node) : isRefusedAlike;
	return equal ? [] : [`expected ${JSON.stringify(answer)}, got ${JSON.stringify(ours)}`];
};
