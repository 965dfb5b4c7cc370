import {sleep, type Routine} from '../../kernel/routine.js';
import type {ResourceName} from '../../client/client.js';
import {isConflict, isNotFound} from '../../client/errors.js';
import type {Delivered} from '../../client/informer.js';
import type {OwnerReference, Resources} from '../../objects/kubernetes.generated.js';
import {nameInKey, registryKey} from '../../objects/resources.js';
import {note} from '../../stages/note.js';
import {SyncFailure, type Controller, type Tools} from '../controller.js';
import {Monitors, type Owned} from './monitors.js';
import {keyOfNode, OwnerGraph, type GraphNode} from './owner-graph.js';
import type {Handlers} from '../shared-informers.js';
import {allow} from '../controller-roles.js';

/** The resources that other controllers watch as well: their caches deliver changes. Other resources have monitors. */
const shared = [
	'nodes',
	'services',
	'configmaps',
	'secrets',
	'serviceaccounts',
	'persistentvolumeclaims',
	'endpoints',
	'replicationcontrollers',
	'deployments.apps',
	'replicasets.apps',
	'statefulsets.apps',
	'daemonsets.apps',
	'controllerrevisions.apps',
	'cronjobs.batch',
	'jobs.batch',
	'pods',
	'endpointslices.discovery.k8s.io',
	'poddisruptionbudgets.policy',
	'namespaces',
	'leases.coordination.k8s.io',
	'persistentvolumes',
	'storageclasses.storage.k8s.io',
	'csidrivers.storage.k8s.io',
	'volumeattachments.storage.k8s.io',
	'horizontalpodautoscalers.autoscaling',
	'clusterroles.rbac.authorization.k8s.io',
	'resourcequotas',
	'certificatesigningrequests.certificates.k8s.io',
	'validatingadmissionpolicies.admissionregistration.k8s.io',
] as const satisfies readonly ResourceName[];

/** The state of an object's owners. */
export interface Owners {
	readonly solid: readonly OwnerReference[];
	/** The owners that no longer exist. */
	readonly dangling: readonly OwnerReference[];
	/** The owners that wait until their dependents are deleted. */
	readonly waiting: readonly OwnerReference[];
}

/** The action for an object, from the state of its owners. */
export type Verdict = 'keep' | 'drop-references' | 'delete-foreground' | 'delete';

/** Decides about an object: one existing owner is enough to keep it. @mirrors garbagecollector.attemptToDeleteItem */
export const verdictOf = ({solid, dangling, waiting}: Owners, dependents: number): Verdict => {
	if (dangling.length + waiting.length === 0) {
		return 'keep';
	}

	if (solid.length > 0) {
		return 'drop-references';
	}

	return waiting.length > 0 && dependents > 0 ? 'delete-foreground' : 'delete';
};

/**
Deletes objects that have lost their owners, and lets owners wait for, or release, their dependents.

@see https://kubernetes.io/docs/concepts/architecture/garbage-collection/
@mirrors k8s.io/kubernetes/pkg/controller/garbagecollector
*/
export const garbageCollector: Controller = {
	name: 'garbage-collector',
	reportsAs: 'garbage-collector-controller',
	account: 'generic-garbage-collector',
	rules: [
		allow('delete get list patch update watch', '*', '*'),
		allow('create patch update', 'events', 'core events.k8s.io'),
	],
	// A deletion takes two requests.
	limit: ({qps, burst}) => ({qps: qps * 2, burst}),
	build(tools) {
		const graph: OwnerGraph = new OwnerGraph(() => monitors);
		const monitors = new Monitors(tools, new Set(shared), (resource, change) => graph.onChange(resource, change));
		const collector = new Collector(tools, graph);
		const handlers: Record<string, (change: Delivered<Owned>) => Iterable<string>> = {};
		for (const resource of shared) {
			handlers[resource] = (change) => graph.onChange(resource, change);
		}

		return {
			handlers: handlers as Handlers,
			sync: (key) => collector.sync(key),
			beside: {monitors: () => monitors.run()},
		};
	},
};

class Collector {
	constructor(
		readonly tools: Tools,
		readonly graph: OwnerGraph,
	) {}

