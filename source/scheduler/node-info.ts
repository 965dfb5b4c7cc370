import type {Node} from '../objects/kubernetes.generated.js';
import {resourceAmounts, type ResourceAmounts} from '../objects/pod-resources.js';
import {podInfo, type PodInfo} from './pod-info.js';

const noLabels: Readonly<Record<string, string>> = Object.freeze({});
const keptCounts = 1000;
const noSizes: ReadonlyMap<string, number> = new Map();

const sizesOf = ({status}: Node): ReadonlyMap<string, number> => {
	if (!status?.images?.length) {
		return noSizes;
	}

	const sizes = new Map<string, number>();
	for (const {names = [], sizeBytes = 0} of status.images) {
		for (const name of names) {
			// The first image of a name counts.
			sizes.set(name, sizes.get(name) ?? sizeBytes);
		}
	}

	return sizes;
};

/**
A node from the scheduler's view: the Node object, the Pods on it (including unconfirmed ones), and their sums.

@mirrors k8s.io/kubernetes/pkg/scheduler/framework.NodeInfo
*/
export class NodeInfo {
	#node: Node;
	#allocatable: ResourceAmounts;
	readonly #pods = new Map<string, PodInfo>();
	readonly #looks = new Map<string, {readonly example: PodInfo; readonly namespace: string; size: number}>();
	/** Pods with any inter-Pod affinity. */
	readonly affine = new Map<string, PodInfo>();
	/** The Pods with anti-affinity. */
	readonly avoiding = new Map<string, PodInfo>();
	/** The sum of the requests of its Pods; CPU in thousandths. */
	readonly requested: Record<string, number> = {cpu: 0, memory: 0, 'ephemeral-storage': 0};
	assumedCpuMillis = 0;
	assumedMemoryBytes = 0;
	/** Bytes of its images, by each of their names. */
	imageSizes: ReadonlyMap<string, number>;
	readonly name: string;
	labels: Readonly<Record<string, string>>;
	/** The counts of its Pods, by the function that selects them. */
	readonly #counted = new Map<(example: PodInfo) => boolean, {readonly within: string | undefined; count: number}>();

	constructor(node: Node) {
		this.#node = node;
		this.name = node.metadata.name;
		this.labels = node.metadata.labels ?? noLabels;
		this.#allocatable = resourceAmounts(node.status?.allocatable);
		this.imageSizes = sizesOf(node);
	}

	get node(): Node {
		return this.#node;
	}

	set node(node: Node) {
		if (node.status?.allocatable !== this.#node.status?.allocatable) {
			this.#allocatable = resourceAmounts(node.status?.allocatable);
		}

		if (node.status?.images !== this.#node.status?.images) {
			this.imageSizes = sizesOf(node);
		}

		this.#node = node;
		this.labels = node.metadata.labels ?? noLabels;
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

	/**
	The number of its matching Pods.

	@param namespace the only namespace to count, if any: other Pods are skipped.

	@param matches depends only on the parts of a Pod that selectors read, so that one answer serves all equal Pods. The count is kept per
	function, and updated with each added or removed Pod.
	*/
	count(matches: (example: PodInfo) => boolean, namespace?: string): number {
		let counted = this.#counted.get(matches);
		if (!counted) {
			counted = {within: namespace, count: this.countAnew(matches, namespace)};
			if (this.#counted.size >= keptCounts) {
				this.#counted.clear();
			}

			this.#counted.set(matches, counted);
		}

		return counted.count;
	}

	/** The number of its matching Pods, if the answer depends on more than the Pods. */
	countAnew(matches: (example: PodInfo) => boolean, within?: string): number {
		let count = 0;
		for (const {example, namespace, size} of this.#looks.values()) {
			count += (within === undefined || namespace === within) && matches(example) ? size : 0;
		}

		return count;
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

		if (info.requiredAntiAffinity.length > 0) {
			this.avoiding.set(info.key, info);
		}

		this.#add(info, 1);
	}

	remove({key}: PodInfo): void {
		const info = this.#pods.get(key);
		if (info) {
			this.#pods.delete(key);
			this.affine.delete(key);
			this.avoiding.delete(key);
			this.#add(info, -1);
		}
	}

	#add(info: PodInfo, sign: 1 | -1): void {
		const {namespace = 'default'} = info.pod.metadata;
		for (const [matches, counted] of this.#counted) {
			if ((counted.within === undefined || counted.within === namespace) && matches(info)) {
				counted.count += sign;
			}
		}

		const look = this.#looks.get(info.look);
		if (!look) {
			this.#looks.set(info.look, {example: info, namespace, size: sign});
		} else if ((look.size += sign) === 0) {
			this.#looks.delete(info.look);
		}

		for (const name in info.requests) {
			this.requested[name] = (this.requested[name] ?? 0) + sign * (info.requests[name] ?? 0);
		}

		this.assumedCpuMillis += sign * info.assumedCpuMillis;
		this.assumedMemoryBytes += sign * info.assumedMemoryBytes;
	}

	/** A copy for trials. */
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
