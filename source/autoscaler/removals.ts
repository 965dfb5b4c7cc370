import {ApiError} from '../client/errors.js';
import {active, type Routine} from '../kernel/routine.js';
import {deletionCandidateTaint, toBeDeletedTaint} from '../objects/node-group.js';
import {registryKey} from '../objects/resources.js';
import type {NodeInfo} from '../scheduler/node-info.js';
import {note} from '../stages/note.js';
import {Deletion, withTaints} from './deletion.js';
import {processName, type AutoscalerParts} from './parts.js';
import {isReady, type Round} from './round.js';
import {findUnneeded, isEmptyNode, type Kept, type Search, type Unneeded, type Utilization} from './scale-down.js';
import type {StatusMap} from './status-map.js';

/** @mirrors --unremovable-node-recheck-timeout */
const recheckMs = 300_000;
/** @mirrors --scale-down-delay-after-failure */
const afterFailureMs = 180_000;
/** @mirrors --max-scale-down-parallelism, --max-drain-parallelism */
const mostRemovals = 10;
const mostDrains = 1;
/** @mirrors --max-bulk-soft-taint-count */
const mostTaints = 10;

/** The utilization as Go prints it. @mirrors cluster-autoscaler/simulator/utilization Info */
const goUtilization = ({cpu, memory, resource, share}: Utilization): string =>
	`{${cpu} ${memory} 0 0 ${resource} ${share}}`;

/** The nodes that the cluster does not need, each with its time and its removal. */
export class Removals {
	/** Node → since when it is not needed, on the kernel's clock. */
	readonly #since = new Map<string, number>();
	/** Nodes that had to stay → the time of their next check. */
	readonly #recheck = new Map<string, number>();
	/** Node → the reason why it stays, as last reported. */
	readonly #said = new Map<string, string>();
	/** Node → whether its removal drains it. */
	readonly #inProgress = new Map<string, boolean>();
	#failedMs = Number.NEGATIVE_INFINITY;
	#addedMs = Number.NEGATIVE_INFINITY;

	constructor(
		readonly parts: AutoscalerParts,
		readonly status: StatusMap,
	) {}

	/** Nodes that the cluster does not need now. */
	get unneeded(): readonly string[] {
		return [...this.#since.keys()];
	}

	/** Records that a group has grown, which delays removals. */
	added(): void {
		this.#addedMs = this.parts.kernel.now;
	}

	/** Finds nodes that the cluster does not need, and removes those that have been unneeded for long enough. @param isEarly whether new Pods may need them. */
	*scan(round: Round, isEarly: boolean): Routine {
		const {kernel, options} = this.parts;
		const search = this.#search(round);
		yield* this.#remember(search);
		const isResting =
			isEarly || this.#addedMs + options.delayAfterAddMs > kernel.now || this.#failedMs + afterFailureMs > kernel.now;
		if (!isResting) {
			yield* this.#remove(search.unneeded);
		}

		yield* this.#markCandidates(round.nodes);
	}

	#search({cluster, nodes}: Round): Search {
		const {caches, cloud, kernel, options} = this.parts;
		for (const [name, atMs] of this.#recheck) {
			if (atMs <= kernel.now) {
				this.#recheck.delete(name);
			}
		}

		const own = nodes
			.filter(({name}) => {
				const group = cloud.groupOf(name);
				return group && cloud.targetSize(group.name) > group.min;
			})
			.filter(({name}) => !this.#inProgress.has(name) && !this.#recheck.has(name));
		// Nodes that were not needed before are first, then empty nodes.
		const rank = (info: NodeInfo): number => (this.#since.has(info.name) ? 0 : 2) + (isEmptyNode(info) ? 0 : 1);
		const names = own.toSorted((a, b) => rank(a) - rank(b)).map(({name}) => name);
		// Nodes that are on their way, or leave, take no Pods of others.
		const there = cluster.fork();
		const registered = new Set(nodes.map(({name}) => name));
		for (const {name} of cluster.nodes) {
			if (!registered.has(name)) {
				there.removeNode(name);
			}
		}

		return findUnneeded(names, there, caches.drainContext(kernel.wallClockMs), options.threshold);
	}

	*#remember({unneeded, kept}: Search): Routine {
		const {kernel} = this.parts;
		const names = new Set(unneeded.map(({node}) => node));
		for (const one of kept) {
			if (one.reason === 'BlockedByPod' || one.reason === 'NoPlaceToMovePods') {
				this.#recheck.set(one.node, kernel.now + recheckMs);
			}

			yield* this.#sayKept(one);
		}

		for (const name of this.unneeded) {
			if (!names.has(name)) {
				this.#since.delete(name);
			}
		}

		for (const {node, utilization, pods} of unneeded) {
			if (!this.#since.has(node)) {
				this.#since.set(node, kernel.now);
				this.#said.delete(node);
				yield* note(
					'cluster-autoscaler.unneeded',
					{
						node,
						resource: utilization.resource,
						share: utilization.share,
						pods: pods.map(({key}) => key),
						unneededMs: this.#dueMs(node),
					},
					{object: registryKey('nodes', undefined, node)},
				);
			}
		}
	}

	/** Reports why a node stays, where that is new: use is a new reason only for a node that was not needed before. */
	*#sayKept({node, reason, pod, blocking, utilization}: Kept): Routine {
		const said = [reason, pod, blocking].join(' ');
		const isNews =
			this.#said.get(node) !== said &&
			(this.#since.has(node) || reason === 'BlockedByPod' || reason === 'NoPlaceToMovePods');
		this.#said.set(node, said);
		if (isNews) {
			yield* note(
				'cluster-autoscaler.needed',
				{
					node,
					reason,
					...(pod === undefined ? {} : {pod}),
					...(blocking === undefined ? {} : {blocking}),
					...(utilization ? {resource: utilization.resource, share: utilization.share} : {}),
				},
				{object: registryKey('nodes', undefined, node)},
			);
		}
	}

	/**
	How long a node must be unneeded before its removal: longer for a node that is not ready.

	@mirrors cluster-autoscaler/core/scaledown/unneeded Nodes.unremovableReason
	*/
	#dueMs(name: string): number {
		const {caches, options} = this.parts;
		const node = caches.scheduling.nodes.get(undefined, name);
		return node && !isReady(node) ? options.unreadyMs : options.unneededMs;
	}

