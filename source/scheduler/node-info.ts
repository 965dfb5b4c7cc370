import type {Node} from '../objects/kubernetes.generated.js';
import {resourceAmounts, type ResourceAmounts} from '../objects/pod-resources.js';
import {podInfo, type PodInfo} from './pod-info.js';

/**
A node as the scheduler sees it: the Node object, the Pods on it (those just assigned and not yet confirmed too), and their sums.

@mirrors k8s.io/kubernetes/pkg/scheduler/framework.NodeInfo
*/
export class NodeInfo {
	#node: Node;
	#allocatable: ResourceAmounts;
	readonly #pods = new Map<string, PodInfo>();
	readonly #looks = new Map<string, {readonly example: PodInfo; size: number}>();
	/** Pods with any inter-Pod affinity. */
	readonly affine = new Map<string, PodInfo>();
	/** What its Pods ask for; CPU in thousandths. */
	readonly requested: Record<string, number> = {cpu: 0, memory: 0, 'ephemeral-storage': 0};
	assumedCpuMillis = 0;
	assumedMemoryBytes = 0;

	constructor(node: Node) {
		this.#node = node;
		this.#allocatable = resourceAmounts(node.status?.allocatable);
	}

	get node(): Node {
		return this.#node;
	}

	set node(node: Node) {
		if (node.status?.allocatable !== this.#node.status?.allocatable) {
			this.#allocatable = resourceAmounts(node.status?.allocatable);
		}

		this.#node = node;
	}

	get name(): string {
		return this.#node.metadata.name;
	}

	get labels(): Readonly<Record<string, string>> {
		return this.#node.metadata?.labels ?? {};
	}

	get allocatable(): ResourceAmounts {
		return this.#allocatable;
	}

	get podCount(): number {
		return this.#pods.size;
	}

	get pods(): Iterable<PodInfo> {
		return this.#pods.values();
	}

	/** Its Pods grouped by what selectors see: few groups, however many Pods. */
	get looks(): Iterable<{readonly example: PodInfo; readonly size: number}> {
		return this.#looks.values();
	}

	has(info: PodInfo): boolean {
		return this.#pods.has(info.key);
	}

	add(info: PodInfo): void {
		this.remove(info);
		this.#pods.set(info.key, info);
		if (info.hasAffinity) {
			this.affine.set(info.key, info);
		}

		this.#count(info, 1);
	}

	remove({key}: PodInfo): void {
		const info = this.#pods.get(key);
		if (info) {
			this.#pods.delete(key);
			this.affine.delete(key);
			this.#count(info, -1);
		}
	}

	#count(info: PodInfo, sign: 1 | -1): void {
		const look = this.#looks.get(info.look);
		if (!look) {
			this.#looks.set(info.look, {example: info, size: sign});
		} else if ((look.size += sign) === 0) {
			this.#looks.delete(info.look);
		}

		for (const name in info.requests) {
			this.requested[name] = (this.requested[name] ?? 0) + sign * (info.requests[name] ?? 0);
		}

		this.assumedCpuMillis += sign * info.assumedCpuMillis;
		this.assumedMemoryBytes += sign * info.assumedMemoryBytes;
	}

	/** A copy to try things on. */
	clone(): NodeInfo {
		const copy = new NodeInfo(this.#node);
		for (const info of this.#pods.values()) {
			copy.add(info);
		}

		return copy;
	}
}

/** A node with these Pods on it. */
export const nodeInfo = (node: Node, pods: ReadonlyArray<Parameters<typeof podInfo>[0]> = []): NodeInfo => {
	const info = new NodeInfo(node);
	for (const pod of pods) {
		info.add(podInfo(pod));
	}

	return info;
};
