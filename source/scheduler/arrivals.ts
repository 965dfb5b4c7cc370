import type {ResourceName} from '../client/client.js';
import {Informer, type Delivered} from '../client/informer.js';
import {note, type Routine} from '../kernel/routine.js';
import type {Node, Pod} from '../objects/kubernetes.generated.js';
import {isTerminal} from '../objects/pod.js';
import type {ClusterEvent} from './framework.js';
import {podInfo} from './pod-info.js';
import {podKey, type otherResources, type SchedulerState} from './state.js';

/** Starts a cache of what plug-ins ask about; some of its changes let Pods try again. */
export function* follow<R extends (typeof otherResources)[number]>(state: SchedulerState, resource: R): Routine {
	const informer = state.others[resource] as unknown as Informer<R>;
	const short = resource.split('.')[0] as ClusterEvent['resource'];
	yield* informer.start(state.mailbox, (event) => () => onOther(state, informer, short, event));
}

function* onOther<R extends ResourceName>(
	state: SchedulerState,
	informer: Informer<R>,
	resource: ClusterEvent['resource'],
	event: Parameters<Informer<R>['deliver']>[0],
): Routine {
	const change = yield* informer.deliver(event);
	if (change && waking.has(resource)) {
		yield* wake(state, {resource, action: change.type, object: change.object, old: change.old}, resource);
	}
}

/** A node came, changed or went: the cache of places follows, and Pods may fit. */
export function* onNode(state: SchedulerState, event: Parameters<Informer<'nodes'>['deliver']>[0]): Routine {
	const change = yield* state.nodes.deliver(event);
	if (!change) {
		return;
	}

	if (change.type === 'DELETED') {
		state.cache.removeNode(change.object);
		return;
	}

	state.cache.setNode(change.object);
	if (change.type === 'ADDED' || nodeChanged(change.old!, change.object)) {
		yield* wake(
			state,
			{resource: 'nodes', action: change.type, object: change.object, old: change.old},
			`node ${change.object.metadata.name}`,
		);
	}
}

/** A Pod came, changed or went: it waits for a node, takes up its place, or leaves it. */
export function* onPod(state: SchedulerState, event: Parameters<Informer<'pods'>['deliver']>[0]): Routine {
	const change = yield* state.pods.deliver(event);
	if (!change) {
		return;
	}

	const {object: pod, type} = change;
	if (type === 'DELETED' || isTerminal(pod)) {
		yield* podGone(state, change);
	} else if (pod.spec?.nodeName) {
		yield* podAssigned(state, change);
	} else if (pod.spec?.schedulerName && pod.spec.schedulerName !== state.name) {
		const {key} = podInfo(pod);
		if (!state.foreign.has(key)) {
			state.foreign.add(key);
			yield* note(
				'scheduler.queue',
				`${key} names the scheduler ${pod.spec.schedulerName}; ${state.name} leaves it alone.`,
				{schedulerName: pod.spec.schedulerName},
				{object: podKey(pod)},
			);
		}
	} else {
		yield* podWaits(state, change);
	}
}

function* podGone(state: SchedulerState, {object: pod, old}: Delivered<Pod>): Routine {
	const {key} = podInfo(pod);
	state.foreign.delete(key);
	state.nominations.delete(key);
	if (old?.spec?.nodeName || state.cache.isAssumed(key)) {
		state.cache.removePod(old ?? pod);
		yield* wake(state, {resource: 'pods', action: 'DELETED', object: old ?? pod}, `the end of Pod ${key}`);
	}

	if (state.queue.remove(key)) {
		state.queue.publish();
		yield* note(
			'scheduler.queue',
			`${key} is gone before it got a node; it leaves the queue.`,
			{},
			{object: podKey(pod)},
		);
	}
}

