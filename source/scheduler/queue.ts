import type {Kernel} from '../kernel/kernel.js';
import type {Pod} from '../objects/kubernetes.generated.js';
import type {ClusterEvent, Weighted} from './framework.js';
import {podInfo} from './pod-info.js';
import {prioritySort} from './plugins/priority-sort.js';

/** Where a Pod waits. `inFlight`: it is being scheduled or bound. */
export type Place = 'active' | 'backoff' | 'unschedulable' | 'gated' | 'inFlight';

/** A Pod on its way to a node. */
export interface QueuedPod {
	pod: Pod;
	readonly key: string;
	place: Place | 'gone';
	/** How often scheduling was tried. */
	attempts: number;
	/** When it came to where it is, in milliseconds. */
	timestampMs: number;
	readonly firstSeenMs: number;
	/** The plug-ins that refused it last: only what may change their minds wakes it. */
	refusedBy: ReadonlySet<string>;
	backoffUntilMs: number;
	/** A failure of something else than the plug-ins: it waits out its back-off whatever happens. */
	isError: boolean;
	/** A retry that waits for nothing in particular, and must not keep the simulation from coming to rest. */
	isIdle: boolean;
}

const firstBackoffMs = 1000;
const lastBackoffMs = 10_000;
const longestStayMs = 5 * 60_000;
const shown = 20;

export const queueKey = '/components/kube-scheduler/queue';

