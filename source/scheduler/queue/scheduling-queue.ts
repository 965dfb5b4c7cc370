import type {Kernel} from '../../kernel/kernel.js';
import type {Pod} from '../../objects/kubernetes.generated.js';
import {schedulingQueueKey, type QueueCounts, type QueuePlace, type ShownQueue} from '../../objects/scheduling.js';
import type {ClusterEvent, DeviceView, ProfilePlugin} from '../framework.js';
import {podInfo} from '../pod-info.js';
import {ActiveQueue} from './active-queue.js';
import {BackoffQueue, backoffMs, type BackoffLimits} from './backoff-queue.js';
import type {QueuedPod, QueueEntry} from './queued-pod.js';
import {helpedBy, UnschedulablePods} from './unschedulable-pods.js';

/** The number of Pods per place in the overview. */
const shown = 20;

/**
The queue of Pods without a node: `active`, ordered by priority and age; `backoff`, after a failed attempt; `unschedulable`, until an event
may help; `gated`, until their gates are removed.

@see https://kubernetes.io/docs/concepts/scheduling-eviction/scheduling-framework/#scheduling-cycle-and-binding-cycle
@mirrors k8s.io/kubernetes/pkg/scheduler/backend/queue.PriorityQueue
*/
export class SchedulingQueue {
	readonly #pods = new Map<string, QueueEntry>();
	readonly #places = {
		active: new ActiveQueue(),
		backoff: new BackoffQueue(),
		unschedulable: new UnschedulablePods(),
		gated: new Set<QueueEntry>(),
		inFlight: new Set<QueueEntry>(),
	};

	constructor(
		readonly kernel: Kernel,
		/** The plug-ins of the profile of a Pod. */
		readonly pluginsOf: (pod: Pod) => readonly ProfilePlugin[],
		readonly devices: DeviceView,
		readonly settings: BackoffLimits & Pick<ShownQueue, 'schedulers'> = {},
	) {}

	get(key: string): QueuedPod | undefined {
		return this.#pods.get(key);
	}

	get counts(): QueueCounts {
		const {active, backoff, unschedulable, gated, inFlight} = this.#places;
		return {
			active: active.size,
			backoff: backoff.size,
			unschedulable: unschedulable.size,
			gated: gated.size,
			inFlight: inFlight.size,
		};
	}

	/** Adds a Pod that is new here. */
	add(pod: Pod): QueuedPod {
		const {key} = podInfo(pod);
		const {now} = this.kernel;
		const entry: QueueEntry = {
			pod,
			key,
			place: 'gone',
			attempts: 0,
			timestampMs: now,
			firstSeenMs: now,
			refusedBy: new Set(),
			backoffUntilMs: 0,
			isError: false,
			isIdle: false,
		};
		this.#pods.set(key, entry);
		this.#enqueue(entry);
		return entry;
	}

	/** Updates a Pod in the queue. @param isWorthRetrying whether the change may let it fit or remove its gates. */
	update(pod: Pod, isWorthRetrying: boolean): void {
		const entry = this.#pods.get(podInfo(pod).key);
		if (!entry) {
			return;
		}

		entry.pod = pod;
		if (!isWorthRetrying) {
			return;
		}

		if (entry.place === 'gated') {
			this.#enqueue(entry);
		} else if (entry.place === 'unschedulable') {
			this.#retry(entry);
		}
	}

	/** The next Pod to schedule: an active one, otherwise one in back-off that need not wait longer. */
	pop(): QueuedPod | undefined {
		const next = this.#places.active.first ?? this.#places.backoff.first;
		if (next) {
			next.attempts++;
			this.#move(next, 'inFlight');
		}

		return next;
	}

	/**
	Returns a Pod after a failed attempt: it waits for an event that may help, or, without a plug-in's refusal, for the end of its back-off.

	@param more.isActivated whether its preemption has failed: no helpful event would follow, so it is retried at once (upstream: Activate).
	@returns its place; `gone` when it has left the queue.
	*/
	putBack(
		queued: QueuedPod,
		refusedBy: ReadonlySet<string>,
		{isIdle = false, isActivated = false} = {},
	): QueuePlace | 'gone' {
		const entry = this.#pods.get(queued.key);
		if (!entry || entry !== queued) {
			return 'gone';
		}

		const {now} = this.kernel;
		entry.refusedBy = refusedBy;
		entry.timestampMs = now;
		entry.backoffUntilMs = now + backoffMs(entry.attempts, this.settings);
		entry.isError = refusedBy.size === 0;
		entry.isIdle = isIdle;
		const waiting = entry.isError ? 'backoff' : 'unschedulable';
		return this.#move(entry, isActivated ? 'active' : waiting);
	}

	/** Removes the Pod of this key. @returns whether it was in the queue. */
	remove(key: string): boolean {
		const entry = this.#pods.get(key);
		if (!entry) {
			return false;
		}

		this.#leave(entry);
		entry.place = 'gone';
		this.#pods.delete(key);
		this.kernel.ledger.delete(`${schedulingQueueKey}/${key}`);
		return true;
	}

	/** Moves Pods that the event may help back to scheduling: unschedulable ones, and those whose gate it opens. @returns these Pods. */
	wake(event: ClusterEvent): readonly QueuedPod[] {
		const {unschedulable, gated} = this.#places;
		const woken = helpedBy(unschedulable, event, this.pluginsOf, this.devices);
		for (const entry of woken) {
			this.#retry(entry);
		}

		const opened = helpedBy(gated, event, this.pluginsOf, this.devices).filter(({pod}) => !this.#gateOf(pod));
		for (const entry of opened) {
			this.#enqueue(entry);
		}

		return [...woken, ...opened];
	}

	/** The plug-in that prevents attempts for the Pod. */
	#gateOf(pod: Pod): ProfilePlugin | undefined {
		return this.pluginsOf(pod).find((plugin) => plugin.preEnqueue?.(pod, this.devices));
	}

	/** Moves Pods whose back-off is over, and those that have been unschedulable for five minutes, to the active queue. */
	flush(): readonly QueuedPod[] {
		const {now} = this.kernel;
		const moved = [...this.#places.backoff.due(now), ...this.#places.unschedulable.due(now)];
		for (const entry of moved) {
			this.#enqueue(entry);
		}

		return moved;
	}

	/** The time at which `flush` next has an effect; `undefined` if never. */
	get nextFlush(): {readonly timeMs: number; readonly periodic: boolean} | undefined {
		const {backoff, unschedulable} = this.#places;
		const timeMs = Math.min(backoff.nextMs, unschedulable.nextMs);
		return timeMs === Number.POSITIVE_INFINITY ? undefined : {timeMs, periodic: backoff.isIdle};
	}

	/** Adds a Pod to the active queue, or to the gated Pods. */
	#enqueue(entry: QueueEntry): void {
		const gate = this.#gateOf(entry.pod);
		if (gate) {
			entry.refusedBy = new Set([gate.name]);
		}

		this.#move(entry, gate ? 'gated' : 'active');
	}

	/** Returns a Pod to the active queue, or to the back-off queue during its back-off. */
	#retry(entry: QueueEntry): void {
		entry.isError = false;
		if (entry.backoffUntilMs > this.kernel.now) {
			this.#move(entry, 'backoff');
		} else {
			this.#enqueue(entry);
		}
	}

	#leave(entry: QueueEntry): void {
		if (entry.place !== 'gone') {
			this.#places[entry.place].delete(entry);
		}
	}

	#move(entry: QueueEntry, place: QueuePlace): QueuePlace {
		this.#leave(entry);
		entry.place = place;
		if (place === 'active') {
			entry.timestampMs = this.kernel.now;
		}

		this.#places[place].add(entry);
		this.kernel.ledger.write(`${schedulingQueueKey}/${entry.key}`, {
			place,
			attempts: entry.attempts,
			since: entry.timestampMs,
			...(entry.refusedBy.size > 0 ? {refusedBy: [...entry.refusedBy]} : {}),
			...(place === 'backoff' ? {backoffUntilMs: entry.backoffUntilMs} : {}),
		});
		return place;
	}

	/** Clears the ledger's view of an earlier process: the queue was in memory, and ended with it. */
	clearShown(): void {
		const {ledger} = this.kernel;
		for (const key of ledger.keys(`${schedulingQueueKey}/`)) {
			ledger.delete(key);
		}

		this.publish();
	}

	/** Writes the overview to be displayed: how many wait where, and the first of each. */
	publish(): void {
		const {active, backoff, unschedulable, gated, inFlight} = this.#places;
		const overview: ShownQueue = {
			counts: this.counts,
			...(this.settings.schedulers ? {schedulers: this.settings.schedulers} : {}),
			active: firstKeys(active),
			backoff: firstKeys(backoff),
			unschedulable: firstKeys(unschedulable),
			gated: firstKeys(gated),
			inFlight: firstKeys(inFlight),
		};
		this.kernel.ledger.write(schedulingQueueKey, overview);
	}
}

const firstKeys = (entries: Iterable<QueueEntry>): readonly string[] => {
	const keys = [];
	for (const {key} of entries) {
		if (keys.length === shown) {
			break;
		}

		keys.push(key);
	}

	return keys;
};