function* podAssigned(state: SchedulerState, {object: pod, old, type}: Delivered<Pod>): Routine {
	const {key} = podInfo(pod);
	const wasPlaced = old?.spec?.nodeName !== undefined;
	state.cache.setPod(pod);
	state.nominations.delete(key);
	const queued = state.queue.get(key);
	if (queued && queued.place !== 'inFlight') {
		// Somebody else bound it.
		state.queue.remove(key);
		state.queue.publish();
		yield* note(
			'scheduler.queue',
			`${key} is on ${pod.spec.nodeName} already; it leaves the queue.`,
			{node: pod.spec.nodeName},
			{object: podKey(pod)},
		);
	}

	if (!wasPlaced || podChanged(old, pod)) {
		yield* wake(
			state,
			{resource: 'pods', action: wasPlaced ? type : 'ADDED', object: pod, old: wasPlaced ? old : undefined},
			`Pod ${key} on ${pod.spec.nodeName}`,
		);
	}
}

function* podWaits(state: SchedulerState, {object: pod, old}: Delivered<Pod>): Routine {
	const {key} = podInfo(pod);
	const nominated = pod.status?.nominatedNodeName;
	if (nominated) {
		state.nominations.set(key, {info: podInfo(pod), node: nominated});
	} else {
		state.nominations.delete(key);
	}

	const queued = state.queue.get(key);
	if (!queued) {
		const {place, refusedBy} = state.queue.add(pod);
		state.queue.publish();
		yield* note(
			'scheduler.queue',
			place === 'gated'
				? `${key} has no node, and scheduling gates: ${[...refusedBy].join(', ')} keeps it out of the active queue.`
				: `${key} has no node: it joins the active queue, where ${state.queue.counts.active} now ${state.queue.counts.active === 1 ? 'waits' : 'wait'}.`,
			{place, counts: state.queue.counts, priority: pod.spec?.priority ?? 0},
			{object: podKey(pod)},
		);
		return;
	}

	queued.pod = pod;
	const changed = old && (old.metadata?.generation !== pod.metadata?.generation || podChanged(old, pod));
	if (changed && (queued.place === 'gated' || queued.place === 'unschedulable')) {
		const before = queued.place;
		const place = before === 'gated' ? state.queue.enqueue(queued) : state.queue.retry(queued);
		state.queue.publish();
		if (place !== before) {
			yield* note(
				'scheduler.queue',
				`${key} was changed and goes from the ${before} to the ${place} queue.`,
				{from: before, to: place},
				{object: podKey(pod)},
			);
		} else {
			yield* note('scheduler.queue', `${key} was changed, and stays ${place}.`, {place}, {object: podKey(pod)});
		}
	}
}

/** Lets Pods try again that the event may help. */
export function* wake(state: SchedulerState, event: ClusterEvent, what: string): Routine {
	const woken = state.queue.wake(event);
	if (woken.length === 0) {
		return;
	}

	state.queue.publish();
	const keys = woken.map(({key}) => key);
	yield* note(
		'scheduler.queue',
		`${keys.length === 1 ? `${keys[0]} may fit` : `${keys.length} Pods may fit`} after ${event.action === 'ADDED' ? 'the arrival' : event.action === 'DELETED' ? 'the end' : 'the change'} of ${what.replace(/^the end of /, '')}: ${keys.length === 1 ? 'it leaves' : 'they leave'} the unschedulable Pods.`,
		{pods: keys, event: `${event.resource} ${event.action}`, places: woken.map(({place}) => place)},
		{object: podKey(woken[0]!.pod)},
	);
}

/** Kinds whose changes may let a Pod fit that did not. */
const waking: ReadonlySet<string> = new Set<ClusterEvent['resource']>([
	'persistentvolumeclaims',
	'persistentvolumes',
	'storageclasses',
	'csinodes',
	'namespaces',
]);

const sameText = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);

/** Whether anything about a node changed that plug-ins look at; heartbeats do not count. */
const nodeChanged = (before: Node, now: Node): boolean =>
	!sameText(before.spec, now.spec) ||
	!sameText(before.metadata?.labels, now.metadata?.labels) ||
	!sameText(before.status?.allocatable, now.status?.allocatable);

/** Whether anything about a Pod changed that matters to other Pods' places. */
const podChanged = (before: Pod | undefined, now: Pod): boolean =>
	before === undefined ||
	before.metadata?.deletionTimestamp !== now.metadata?.deletionTimestamp ||
	!sameText(before.metadata?.labels, now.metadata?.labels) ||
	!sameText(podInfo(before).requests, podInfo(now).requests);
