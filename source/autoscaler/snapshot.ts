import {filterNode, prefilter, type Verdict} from '../scheduler/filtering.js';
import type {ClusterView, ProfilePlugin} from '../scheduler/framework.js';
import type {NodeInfo} from '../scheduler/node-info.js';
import type {PodInfo} from '../scheduler/pod-info.js';

/** The objects that the filters ask about besides the nodes. */
export type Questions = Omit<ClusterView, 'nodes'>;

/**
A copy of the nodes of a cluster and their Pods, for trials. The scheduler's own filters decide whether a Pod fits. A fork shares the nodes
with its origin until one of them changes a node.

@mirrors cluster-autoscaler/simulator/clustersnapshot ClusterSnapshot
*/
export class Snapshot {
	readonly #nodes: Map<string, NodeInfo>;
	/** Names of the nodes that are not shared. */
	readonly #own = new Set<string>();
	#view: ClusterView | undefined;

	constructor(
		nodes: Iterable<NodeInfo>,
		readonly profile: readonly ProfilePlugin[],
		readonly questions: Questions,
	) {
		this.#nodes = new Map([...nodes].map((info) => [info.name, info]));
	}

	get nodes(): readonly NodeInfo[] {
		return this.#seen.nodes;
	}

	get #seen(): ClusterView {
		this.#view ??= {...this.questions, nodes: [...this.#nodes.values()]};
		return this.#view;
	}

	node(name: string): NodeInfo | undefined {
		return this.#nodes.get(name);
	}

	fork(): Snapshot {
		return new Snapshot(this.#nodes.values(), this.profile, this.questions);
	}

	/** Adds a node, or replaces the one of that name. */
	setNode(info: NodeInfo): void {
		this.#nodes.set(info.name, info);
		this.#own.delete(info.name);
		this.#view = undefined;
	}

	removeNode(name: string): void {
		this.#nodes.delete(name);
		this.#view = undefined;
	}

	#ownNode(name: string): NodeInfo | undefined {
		const info = this.#nodes.get(name);
		if (!info || this.#own.has(name)) {
			return info;
		}

		const copy = info.clone();
		this.#nodes.set(name, copy);
		this.#own.add(name);
		this.#view = undefined;
		return copy;
	}

	add(pod: PodInfo, node: string): void {
		this.#ownNode(node)?.add(pod);
	}

	remove(pod: PodInfo, node: string): void {
		this.#ownNode(node)?.remove(pod);
	}

	/** Why the Pod does not fit the node; `undefined` if it does. */
	refusal(pod: PodInfo, name: string): Verdict | undefined {
		const info = this.#nodes.get(name);
		const view = this.#seen;
		const first = prefilter(this.profile, pod, view);
		if (!info || (first.nodeNames && !first.nodeNames.has(name))) {
			return {plugin: 'NodeAffinity', refusal: {reasons: [elsewhere], resolvable: false}};
		}

		return filterNode(this.profile, pod, info, first, view);
	}

	/** Puts the Pod on the first node where it fits. @returns the node's name; `undefined` if there is none. */
	place(pod: PodInfo, isAcceptable: (node: NodeInfo) => boolean = () => true): string | undefined {
		const view = this.#seen;
		const first = prefilter(this.profile, pod, view);
		const found = view.nodes.find(
			(info) =>
				isAcceptable(info) &&
				(first.nodeNames?.has(info.name) ?? true) &&
				filterNode(this.profile, pod, info, first, view) === undefined,
		);
		if (found) {
			this.add(pod, found.name);
		}

		return found?.name;
	}
}

/** The reason for a node that PreFilter excluded. @mirrors k8s.io/kubernetes/pkg/scheduler/framework/plugins/nodeaffinity ErrReasonPod */
const elsewhere = "node(s) didn't match Pod's node affinity/selector";
