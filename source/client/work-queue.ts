import {getOrInsert} from '../kernel/get-or-insert.js';
import {Mailbox} from '../kernel/mailbox.js';
import {receive, type Routine} from '../kernel/routine.js';
import {note} from '../stages/note.js';
import type {FactsOf, StageId} from '../stages/facts.js';
import type {Kernel, Timer} from '../kernel/kernel.js';
import {ShownKeys, ShownNumbers} from './shown-keys.js';

/** A queue as the ledger shows it. */
export interface QueueState {
	/** Keys that wait to be taken, oldest first; only the first hundred of a long queue. */
	readonly queue: readonly string[];
	/** The number of waiting keys. */
	readonly length: number;
	/** Keys that changed again while they are being worked on; they are queued when that is done. */
	readonly dirty: readonly string[];
	/** Keys in progress. */
	readonly processing: readonly string[];
	/** Key → virtual time at which it is queued. */
	readonly delayed: Readonly<Record<string, number>>;
	/** Key → failures in a row. */
	readonly failures: Readonly<Record<string, number>>;
}

type Enqueued = Extract<StageId, `controller.${string}.enqueue`>;

/** The reason why a key is added: the event, and its object. */
export interface Because {
	readonly event?: FactsOf<Enqueued>['event'];
	/** The owner of the queue, such as `Pod default/web`. */
	readonly of?: string;
	/** Ledger key of that object. */
	readonly object?: string;
}

export interface WorkQueueOptions {
	/** Stage of the stop that reports a new key: `controller.deployment.enqueue`. */
	readonly stage: Enqueued;
	readonly firstBackoffMs?: number;
	readonly lastBackoffMs?: number;
	/** Pauses up to this length count as work in progress: a run rests only after them. */
	readonly patienceMs?: number;
}

/** The pause before a key is tried again: 5 ms · 2ⁿ after n failures, at most 1,000 s. */
export const backoffMs = (failures: number, firstMs = 5, lastMs = 1_000_000): number =>
	Math.min(lastMs, firstMs * 2 ** Math.min(failures, 60));

