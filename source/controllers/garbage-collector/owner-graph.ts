import type {ResourceName} from '../../objects/resources.js';
import type {Delivered} from '../../client/informer.js';
import type {OwnerReference} from '../../objects/kubernetes.generated.js';
import {getOrInsert} from '../../kernel/get-or-insert.js';
import type {Monitors, Owned} from './monitors.js';

/** An object in the graph of owners. */
export interface GraphNode {
	readonly resource: ResourceName;
	readonly namespace: string | undefined;
	readonly name: string;
	readonly uid: string;
	owners: readonly OwnerReference[];
	readonly dependents: Map<string, GraphNode>;
	deleting: boolean;
	/** Whether it waits until its dependents have lost their references. */
	orphaning: boolean;
	foreground: boolean;
	/** Known only from a reference; whether it exists has yet to be checked. */
	virtual: boolean;
}

/** The key of an object in the work queue of the collector. */
export const keyOfNode = ({resource, namespace, name, uid}: GraphNode): string =>
	`${resource}/${namespace ?? ''}/${name}/${uid}`;

/**
The owners and dependents of all objects, kept up to date by their changes. Each change answers with the keys of the objects that may have to be deleted.

@mirrors k8s.io/kubernetes/pkg/controller/garbagecollector GraphBuilder
*/
export class OwnerGraph {
	readonly #nodes = new Map<string, GraphNode>();

	/** By uid of an owner whose kind is not known yet: the objects that refer to it. */
	readonly #waiting = new Map<string, Set<GraphNode>>();

	/** @param monitors those of all kinds: they tell which resource the reference to an owner means. */
	constructor(readonly monitors: () => Monitors) {}

	/** The object with a uid, also one that is known only from a reference. */
	node(uid: string): GraphNode | undefined {
		return this.#nodes.get(uid);
	}

	/** Takes up a change of an object: the keys of the objects that may have to be deleted. @mirrors GraphBuilder.processGraphChanges */
	*onChange(resource: ResourceName, {type, object}: Delivered<Owned>): Iterable<string> {
		const {uid} = object.metadata;
		const known = this.#nodes.get(uid);
		if (type === 'DELETED') {
			if (known) {
				yield* this.leave(known);
			}

			return;
		}

		const node = known ?? this.#enter(resource, object.metadata, false);
		node.virtual = false;
		yield* this.#link(node, object.metadata.ownerReferences ?? []);
		const finalizers = object.metadata.finalizers ?? [];
		node.deleting = object.metadata.deletionTimestamp !== undefined;
		node.orphaning = finalizers.includes('orphan');
		if (!node.deleting) {
			return;
		}

		if (node.orphaning) {
			yield keyOfNode(node);
		} else if (finalizers.includes('foregroundDeletion') && !node.foreground) {
			node.foreground = true;
			for (const dependent of node.dependents.values()) {
				yield keyOfNode(dependent);
			}

			yield keyOfNode(node);
		}
	}

	#enter(
		resource: ResourceName,
		{namespace, name, uid}: Pick<GraphNode, 'namespace' | 'name' | 'uid'>,
		virtual: boolean,
	): GraphNode {
		const node: GraphNode = {
			resource,
			namespace,
			name,
			uid,
			owners: [],
			dependents: new Map(),
			deleting: false,
			orphaning: false,
			foreground: false,
			virtual,
		};
		this.#nodes.set(uid, node);
		for (const dependent of this.#waiting.get(uid) ?? []) {
			node.dependents.set(dependent.uid, dependent);
		}

		this.#waiting.delete(uid);
		return node;
	}

	*#link(node: GraphNode, owners: readonly OwnerReference[]): Iterable<string> {
		if (owners === node.owners) {
			return;
		}

		const before = node.owners;
		node.owners = owners;
		for (const {uid} of before) {
			if (!owners.some((owner) => owner.uid === uid)) {
				const owner = this.#nodes.get(uid);
				owner?.dependents.delete(node.uid);
				if (owner?.foreground) {
					yield keyOfNode(owner);
				}
			}
		}

		for (const reference of owners) {
			const kind = this.monitors().kind(reference.apiVersion, reference.kind);
			let owner = this.#nodes.get(reference.uid);
			if (!owner && !kind) {
				getOrInsert(this.#waiting, reference.uid, () => new Set()).add(node);
			}

			if (!owner && kind) {
				const namespace = kind.namespaced ? node.namespace : undefined;
				// A namespaced owner needs a namespace: without one there is nothing to look up.
				if (kind.namespaced && !namespace) {
					continue;
				}

				owner = this.#enter(kind.resource, {name: reference.name, uid: reference.uid, namespace}, true);
				yield keyOfNode(owner);
			}

			owner?.dependents.set(node.uid, node);
		}

		if (before.length > 0 && owners.length < before.length) {
			yield keyOfNode(node);
		}
	}

	/** Removes an object: the keys of its dependents, and of the owners that wait for it. */
	*leave(node: GraphNode): Iterable<string> {
		this.#nodes.delete(node.uid);
		for (const {uid} of node.owners) {
			const owner = this.#nodes.get(uid);
			owner?.dependents.delete(node.uid);
			this.#waiting.get(uid)?.delete(node);
			if (owner?.foreground) {
				yield keyOfNode(owner);
			}
		}

		for (const dependent of node.dependents.values()) {
			yield keyOfNode(dependent);
		}
	}
}
