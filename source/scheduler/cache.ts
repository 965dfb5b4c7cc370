import type {Node, Pod} from '../objects/kubernetes.generated.js';
import {NodeInfo} from './node-info.js';
import {podInfo, type PodInfo} from './pod-info.js';
import {getOrInsert} from '../kernel/get-or-insert.js';

const zoneOf = (node: Node): string => {
	const labels = node.metadata?.labels ?? {};
	return `${labels['topology.kubernetes.io/region'] ?? ''}/${labels['topology.kubernetes.io/zone'] ?? ''}`;
};

/**
The scheduler's own state of nodes and their Pods. It runs ahead of the API: a Pod counts for its node from the moment
it is assumed there, long before the binding is confirmed, so that the next Pod does not use the same place.

@mirrors k8s.io/kubernetes/pkg/scheduler/backend/cache
*/
export class SchedulerCache {
	readonly #nodes = new Map<string, NodeInfo>();
	readonly #places = new Map<string, {readonly info: PodInfo; readonly node: string}>();
	readonly #assumed = new Set<string>();
	readonly #images = new Map<string, number>();
	#order: readonly NodeInfo[] | undefined;

	/** The nodes, alternating between zones, so that a search that stops early has seen all zones. */
	get nodes(): readonly NodeInfo[] {
		this.#order ??= interleaved([...this.#nodes.values()]);
		return this.#order;
	}

	get assumedCount(): number {
		return this.#assumed.size;
	}

	node(name: string): NodeInfo | undefined {
		return this.#nodes.get(name);
	}

	/** The number of nodes with an image of this name. */
	imageNodeCount(name: string): number {
		return this.#images.get(name) ?? 0;
	}

	isAssumed(key: string): boolean {
		return this.#assumed.has(key);
	}

	setNode(node: Node): void {
		const known = this.#nodes.get(node.metadata.name);
		if (known) {
			if (known.node.status?.images !== node.status?.images) {
				this.#countImages(known.node, -1);
				this.#countImages(node, 1);
			}

			if (zoneOf(known.node) !== zoneOf(node)) {
				this.#order = undefined;
			}

			known.node = node;
			return;
		}

		const info = new NodeInfo(node);
		this.#nodes.set(info.name, info);
		this.#order = undefined;
		this.#countImages(node, 1);
		// Pods can be seen before their node.
		for (const place of this.#places.values()) {
			if (place.node === info.name) {
				info.add(place.info);
			}
		}
	}

	removeNode(node: Node): void {
		this.#countImages(this.#nodes.get(node.metadata.name)?.node, -1);
		this.#nodes.delete(node.metadata.name);
		this.#order = undefined;
	}

	#countImages(node: Node | undefined, by: 1 | -1): void {
		for (const {names} of node?.status?.images ?? []) {
			for (const name of names ?? []) {
				this.#images.set(name, (this.#images.get(name) ?? 0) + by);
			}
		}
	}

	/** Counts a Pod for its node before the API confirms it. */
	assume(pod: Pod, node: string): void {
		const info = podInfo(pod);
		this.#place(info, node);
		this.#assumed.add(info.key);
	}

	/** Undoes an assumption. */
	forget(pod: Pod): void {
		const {key} = podInfo(pod);
		if (this.#assumed.has(key)) {
			this.removePod(pod);
		}
	}

	/** Adds a Pod that is on a node according to the API; confirms an assumption about it. */
	setPod(pod: Pod, node: string): void {
		const info = podInfo(pod);
		this.#assumed.delete(info.key);
		this.#place(info, node);
	}

	removePod(pod: Pod): void {
		const {key} = podInfo(pod);
		const place = this.#places.get(key);
		if (place) {
			this.#places.delete(key);
			this.#assumed.delete(key);
			this.#nodes.get(place.node)?.remove(place.info);
		}
	}

	#place(info: PodInfo, node: string): void {
		const before = this.#places.get(info.key);
		if (before && before.node !== node) {
			this.#nodes.get(before.node)?.remove(before.info);
		}

		this.#places.set(info.key, {info, node});
		this.#nodes.get(node)?.add(info);
	}
}

/** @mirrors cache.nodeTree.list */
const interleaved = (nodes: readonly NodeInfo[]): readonly NodeInfo[] => {
	const byZone = new Map<string, NodeInfo[]>();
	for (const info of nodes) {
		getOrInsert(byZone, zoneOf(info.node), () => []).push(info);
	}

	const zones = [...byZone.values()];
	const order: NodeInfo[] = [];
	for (let round = 0; order.length < nodes.length; round++) {
		for (const {[round]: info} of zones) {
			if (info) {
				order.push(info);
			}
		}
	}

	return order;
};
