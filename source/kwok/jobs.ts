import type {Kernel, Timer} from '../kernel/kernel.js';
import type {KubernetesObject} from '../objects/kubernetes-object.js';
import type {Stage} from './stage.js';
import {Workers} from './workers.js';

/** A Stage that waits to happen to an object. */
export interface Job {
	readonly kind: 'Node' | 'Pod';
	/** `namespace/name`, or the name of a node. */
	readonly key: string;
	readonly object: KubernetesObject;
	readonly stage: Stage;
	/** The number of failures. */
	readonly failures: number;
	/** The step at which to continue after a failure. */
	readonly step: number;
}

/** The wait above which a run comes to rest without a Stage. Stages of nodes are mostly heartbeats. */
const longestWaitMs = {Node: 10_000, Pod: 60_000};

/** The Stages of one kind of object that wait for their time: one for each object. @mirrors sigs.k8s.io/kwok/pkg/utils/queue WeightDelayingQueue */
export class Jobs {
	readonly #waiting = new Map<string, {readonly job: Job; readonly timer: Timer}>();
	/** Key → the Stage that happened last. */
	readonly #last = new Map<string, Stage>();
	readonly due: Workers<Job>;

	constructor(
		readonly kernel: Kernel,
		name: string,
	) {
		this.due = new Workers(kernel, name);
		kernel.atExit(() => {
			for (const {timer} of this.#waiting.values()) {
				timer.cancel();
			}
		});
	}

	/** The version of the object that is already waiting. */
	versionOf(key: string): string | undefined {
		return this.#waiting.get(key)?.job.object.metadata.resourceVersion;
	}

	/** Adds a Stage, in place of another one of the same object. */
	add(job: Job, delayMs: number): void {
		const {key, kind, stage} = job;
		this.#waiting.get(key)?.timer.cancel();
		this.#waiting.delete(key);
		// An object that goes through the same Stage again and again does not keep a run from its rest.
		const periodic = delayMs > longestWaitMs[kind] || this.#last.get(key) === stage;
		if (delayMs <= 0) {
			this.#give(job);
			return;
		}

		const timer = this.kernel.after(
			delayMs,
			() => {
				this.#waiting.delete(key);
				this.#give(job);
			},
			{periodic},
		);
		this.#waiting.set(key, {job, timer});
	}

	/** The object is gone, or is not for KWOK any more. */
	cancel(key: string): void {
		this.#waiting.get(key)?.timer.cancel();
		this.#waiting.delete(key);
		this.#last.delete(key);
	}

	#give(job: Job): void {
		this.#last.set(job.key, job.stage);
		this.due.give(job);
	}
}