/**
Keys of objects to sync. Only keys: a worker that takes one reads the newest state. A key waits at most once, even if it is added repeatedly
(`dirty`), and only one worker processes it at a time (`processing`): a key that is added during that work is queued again when the work is
done.

`get`, `done` and similar methods write the ledger: the caller's next stop reports it.

@mirrors k8s.io/client-go/util/workqueue
*/
export class WorkQueue {
	readonly #mailbox: Mailbox<{readonly key: string; readonly fromDelay?: boolean}>;
	readonly #waiting = new ShownKeys();
	readonly #dirty = new ShownKeys();
	readonly #processing = new ShownKeys();
	/** Waiting keys whose message is not sent yet: the process that adds them can be ended at the stop in between. */
	readonly #unsent = new Set<string>();
	readonly #delayed = new ShownNumbers<{readonly atMs: number; readonly timer: Timer; readonly isRetry: boolean}>(
		({atMs}) => atMs,
	);
	/** The callbacks of keys whose attempts reached no server, called when it can be reached again. */
	readonly #hurries = new Map<string, () => void>();
	readonly #failures = new ShownNumbers<number>((count) => count);

	/** @param name its key in the ledger: `/components/controller-manager/deployment/queue`. */
	constructor(
		readonly kernel: Kernel,
		readonly name: string,
		readonly options: WorkQueueOptions,
	) {
		this.#mailbox = new Mailbox(name);
		kernel.atExit(() => {
			for (const {timer} of this.#delayed.values()) {
				timer.cancel();
			}
		});
	}

	/** Keys that wait. */
	get length(): number {
		return this.#waiting.size;
	}

	/**
	Adds a key. Any process may call this. Adding a waiting key has no effect and makes no stop.

	@param because the event and its object, for the stop.
	*/
	*add(key: string, because: Because): Routine {
		if ((this.#waiting.has(key) && !this.#unsent.has(key)) || this.#dirty.has(key)) {
			return;
		}

		const again = this.#processing.has(key);
		(again ? this.#dirty : this.#waiting).add(key);
		this.#show();
		if (!again) {
			this.#unsent.add(key);
		}

		yield* note(this.options.stage, {key, event: because.event, of: because.of}, {object: because.object});
		if (!again) {
			this.#unsent.delete(key);
			this.kernel.send(this.#mailbox, {key});
		}
	}

	/** Like `add`, after a pause. */
	*addLater(key: string, ms: number, because: Because): Routine {
		if (this.addAfter(key, ms)) {
			yield* note(
				this.options.stage,
				{key, event: because.event, of: because.of, afterMs: Math.ceil(ms)},
				{object: because.object},
			);
		}
	}

	/** Waits for the next key and takes it. */
	*get(): Routine<string> {
		for (;;) {
			const {key, fromDelay} = yield* receive(this.#mailbox);
			if (fromDelay) {
				this.#delayed.delete(key);
				if (this.#waiting.has(key)) {
					continue;
				}
			}

			this.#waiting.delete(key);
			this.#processing.add(key);
			this.#show();
			return key;
		}
	}

	/** The work on a key is over. */
	done(key: string): void {
		this.#processing.delete(key);
		if (this.#dirty.delete(key)) {
			this.#waiting.add(key);
			this.kernel.send(this.#mailbox, {key});
		}

		this.#show();
	}

	/** The key succeeded: its failures are forgotten. */
	forget(key: string): void {
		this.#hurries.delete(key);
		if (this.#failures.delete(key)) {
			this.#show();
		}
	}

	/** Failures of the key in a row. */
	retries(key: string): number {
		return this.#failures.get(key) ?? 0;
	}

	/**
	The callback of an attempt whose requests reached no server, called when it can be reached again: the key's retry stays at its time, and
	a run waits for it. The same function for each attempt.
	*/
	onBack(key: string): () => void {
		return getOrInsert(this.#hurries, key, () => () => {
			const planned = this.#delayed.get(key);
			if (planned?.isRetry) {
				planned.timer.expect();
			}
		});
	}

	/**
	Adds the key after a pause that doubles with each failure in a row.

	@returns the pause in milliseconds.
	*/
	addRateLimited(key: string): number {
		const failures = this.#failures.get(key) ?? 0;
		const pauseMs = backoffMs(failures, this.options.firstBackoffMs, this.options.lastBackoffMs);
		this.#failures.set(key, failures + 1);
		// After many failures in a row, waiting for the cluster to come to rest does not include this key.
		this.addAfter(key, pauseMs, {periodic: pauseMs > (this.options.patienceMs ?? 999), isRetry: true});
		return pauseMs;
	}

	/** Cancels the later sync of a key. */
	cancelLater(key: string): void {
		const planned = this.#delayed.get(key);
		if (planned) {
			planned.timer.cancel();
			this.#delayed.delete(key);
			this.#show();
		}
	}

	/** True while the key is queued. */
	isWaiting(key: string): boolean {
		return this.#waiting.has(key);
	}

	/**
	Adds the key later; an earlier time of the same key is kept.

	@param options.periodic a deadline that probably passes without work: the simulation can rest before it.
	@param options.isRetry the last attempt failed
	@returns true if the key was not already due by then.
	*/
	addAfter(key: string, ms: number, {periodic = false, isRetry = false} = {}): boolean {
		const atMs = this.kernel.now + Math.max(0, Math.ceil(ms));
		const planned = this.#delayed.get(key);
		if (planned && planned.atMs <= atMs) {
			return false;
		}

		planned?.timer.cancel();
		const timer = this.kernel.after(
			atMs - this.kernel.now,
			() => {
				this.kernel.send(this.#mailbox, {key, fromDelay: true});
			},
			{periodic},
		);
		this.#delayed.set(key, {atMs, timer, isRetry});
		this.#show();
		return true;
	}

	#show(): void {
		const state: QueueState = {
			queue: this.#waiting.shown,
			length: this.#waiting.size,
			dirty: this.#dirty.shown,
			processing: this.#processing.shown,
			delayed: this.#delayed.shown,
			failures: this.#failures.shown,
		};
		this.kernel.ledger.write(this.name, state);
	}
}
