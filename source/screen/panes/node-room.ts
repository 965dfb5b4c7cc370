import type {Node, Pod} from '../../objects/kubernetes.generated.js';
import {isTerminal} from '../../objects/pod.js';
import {podRequests, resourceAmounts} from '../../objects/pod-resources.js';

/** A resource of a node, in thousandths for CPU and whole units for all others. */
export interface Room {
	readonly resource: string;
	/** The amount that the Pod requests. */
	readonly asked: number;
	/** The amount that other Pods on the node have requested. */
	readonly used: number;
	readonly allocatable: number;
}

/** The free part of it for the Pod. */
export const free = ({used, allocatable}: Room): number => Math.max(0, allocatable - used);

/** The amount that the node lacks, in the scheduler's count: requests, never the actual usage. */
export const missing = (room: Room): number => Math.max(0, room.asked - (room.allocatable - room.used));

const always = ['cpu', 'memory'];

/**
The room of a node for each resource that a Pod requests, and always for CPU and memory.

@param bound the Pods that are bound to the node; the Pod itself does not count, and ended ones do not either.
*/
export const roomsOn = (
	pod: Pick<Pod, 'metadata' | 'spec'>,
	node: Pick<Node, 'metadata' | 'status'>,
	bound: readonly Pod[],
): readonly Room[] => {
	const asks = podRequests(pod);
	const allocatable = resourceAmounts(node.status?.allocatable);
	const others = bound.filter(
		(other) =>
			!isTerminal(other) &&
			(other.metadata.name !== pod.metadata.name || other.metadata.namespace !== pod.metadata.namespace),
	);
	const taken = others.map((other) => podRequests(other));
	const names = [...new Set([...always, ...Object.keys(asks).filter((name) => (asks[name] ?? 0) > 0)])];
	return names.map((resource) => ({
		resource,
		asked: asks[resource] ?? 0,
		used: taken.reduce((sum, amounts) => sum + (amounts[resource] ?? 0), 0),
		allocatable: allocatable[resource] ?? 0,
	}));
};
