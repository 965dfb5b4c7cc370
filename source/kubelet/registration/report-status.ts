import type {Client} from '../../client/client.js';
import {ApiError} from '../../client/errors.js';
import {equal} from '../../kernel/equality.js';
import type {Routine} from '../../kernel/routine.js';
import type {Node} from '../../objects/kubernetes.generated.js';
import {registryKey} from '../../objects/resources.js';
import {note} from '../../stages/note.js';
import {changedExtendedResources} from '../node/extended-resources.js';
import {nodeConditions, type NodeState} from '../node/node-conditions.js';

/** The changes of a node since its last report. */
export interface Reported extends NodeState {
	/** Names of the volumes that may be mounted; the Node keeps its list if they are not given. */
	readonly volumesInUse?: readonly string[];
	/** The boot ID, after the node has restarted. */
	readonly bootID?: string;
}

/** Writes the current conditions of a Node, its extended resources, and the volumes that may be mounted on it. @returns the updated Node. @mirrors k8s.io/kubernetes/pkg/kubelet updateNodeStatus */
export function* reportStatus(
	client: Client,
	node: Node,
	{volumesInUse, bootID, ...state}: Reported = {},
): Routine<Node> {
	const {name} = node.metadata;
	const object = registryKey('nodes', undefined, name);
	const before = node.status?.conditions;
	const conditions = nodeConditions(client.kernel.timestamp(), before, state);
	const volumes =
		volumesInUse === undefined || equal(volumesInUse, node.status?.volumesInUse ?? []) ? {} : {volumesInUse};
	const extended = changedExtendedResources(node.status ?? {});
	const amounts = Object.keys(extended).length === 0 ? {} : {allocatable: extended};
	yield* note('kubelet.node', {case: 'report', name, before, after: conditions, ...volumes}, {object});
	try {
		return yield* client.patch(
			'nodes',
			undefined,
			name,
			{status: {conditions, ...volumes, ...amounts, ...(bootID === undefined ? {} : {nodeInfo: {bootID}})}},
			{subresource: 'status'},
		);
	} catch (error) {
		if (!(error instanceof ApiError)) {
			throw error;
		}

		const {reason, message} = error;
		yield* note('kubelet.node', {case: 'report-refused', name, reason, message}, {object, outcome: 'failed'});
		return node;
	}
}