	/** Begins the removal of nodes that have been unneeded for long enough. @mirrors cluster-autoscaler/core/scaledown/actuation Actuator.StartDeletion */
	*#remove(unneeded: readonly Unneeded[]): Routine {
		const {kernel, cloud} = this.parts;
		const due = unneeded
			.filter(({node, waits}) => !waits && kernel.now - (this.#since.get(node) ?? kernel.now) > this.#dueMs(node))
			.toSorted((a, b) => Number(a.pods.length > 0) - Number(b.pods.length > 0));
		for (const one of due) {
			const group = cloud.groupOf(one.node);
			const drains = one.pods.length > 0;
			const drained = [...this.#inProgress.values()].filter(Boolean).length;
			if (!group || this.#inProgress.size >= mostRemovals || (drains && drained >= mostDrains)) {
				continue;
			}

			const already = [...this.#inProgress.keys()].filter((node) => cloud.groupOf(node) === group).length;
			if (cloud.targetSize(group.name) - already <= group.min) {
				continue;
			}

			yield* this.#begin(one);
		}
	}

	*#begin({node: name, pods, daemons, utilization}: Unneeded): Routine {
		const {kernel, client, recorder, caches} = this.parts;
		const object = registryKey('nodes', undefined, name);
		const node = caches.scheduling.nodes.get(undefined, name);
		if (!node) {
			return;
		}

		yield* active();
		const unneededMs = kernel.now - (this.#since.get(name) ?? kernel.now);
		yield* note('cluster-autoscaler.scale-down', {node: name, pods: pods.map(({key}) => key), unneededMs}, {object});
		try {
			const value = String(Math.trunc(kernel.wallClockMs / 1000));
			yield* client.update(
				'nodes',
				withTaints(node, [toBeDeletedTaint], [{key: toBeDeletedTaint, value, effect: 'NoSchedule'}]),
			);
		} catch (error) {
			if (!(error instanceof ApiError)) {
				throw error;
			}

			yield* recorder.event(
				node,
				'Warning',
				'ScaleDownFailed',
				`failed to mark the node as toBeDeleted/unschedulable: ${error.message}`,
			);
			return;
		}

		yield* recorder.event(node, 'Normal', 'ScaleDown', 'marked the node as toBeDeleted/unschedulable');
		yield* pods.length > 0
			? this.status.event(
					'Normal',
					'ScaleDown',
					`Scale-down: removing node ${name}, utilization: ${goUtilization(utilization)}, pods to reschedule: ${pods.map(({pod}) => pod.metadata.name).join(',')}`,
				)
			: this.status.event('Normal', 'ScaleDownEmpty', `Scale-down: removing empty node "${name}"`);
		this.#since.delete(name);
		this.#inProgress.set(name, pods.length > 0);
		const deletion = new Deletion(this.parts, this.status, node, pods, daemons);
		kernel.spawn(`${processName}/${name}`, processName, () => this.#follow(name, deletion), {child: true});
	}

	*#follow(name: string, deletion: Deletion): Routine {
		try {
			if (!(yield* deletion.run())) {
				this.#failedMs = this.parts.kernel.now;
			}
		} finally {
			this.#inProgress.delete(name);
		}
	}

	/**
	Sets a taint on unneeded nodes, so that the scheduler prefers others, and removes it from nodes that are needed again.

	@mirrors cluster-autoscaler/core/scaledown/actuation UpdateSoftDeletionTaints
	*/
	*#markCandidates(nodes: readonly NodeInfo[]): Routine {
		const {kernel, client, caches} = this.parts;
		const value = String(Math.trunc(kernel.wallClockMs / 1000));
		const changes = nodes
			.filter(({name}) => !this.#inProgress.has(name))
			.flatMap(({name}) => caches.scheduling.nodes.get(undefined, name) ?? [])
			.filter((node) => {
				const has = node.spec?.taints?.some(({key}) => key === deletionCandidateTaint) ?? false;
				return has !== this.#since.has(node.metadata.name);
			});
		for (const node of changes.slice(0, mostTaints)) {
			const added = this.#since.has(node.metadata.name)
				? [{key: deletionCandidateTaint, value, effect: 'PreferNoSchedule' as const}]
				: [];
			try {
				yield* client.update('nodes', withTaints(node, [deletionCandidateTaint], added));
			} catch (error) {
				if (!(error instanceof ApiError)) {
					throw error;
				}
				// The next round has the newer node.
			}
		}
	}

	/** After a restart, releases the nodes whose removal had begun. @mirrors cluster-autoscaler/core StaticAutoscaler.cleanUpIfRequired */
	*cleanUp(): Routine {
		const {client, caches, cloud, recorder} = this.parts;
		for (const node of caches.scheduling.nodes.list()) {
			const isMarked = node.spec?.taints?.some(({key}) => key === toBeDeletedTaint) ?? false;
			if (isMarked && cloud.groupOf(node.metadata.name)) {
				yield* client.update('nodes', withTaints(node, [toBeDeletedTaint], []));
				yield* recorder.event(node, 'Normal', 'ClusterAutoscalerCleanup', 'marked the node as schedulable');
			}
		}
	}
}
