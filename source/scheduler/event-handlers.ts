import type {ResourceName} from '../client/client.js';
import {keyOf, type Delivered, type Informer} from '../client/informer.js';
import type {Routine} from '../kernel/routine.js';
import type {Node, Pod, Resources} from '../objects/kubernetes.generated.js';
import {isTerminal} from '../objects/pod.js';
import {note} from '../stages/note.js';
import {clusterEvent, type ClusterEvent} from './framework.js';
import {podKey, type SchedulerParts} from './parts.js';
import {podInfo} from './pod-info.js';
import type {SchedulingQueue} from './queue/scheduling-queue.js';
import {equal} from '../kernel/equality.js';

type HandlerParts = Pick<
	SchedulerParts,
	'kernel' | 'profiles' | 'informers' | 'inbox' | 'cache' | 'queue' | 'nominator'
>;

/**
The scheduler's reactions to new, changed and deleted objects: it updates its cache, adds Pods without a node to the queue, and retries waiting Pods.

@mirrors k8s.io/kubernetes/pkg/scheduler addAllEventHandlers
*/
export class EventHandlers {
	/** Pods of other schedulers that have been reported. */
	readonly #foreign = new Set<string>();

	constructor(private readonly parts: HandlerParts) {}

	/** Fills the caches and follows the changes. */
	*start(): Routine {
		const {informers, inbox} = this.parts;
		yield* informers.nodes.start(inbox, (event) => () => this.#onNode(event));
		yield* this.#follow(informers.namespaces, (change) => clusterEvent('namespaces', change));
		yield* this.#follow(informers.services);
		yield* this.#follow(informers.claims, (change) => clusterEvent('persistentvolumeclaims', change));
		yield* this.#follow(informers.volumes, (change) => clusterEvent('persistentvolumes', change));
		yield* this.#follow(informers.storageClasses, (change) => clusterEvent('storageclasses', change));
		yield* this.#follow(informers.csiNodes, (change) => clusterEvent('csinodes', change));
		yield* this.#follow(informers.disruptionBudgets);
		yield* this.#follow(informers.replicaSets);
		yield* this.#follow(informers.statefulSets);
		yield* this.#follow(informers.replicationControllers);
		yield* informers.pods.start(inbox, (event) => () => this.#onPod(event));
	}

	/** Starts a cache of the objects that plug-ins read. @param toEvent converts changes that may let a waiting Pod fit. */
	*#follow<R extends ResourceName>(
		informer: Informer<R>,
		toEvent?: (change: Delivered<Resources[R]>) => ClusterEvent,
	): Routine {
		const {queue, inbox} = this.parts;
		yield* informer.start(
			inbox,
			(event) =>
				function* (): Routine {
					const change = yield* informer.deliver(event);
					if (change && toEvent) {
						yield* wake(queue, toEvent(change));
					}
				},
		);
	}

	/** A node was added, changed or removed: the cache of places follows, and Pods may fit. */
	*#onNode(event: Parameters<Informer<'nodes'>['deliver']>[0]): Routine {
		const {informers, cache, queue} = this.parts;
		const change = yield* informers.nodes.deliver(event);
		if (!change) {
			return;
		}

		if (change.type === 'DELETED') {
			cache.removeNode(change.object);
			return;
		}

		cache.setNode(change.object);
		if (!change.old || nodeChanged(change.old, change.object)) {
			yield* wake(queue, clusterEvent('nodes', change));
		}
	}

	/** A Pod was added, changed or removed: it waits for a node, occupies its place, or leaves it. */
	*#onPod(event: Parameters<Informer<'pods'>['deliver']>[0]): Routine {
		const {profiles, informers} = this.parts;
		const change = yield* informers.pods.deliver(event);
		if (!change) {
			return;
		}

		const {object: pod, type} = change;
		const {schedulerName} = pod.spec;
		if (type === 'DELETED' || isTerminal(pod)) {
			yield* this.#podGone(change);
		} else if (pod.spec.nodeName) {
			yield* this.#podAssigned(change, pod.spec.nodeName);
		} else if (schedulerName && !profiles.find(pod)) {
			yield* this.#podOfOther(pod, schedulerName);
		} else if (pod.spec.resourceClaims?.length && !informers.knowsDevices) {
			if (!informers.followsDevices) {
				yield* this.#followDevices();
			}

			// Once the caches are full.
			this.parts.kernel.send(this.parts.inbox, () => this.#podWaits(change));
		} else {
			yield* this.#podWaits(change);
		}
	}