/**
Where Pods wait for a node: `active`, ordered by priority and age; `backoff`, after a failed try; `unschedulable`, until something
happens that may help; `gated`, until their gates are removed.

@see https://kubernetes.io/docs/concepts/scheduling-eviction/scheduling-framework/#scheduling-cycle-and-binding-cycle
@mirrors k8s.io/kubernetes/pkg/scheduler/backend/queue.PriorityQueue
*/
export class SchedulingQueue {
	readonly #pods = new Map<string, QueuedPod>();
	/** First come, first served within a priority. */
	readonly #active = new Map<number, QueuedPod[]>();
	readonly #waiting: Record<Exclude<Place, 'active'>, Set<QueuedPod>> = {
		backoff: new Set(),
		unschedulable: new Set(),
		gated: new Set(),
		inFlight: new Set(),
	};
	#activeCount = 0;

	constructor(
		readonly kernel: Kernel,
		readonly profile: readonly Weighted[],
	) {}

	get(key: string): QueuedPod | undefined {
		return this.#pods.get(key);
	}

	get counts(): Readonly<Record<Place, number>> {
		const {backoff, unschedulable, gated, inFlight} = this.#waiting;
		return {
			active: this.#activeCount,
			backoff: backoff.size,
			unschedulable: unschedulable.size,
			gated: gated.size,
			inFlight: inFlight.size,
		};
	}

	/** Takes in a Pod that is new here. */
	add(pod: Pod): QueuedPod {
		const {key} = podInfo(pod);
		const {now} = this.kernel;
		const queued: QueuedPod = {
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
		this.#pods.set(key, queued);
		this.enqueue(queued);
		return queued;
	}

	/** Puts a Pod into the active queue, or behind its gates. */
	enqueue(queued: QueuedPod): Place {
		const gate = this.profile.find(({plugin}) => plugin.preEnqueue?.(queued.pod));
		if (gate) {
			queued.refusedBy = new Set([gate.plugin.name]);
		}

		return this.#move(queued, gate ? 'gated' : 'active');
	}

	/** The next Pod to schedule. When nothing is active, a Pod in back-off need not wait any longer, unless an error put it there. */
	pop(): QueuedPod | undefined {
		let next: QueuedPod | undefined;
		for (const priority of [...this.#active.keys()].sort((a, b) => b - a)) {
			const line = this.#active.get(priority)!;
			while (line.length > 0 && line[0]!.place !== 'active') {
				line.shift();
			}

			if (line.length > 0) {
				next = line.shift();
				break;
			}

			this.#active.delete(priority);
		}

		next ??= [...this.#waiting.backoff].filter(({isError}) => !isError).sort(prioritySort)[0];
		if (next) {
			next.attempts++;
			this.#move(next, 'inFlight');
		}

		return next;
	}

	/** After a failed try: waits for something that may help, or, without a plug-in to blame, for its back-off to end. */
	putBack(queued: QueuedPod, refusedBy: ReadonlySet<string>, {isIdle = false} = {}): Place {
		queued.refusedBy = refusedBy;
		queued.timestampMs = this.kernel.now;
		queued.backoffUntilMs =
			this.kernel.now + Math.min(lastBackoffMs, firstBackoffMs * 2 ** Math.max(0, queued.attempts - 1));
		queued.isError = refusedBy.size === 0;
		queued.isIdle = isIdle;
		return this.#move(queued, queued.isError ? 'backoff' : 'unschedulable');
	}

	remove(key: string): QueuedPod | undefined {
		const queued = this.#pods.get(key);
		if (queued) {
			this.#leave(queued);
			queued.place = 'gone';
			this.#pods.delete(key);
			this.kernel.ledger.delete(`${queueKey}/${key}`);
		}

		return queued;
	}

	/** Unschedulable Pods that the event may help, now moved to where they are tried again. */
	wake(event: ClusterEvent): QueuedPod[] {
		const woken: QueuedPod[] = [];
		for (const queued of this.#waiting.unschedulable) {
			const helped = this.profile.some(
				({plugin}) => queued.refusedBy.has(plugin.name) && plugin.worthRetrying?.(queued.pod, event),
			);
			if (helped) {
				woken.push(queued);
			}
		}

		for (const queued of woken) {
			this.retry(queued);
		}

		return woken;
	}

	/** Back to the active queue, or to the back-off queue while that lasts. */
	retry(queued: QueuedPod): Place {
		queued.isError = false;
		return queued.backoffUntilMs > this.kernel.now ? this.#move(queued, 'backoff') : this.enqueue(queued);
	}

	/** Moves Pods whose back-off is over, and those that have been unschedulable for five minutes, to the active queue. */
	flush(): QueuedPod[] {
		const {now} = this.kernel;
		const moved = [
			...[...this.#waiting.backoff].filter(({backoffUntilMs}) => backoffUntilMs <= now),
			...[...this.#waiting.unschedulable].filter(({timestampMs}) => timestampMs + longestStayMs <= now),
		];
		for (const queued of moved) {
			this.enqueue(queued);
		}

		return moved;
	}

	/** When `flush` will next find something; `undefined`: never. */
	get nextFlush(): {readonly timeMs: number; readonly periodic: boolean} | undefined {
		let timeMs = Number.POSITIVE_INFINITY;
		let periodic = true;
		for (const {backoffUntilMs, isIdle} of this.#waiting.backoff) {
			timeMs = Math.min(timeMs, backoffUntilMs);
			periodic &&= isIdle;
		}

		for (const {timestampMs} of this.#waiting.unschedulable) {
			timeMs = Math.min(timeMs, timestampMs + longestStayMs);
		}

		return timeMs === Number.POSITIVE_INFINITY ? undefined : {timeMs, periodic};
	}

	#leave(queued: QueuedPod): void {
		if (queued.place === 'active') {
			this.#activeCount--;
		} else if (queued.place !== 'gone') {
			this.#waiting[queued.place].delete(queued);
		}
	}

	#move(queued: QueuedPod, place: Place): Place {
		this.#leave(queued);
		queued.place = place;
		if (place === 'active') {
			queued.timestampMs = this.kernel.now;
			this.#activeCount++;
			const priority = queued.pod.spec?.priority ?? 0;
			const line = this.#active.get(priority);
			if (line) {
				line.push(queued);
			} else {
				this.#active.set(priority, [queued]);
			}
		} else {
			this.#waiting[place].add(queued);
		}

		this.kernel.ledger.write(`${queueKey}/${queued.key}`, {
			place,
			attempts: queued.attempts,
			since: queued.timestampMs,
			...(queued.refusedBy.size > 0 ? {refusedBy: [...queued.refusedBy]} : {}),
			...(place === 'backoff' ? {backoffUntilMs: queued.backoffUntilMs} : {}),
		});
		return place;
	}

	/** Writes the overview for whoever looks: how many wait where, and the first of each. */
	publish(): void {
		const first = (pods: Iterable<QueuedPod>): string[] => {
			const keys = [];
			for (const {key, place} of pods) {
				if (keys.length === shown) {
					break;
				}

				if (place !== 'gone') {
					keys.push(key);
				}
			}

			return keys;
		};

		const active = [...this.#active.keys()]
			.sort((a, b) => b - a)
			.flatMap((priority) => this.#active.get(priority)!.slice(0, shown))
			.filter(({place}) => place === 'active');
		const {backoff, unschedulable, gated, inFlight} = this.#waiting;
		this.kernel.ledger.write(queueKey, {
			counts: this.counts,
			active: first(active),
			backoff: first(backoff),
			unschedulable: first(unschedulable),
			gated: first(gated),
			inFlight: first(inFlight),
		});
	}
}