	*sync(key: string): Routine {
		const node = this.graph.node(nameInKey(key));
		if (!node || (node.deleting && !node.foreground && !node.orphaning)) {
			yield* note('controller.garbage-collector.sync', {case: 'gone', key});
			return;
		}

		const object = registryKey(node.resource, node.namespace, node.name);
		yield* note(
			'controller.garbage-collector.sync',
			{
				case: 'judge',
				resource: node.resource,
				owners: node.owners,
				dependents: [...node.dependents.values()].slice(0, 20).map(keyOfNode),
				count: node.dependents.size,
				virtual: node.virtual,
			},
			{object},
		);
		if (node.deleting && node.orphaning) {
			yield* this.#orphan(node);
			return;
		}

		const latest = yield* this.#live(node.resource, node.namespace, node.name, node.uid);
		if (!latest) {
			yield* note('controller.garbage-collector.absent', {key, resource: node.resource, uid: node.uid}, {object});
			yield* this.#enqueue(this.graph.leave(node), object);
			return;
		}

		if (node.foreground) {
			yield* this.#finishForeground(node, latest);
			return;
		}

		yield* this.#judge(node, latest);
	}

	*#enqueue(keys: Iterable<string>, object: string): Routine {
		for (const key of keys) {
			yield* this.tools.queue.add(key, {object});
		}
	}

	/** Reads an owner from the apiserver: a cache could be behind, and a deletion is permanent. */
	*#live(resource: ResourceName, namespace: string | undefined, name: string, uid: string): Routine<Owned | undefined> {
		try {
			const found = (yield* this.tools.client.get(resource, namespace, name)) as Owned;
			return found.metadata.uid === uid ? found : undefined;
		} catch (error) {
			if (isNotFound(error)) {
				return undefined;
			}

			throw error;
		}
	}

	*#judge(node: GraphNode, latest: Owned): Routine {
		const owners = yield* this.#classify(node, latest.metadata.ownerReferences ?? []);
		const verdict = verdictOf(owners, node.dependents.size);
		const {resource, namespace, name, uid} = node;
		const object = registryKey(resource, namespace, name);
		if (verdict === 'keep') {
			return;
		}

		if (verdict === 'drop-references') {
			const gone = [...owners.dangling, ...owners.waiting];
			yield* note('controller.garbage-collector.drop-references', {owners}, {object});
			yield* this.#dropReferences(
				node,
				latest,
				gone.map((owner) => owner.uid),
			);
			return;
		}

		const finalizers = latest.metadata.finalizers ?? [];
		const inForeground = verdict === 'delete-foreground' || finalizers.includes('foregroundDeletion');
		const otherwise = finalizers.includes('orphan') ? 'Orphan' : 'Background';
		const propagationPolicy = inForeground ? 'Foreground' : otherwise;
		yield* note('controller.garbage-collector.delete', {resource, owners, propagationPolicy}, {object});
		yield* ifThere(this.tools.client.delete(resource, namespace, name, {preconditions: {uid}, propagationPolicy}));
	}

	/** @param latest what to change, where it is known. @mirrors garbagecollector.patch, deleteOwnerRefJSONMergePatch */
	*#dropReferences(node: GraphNode, latest: Owned | undefined, owners: readonly string[]): Routine {
		const {resource, namespace, name, uid} = node;
		if (!this.graph.monitors().isCustom(resource)) {
			const patch = {metadata: {uid, ownerReferences: owners.map((owner) => ({$patch: 'delete', uid: owner}))}};
			yield* ifThere(this.tools.client.patch(resource, namespace, name, patch));
			return;
		}

		const now = latest ?? (yield* this.#live(resource, namespace, name, uid));
		if (now) {
			const {resourceVersion, ownerReferences = []} = now.metadata;
			const left = ownerReferences.filter((owner) => !owners.includes(owner.uid));
			const patch = {metadata: {resourceVersion, ownerReferences: left}};
			yield* ifThere(this.tools.client.patch(resource, namespace, name, patch, {type: 'merge'}));
		}
	}

	*#classify(node: GraphNode, references: readonly OwnerReference[]): Routine<Owners> {
		const solid: OwnerReference[] = [];
		const dangling: OwnerReference[] = [];
		const waiting: OwnerReference[] = [];
		for (const reference of references) {
			const kind = this.graph.monitors().kind(reference.apiVersion, reference.kind);
			if (!kind || (kind.namespaced && !node.namespace)) {
				solid.push(reference);
				continue;
			}

			const namespace = kind.namespaced ? node.namespace : undefined;
			const owner = yield* this.#live(kind.resource, namespace, reference.name, reference.uid);
			const foreground =
				owner?.metadata.deletionTimestamp !== undefined && owner.metadata.finalizers?.includes('foregroundDeletion');
			const present = foreground ? waiting : solid;
			(owner ? present : dangling).push(reference);
		}

		return {solid, dangling, waiting};
	}

	/** The owner is deleted when no blocking dependent is left. @mirrors processDeletingDependentsItem */
	*#finishForeground(node: GraphNode, latest: Owned): Routine {
		const blocking = [...node.dependents.values()].filter(({owners}) =>
			owners.some(({uid, blockOwnerDeletion}) => uid === node.uid && blockOwnerDeletion),
		);
		const object = registryKey(node.resource, node.namespace, node.name);
		if (blocking.length === 0) {
			yield* this.#removeFinalizer(node, latest, 'foregroundDeletion');
			return;
		}

		yield* this.#enqueue(blocking.filter(({foreground}) => !foreground).map(keyOfNode), object);
	}

	/** The dependents lose their reference and stay. @mirrors attemptToOrphanWorker */
	*#orphan(node: GraphNode): Routine {
		const {uid} = node;
		for (const dependent of node.dependents.values()) {
			yield* note(
				'controller.garbage-collector.orphan',
				{ownerName: node.name, owner: uid},
				{object: registryKey(dependent.resource, dependent.namespace, dependent.name)},
			);
			yield* this.#dropReferences(dependent, undefined, [uid]);
		}

		const latest = yield* this.#live(node.resource, node.namespace, node.name, uid);
		if (latest) {
			yield* this.#removeFinalizer(node, latest, 'orphan');
		}
	}

	/**
	Removes the finalizer of a waiting owner; without finalizers the object is deleted. After a conflict it reads the object again and retries at once, a few times.

	@throws {SyncFailure} when every attempt meets a conflict: the queue tries again later.
	@mirrors garbagecollector.removeFinalizer
	*/
	*#removeFinalizer(node: GraphNode, latest: Owned, finalizer: 'foregroundDeletion' | 'orphan'): Routine {
		const {resource, namespace, name, uid} = node;
		const random = this.tools.kernel.random('garbage-collector');
		let current: Owned | undefined = latest;
		for (const pauseMs of conflictPausesMs) {
			if (!current?.metadata.finalizers?.includes(finalizer)) {
				return;
			}

			if (yield* this.#patchFinalizers(node, current, finalizer)) {
				return;
			}

			yield* sleep(random.jitter(pauseMs, 0.1));
			current = yield* this.#live(resource, namespace, name, uid);
		}

		throw new SyncFailure(
			`updateMaxRetries(${conflictPausesMs.length}) has reached. The garbage collector will retry later for owner ${name}`,
		);
	}

	/** @returns false after a conflict with another change. */
	*#patchFinalizers(
		{resource, namespace, name}: GraphNode,
		{metadata}: Owned,
		finalizer: 'foregroundDeletion' | 'orphan',
	): Routine<boolean> {
		yield* note('controller.garbage-collector.finalize', {finalizer}, {object: registryKey(resource, namespace, name)});
		const finalizers = metadata.finalizers?.filter((one) => one !== finalizer) ?? [];
		const patch = {metadata: {resourceVersion: metadata.resourceVersion, finalizers}};
		try {
			yield* ifThere(this.tools.client.patch(resource, namespace, name, patch, {type: 'merge'}));
			return true;
		} catch (error) {
			if (isConflict(error)) {
				return false;
			}

			throw error;
		}
	}
}

/** The pauses after conflicts. @mirrors k8s.io/client-go/util/retry DefaultBackoff */
const conflictPausesMs = [10, 50, 250, 1250];

/** Sends a request about an object that may be deleted, or replaced by another with the same name: then it no longer matters. */
function* ifThere(request: Routine<Resources[ResourceName] | unknown>): Routine {
	try {
		yield* request;
	} catch (error) {
		if (!isNotFound(error) && !(isConflict(error) && error.message.includes('UID'))) {
			throw error;
		}
	}
}
