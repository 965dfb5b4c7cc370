import type {Pod} from '../../objects/kubernetes.generated.js';
import {resourceAmounts} from '../../objects/pod-resources.js';
import {maxNodeScore, type Plugin, type Refusal} from '../framework.js';
import type {NodeInfo} from '../node-info.js';
import {podInfo, type PodInfo} from '../pod-info.js';

/**
Admits nodes with room for what the Pod asks for, and prefers those that keep the most free (LeastAllocated).

Requests count, never what is really used: a node can be idle and full.

@see https://kubernetes.io/docs/concepts/configuration/manage-resources-containers/
*/
export const nodeResourcesFit: Plugin<never, true> = {
	name: 'NodeResourcesFit',

	filter: (pod, node) => lacking(pod, node),

	prescore: () => true,

	score(pod, node) {
		let sum = 0;
		let weights = 0;
		const cpu = node.allocatable['cpu'] ?? 0;
		if (cpu > 0) {
			sum += freeShare(node.assumedCpuMillis + pod.assumedCpuMillis, cpu);
			weights++;
		}

		const memory = node.allocatable['memory'] ?? 0;
		if (memory > 0) {
			sum += freeShare(node.assumedMemoryBytes + pod.assumedMemoryBytes, memory);
			weights++;
		}

		return weights === 0 ? 0 : Math.trunc(sum / weights);
	},

	worthRetrying(pod, event) {
		if (event.resource === 'pods') {
			return event.action === 'DELETED' || (event.old !== undefined && shrank(event.old, event.object));
		}

		if (event.resource !== 'nodes' || event.action === 'DELETED') {
			return false;
		}

		const now = resourceAmounts(event.object.status?.allocatable);
		const before = event.old ? resourceAmounts(event.old.status?.allocatable) : {};
		const {requests} = podInfo(pod);
		return (
			Object.entries(requests).every(([name, amount]) => amount <= (now[name] ?? 0)) &&
			Object.entries(now).some(([name, amount]) => amount > (before[name] ?? 0))
		);
	},
};

/** Share of the capacity that stays free, 0 … 100. @mirrors noderesources.leastRequestedScore */
const freeShare = (requested: number, capacity: number): number =>
	requested > capacity ? 0 : Math.trunc(((capacity - requested) * maxNodeScore) / capacity);

const basic: readonly string[] = ['cpu', 'memory', 'ephemeral-storage'];

/**
What a node has too little of. What it would lack even when empty, no preemption can give.

@mirrors noderesources.fitsRequest
*/
export const lacking = ({requests}: PodInfo, node: NodeInfo): Refusal | undefined => {
	let reasons: string[] | undefined;
	let resolvable = true;
	if (node.podCount + 1 > (node.allocatable['pods'] ?? 0)) {
		reasons = ['Too many pods'];
	}

	const check = (name: string) => {
		const wanted = requests[name] ?? 0;
		if (wanted > 0) {
			const allocatable = node.allocatable[name] ?? 0;
			if (wanted > allocatable - (node.requested[name] ?? 0)) {
				(reasons ??= []).push(`Insufficient ${name}`);
				resolvable &&= wanted <= allocatable;
			}
		}
	};

	for (const name of basic) {
		check(name);
	}

	for (const name in requests) {
		if (!basic.includes(name)) {
			check(name);
		}
	}

	return reasons && {reasons, resolvable};
};

const shrank = (before: Pod, now: Pod): boolean => {
	const requests = podInfo(now).requests;
	return Object.entries(podInfo(before).requests).some(([name, amount]) => (requests[name] ?? 0) < amount);
};