	/** Starts the caches of claims, classes and devices. */
	*#followDevices(): Routine {
		const {informers} = this.parts;
		informers.followsDevices = true;
		yield* this.#follow(informers.resourceClaims, (change) => clusterEvent('resourceclaims', change));
		yield* this.#follow(informers.deviceClasses, (change) => clusterEvent('deviceclasses', change));
		yield* this.#follow(informers.resourceSlices, (change) => clusterEvent('resourceslices', change));
	}

	*#podOfOther(pod: Pod, schedulerName: string): Routine {
		const {key} = podInfo(pod);
		if (!this.#foreign.has(key)) {
			this.#foreign.add(key);
			yield* note(
				'scheduler.queue',
				{case: 'foreign', schedulerName, own: this.parts.profiles.names},
				{object: podKey(pod)},
			);
		}
	}

	*#podGone({object: pod, old = pod}: Delivered<Pod>): Routine {
		const {cache, queue, nominator} = this.parts;
		const {key} = podInfo(pod);
		this.#foreign.delete(key);
		nominator.forget(key);
		if (old.spec.nodeName || cache.isAssumed(key)) {
			cache.removePod(old);
			yield* wake(queue, {resource: 'pods', action: 'DELETED', object: old});
		}

		if (queue.remove(key)) {
			queue.publish();
			yield* note('scheduler.queue', {case: 'gone'}, {object: podKey(pod)});
		}
	}

	*#podAssigned({object: pod, old, type}: Delivered<Pod>, node: string): Routine {
		const {cache, queue, nominator} = this.parts;
		const {key} = podInfo(pod);
		cache.setPod(pod, node);
		nominator.forget(key);
		const queued = queue.get(key);
		if (queued && queued.place !== 'inFlight') {
			// Another scheduler bound it.
			queue.remove(key);
			queue.publish();
			yield* note('scheduler.queue', {case: 'placed', node}, {object: podKey(pod)});
		}

		const placed = old?.spec.nodeName === undefined ? undefined : old;
		if (!placed) {
			yield* wake(queue, {resource: 'pods', action: 'ADDED', object: pod, old: undefined});
		} else if (podChanged(placed, pod)) {
			yield* wake(queue, {resource: 'pods', action: type, object: pod, old: placed});
		}
	}

	*#podWaits({object: pod, old}: Delivered<Pod>): Routine {
		const {queue, nominator} = this.parts;
		const {key} = podInfo(pod);
		const nominated = pod.status?.nominatedNodeName;
		if (nominated) {
			nominator.nominate(podInfo(pod), nominated);
		} else {
			nominator.forget(key);
		}

		const queued = queue.get(key);
		if (!queued) {
			const {place, refusedBy} = queue.add(pod);
			queue.publish();
			yield* note(
				'scheduler.queue',
				{case: 'add', place, counts: queue.counts, priority: pod.spec.priority ?? 0, gatedBy: [...refusedBy]},
				{object: podKey(pod)},
			);
			return;
		}

		const from = queued.place;
		const changed =
			old !== undefined &&
			(old.metadata.generation !== pod.metadata.generation ||
				podChanged(old, pod) ||
				!equal(old.status?.resourceClaimStatuses, pod.status?.resourceClaimStatuses));
		queue.update(pod, changed);
		if (changed && (from === 'gated' || from === 'unschedulable')) {
			queue.publish();
			yield* note('scheduler.queue', {case: 'update', from, to: queued.place}, {object: podKey(pod)});
		}
	}
}

/** Retries Pods that the event may help. @param assumedOn the node of a Pod that was only assumed to be there. */
export function* wake(queue: SchedulingQueue, event: ClusterEvent, assumedOn?: string): Routine {
	const woken = queue.wake(event);
	const [first] = woken;
	if (!first) {
		return;
	}

	queue.publish();
	const {resource, action, object} = event;
	const node = resource === 'pods' && action !== 'DELETED' ? object.spec.nodeName : assumedOn;
	yield* note(
		'scheduler.queue',
		{
			case: 'wake',
			pods: woken.map(({key}) => key),
			event: `${resource} ${action}`,
			action,
			by: {kind: object.kind, key: keyOf(object), node, isAssumed: assumedOn !== undefined},
			places: woken.map(({place}) => place),
		},
		{object: podKey(first.pod)},
	);
}

/** Whether anything about a node changed that plug-ins read; heartbeats do not count. */
const nodeChanged = (before: Node, now: Node): boolean =>
	!equal(before.spec, now.spec) ||
	!equal(before.metadata.labels, now.metadata.labels) ||
	!equal(before.status?.allocatable, now.status?.allocatable);

/** Whether a Pod changed in a way that affects the placement of other Pods. */
const podChanged = (before: Pod, now: Pod): boolean =>
	before.metadata.deletionTimestamp !== now.metadata.deletionTimestamp ||
	!equal(before.metadata.labels, now.metadata.labels) ||
	!equal(podInfo(before).requests, podInfo(now).requests);
